import SwitchboardCore
import SwitchboardEvaluation

extension Report {
  /// A table with a line for each answer, failure and skipped cell, row by row (RFC 4180).
  ///
  /// A text that a spreadsheet would take for a formula, since it begins with `=`, `+`, `-`, `@`, a tab or
  /// the end of a line, gets a `'` in front (OWASP, "CSV Injection").
  public func csv() -> String {
    var table = CSVWriter()
    table.row(Self.heads)
    for cell in cells { table.row(fields(of: cell)) }
    return table.text
  }

  /// All cells in the order in which they are read.
  var cells: [Evaluation.Cell] {
    rows.flatMap { row in row.repetitions.flatMap { $0.cells.compactMap(\.self) } }
  }

  private static let heads = [
    "row", "line", "variant", "model", "repetition", "state", "text", "finish", "firstTokenMs",
    "totalMs", "tokensPerSecond", "inputTokens", "outputTokens", "costUSD", "cached", "checksMet",
    "checks", "unmetChecks", "warnings", "errorKind", "error",
  ]

  private func fields(of cell: Evaluation.Cell) -> [String] {
    let (place, asked) = (cell.place, evaluation.cases[cell.place.row])
    let variant = evaluation.variants[place.column]
    var fields = [
      asked.name, asked.line.map(String.init) ?? "", variant.name, variant.model.description,
      String(place.repetition + 1),
    ]
    switch cell.outcome {
    case .reply(let reply):
      let timing = [reply.timing?.firstToken, reply.timing?.total].map { time in
        time.map { Self.plain($0.seconds * 1_000) } ?? ""
      }
      let counts = [reply.usage?.input, reply.usage?.output].map { $0.map(String.init) ?? "" }
      fields += ["answered", reply.text, reply.finish.kind.rawValue] + timing
      fields += [reply.tokensPerSecond.map(Self.plain) ?? ""] + counts
      fields += [
        reply.cost?.usd?.description ?? "", cell.isCached ? "true" : "false",
        String(cell.results.count { $0.isMet }), String(cell.results.count),
        CellFacts.unmet(of: cell, asked.checks).joined(separator: "\n"),
        reply.warnings.map { "\($0.code): \($0.message)" }.joined(separator: "\n"), "", "",
      ]
    case .failure(let error):
      fields += ["failed", error.partial?.text ?? ""] + Array(repeating: "", count: 12)
      fields += [error.kind.rawValue, CellFacts.failure(error)]
    case .skipped(let why):
      fields += ["skipped", ""] + Array(repeating: "", count: 12) + ["", why]
    }
    return fields
  }

  /// A number to three decimals at most, as programs read it.
  private static func plain(_ value: Double) -> String {
    Figures.decimal(value, 3).filter { $0 != "," }
  }
}

/// Writes comma-separated values (RFC 4180).
struct CSVWriter {
  private var bytes: [UInt8] = []

  /// What was written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a line.
  mutating func row(_ fields: [String]) {
    for (place, field) in fields.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field)
    }
    bytes += "\r\n".utf8
  }

  private mutating func append(_ field: String) {
    // For many readers a file ends at its first NUL.
    let field =
      field.utf8.contains(0) ? String(field.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : field
    let isFormula = field.utf8.first.map { "=+-@\t\r\n".utf8.contains($0) } ?? false
    guard isFormula || field.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else {
      bytes += field.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    if isFormula { bytes.append(UInt8(ascii: "'")) }
    for byte in field.utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
