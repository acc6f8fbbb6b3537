import SwitchboardCore
import SwitchboardEvaluation

extension Report {
  /// The XML that continuous integration reads: a suite for each variant, in it a test for each row and
  /// repetition.
  ///
  /// A check that is not met is a failure, a question that failed an error, and what was not asked is
  /// skipped. The form is that of Ant's JUnit task as Jenkins and GitHub's readers know it.
  public func junit() -> String {
    let tests = Dictionary(grouping: cells) { $0.place.column }
    let suites = evaluation.variants.indices.map { column in
      JUnitWriter.suite(
        evaluation.variants[column], tests[column] ?? [], evaluation.cases,
        startedAt: evaluation.startedAt,
        isRepeated: evaluation.repeats > 1)
    }
    var writer = JUnitWriter()
    writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    writer.attribute("name", title)
    let counts = suites.reduce(into: JUnitWriter.Counts()) { $0.add($1.counts) }
    writer.attributes(counts)
    writer.raw(">\n")
    for suite in suites { writer.bytes += suite.bytes }
    writer.raw("</testsuites>\n")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Writes the pieces of JUnit's XML.
struct JUnitWriter {
  /// What the tests of a suite came to.
  struct Counts {
    var (tests, failures, errors, skipped) = (0, 0, 0, 0)
    var seconds = 0.0

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
      seconds += other.seconds
    }
  }

  var bytes: [UInt8] = []
  private(set) var counts = Counts()

  /// The suite of a variant.
  static func suite(
    _ variant: Evaluation.Variant, _ cells: [Evaluation.Cell], _ cases: [Evaluation.Case],
    startedAt: Double, isRepeated: Bool
  ) -> JUnitWriter {
    var tests = JUnitWriter()
    for cell in cells { tests.test(cell, cases[cell.place.row], variant, isRepeated) }
    var suite = JUnitWriter()
    suite.counts = tests.counts
    suite.raw("<testsuite")
    suite.attribute("name", variant.name)
    suite.attributes(tests.counts)
    // The form has no place for a zone; UTC is the custom.
    suite.attribute(
      "timestamp", String(Timestamp.text(secondsSince1970: startedAt).prefix(19)))
    suite.raw(">\n")
    suite.bytes += tests.bytes
    suite.raw("</testsuite>\n")
    return suite
  }

  private mutating func test(
    _ cell: Evaluation.Cell, _ asked: Evaluation.Case, _ variant: Evaluation.Variant,
    _ isRepeated: Bool
  ) {
    var seconds = 0.0
    if case .reply(let reply) = cell.outcome { seconds = reply.timing?.total?.seconds ?? 0 }
    counts.tests += 1
    counts.seconds += seconds
    raw("<testcase")
    attribute("name", asked.name + (isRepeated ? " (\(cell.place.repetition + 1))" : ""))
    attribute("classname", variant.name)
    attribute("time", Self.plain(seconds))
    raw(">")
    switch cell.outcome {
    case .reply(let reply):
      let unmet = CellFacts.unmet(of: cell, asked.checks)
      if !unmet.isEmpty {
        counts.failures += 1
        element("failure", unmet[0], type: "check", text: unmet.joined(separator: "\n"))
        element("system-out", text: reply.text)
      }
    case .failure(let error):
      counts.errors += 1
      element("error", error.message, type: error.kind.rawValue, text: CellFacts.failure(error))
    case .skipped(let why):
      counts.skipped += 1
      element("skipped", why, text: "")
    }
    raw("</testcase>\n")
  }

  private mutating func element(
    _ name: String, _ message: String? = nil, type: String? = nil, text: String
  ) {
    raw("\n<\(name)")
    if let message { attribute("message", message) }
    if let type { attribute("type", type) }
    raw(">")
    XMLText.append(text, to: &bytes)
    raw("</\(name)>\n")
  }

  mutating func raw(_ markup: String) { bytes += markup.utf8 }

  mutating func attribute(_ name: String, _ value: String) {
    raw(" \(name)=\"")
    XMLText.append(value, to: &bytes)
    raw("\"")
  }

  mutating func attributes(_ counts: Counts) {
    attribute("tests", String(counts.tests))
    attribute("failures", String(counts.failures))
    attribute("errors", String(counts.errors))
    attribute("skipped", String(counts.skipped))
    attribute("time", Self.plain(counts.seconds))
  }

  private static func plain(_ seconds: Double) -> String {
    Figures.decimal(seconds, 3).filter { $0 != "," }
  }
}
