import SwitchboardCore
import SwitchboardReports
import Testing

@testable import SwitchboardEvaluation

struct CSVReportTests {
  private static func rows(_ run: Evaluation) throws -> [[String: String]] {
    var reader = CSVReader(Array(Report(run).csv().utf8))
    var rows: [[String]] = []
    while let row = reader.next() { rows.append(try row.get().fields) }
    let heads = try #require(rows.first)
    return try rows.dropFirst().map { fields in
      try #require(fields.count == heads.count)
      return Dictionary(uniqueKeysWithValues: zip(heads, fields))
    }
  }

  @Test func `a line tells all of a cell`() throws {
    let rows = try Self.rows(SampleRun.rich())
    #expect(rows.count == 96)
    let first = rows[0]
    #expect(first["row"] == "prompt-1" && first["line"] == "1" && first["variant"] == "mock/small")
    #expect(
      first["repetition"] == "1" && first["state"] == "answered" && first["cached"] == "false")
    #expect(first["firstTokenMs"] == "174" && first["costUSD"] == "0.000135")
    #expect(first["checksMet"] == "2" && first["checks"] == "2" && first["unmetChecks"] == "")
    let failed = try #require(rows.first { $0["state"] == "failed" })
    #expect(failed["errorKind"] == "rateLimited" && failed["costUSD"] == "" && failed["text"] == "")
    #expect(rows.contains { $0["text"] == "A fjord is a long, narrow" && $0["state"] == "failed" })
    #expect(
      rows.contains { $0["state"] == "skipped" && $0["error"]?.hasPrefix("The cost") == true })
  }

  @Test func `texts come back, none is a formula, and none ends the file`() throws {
    let rows = try Self.rows(HostileAnswers.evaluation)
    let texts = rows.filter { $0["state"] == "answered" }.compactMap { $0["text"] }
    #expect(texts.count == HostileAnswers.all.count)
    for text in HostileAnswers.all {
      let isFormula = ["=", "+", "-", "@", "\t", "\r", "\n"].contains {
        text.unicodeScalars.starts(with: $0.unicodeScalars)
      }
      let whole = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
      let expected = isFormula ? "'" + whole : whole
      #expect(texts.contains { $0.utf8.elementsEqual(expected.utf8) }, "\(text.prefix(80))")
    }
    #expect(rows.allSatisfy { $0.values.allSatisfy { !$0.utf8.contains(0) } })
    for field in rows.flatMap(\.values) {
      #expect(
        field.utf8.first.map { !"=+-@\t\r\n".utf8.contains($0) } ?? true, "\(field.prefix(80))")
    }
  }

  @Test func `lines end as RFC 4180 has it`() {
    let text = Report(SampleRun.bare).csv()
    #expect(text.utf8.suffix(2).elementsEqual([0x0D, 0x0A]) && text.hasPrefix("row,line,variant,"))
  }
}
