import Foundation
import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardReports
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

struct JUnitReportTests {
  /// The elements of a document, read by the system's strict parser.
  private final class Reading: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []

    static func elements(
      of text: String
    ) throws -> [(name: String, attributes: [String: String], text: String)] {
      let parser = XMLParser(data: Data(text.utf8))
      let reading = Reading()
      parser.delegate = reading
      try #require(parser.parse(), "\(String(describing: parser.parserError))")
      return reading.elements
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append((name, attributes, ""))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }
  }

  @Test func `a suite for each variant, a test for each cell`() throws {
    let elements = try Reading.elements(of: Report(SampleRun.rich()).junit())
    let all = try #require(elements.first)
    #expect(all.name == "testsuites" && all.attributes["tests"] == "96")
    #expect(all.attributes["errors"] == "2" && all.attributes["skipped"] == "1")
    let suites = elements.filter { $0.name == "testsuite" }
    #expect(suites.count == 8 && suites[0].attributes["timestamp"] == "2026-11-30T11:00:00")
    for count in ["tests", "failures", "errors", "skipped"] {
      let sum = suites.compactMap { $0.attributes[count].flatMap { Int($0) } }.reduce(0, +)
      #expect(all.attributes[count] == String(sum))
    }
    let failures = elements.filter { $0.name == "failure" }
    #expect(all.attributes["failures"] == String(failures.count) && !failures.isEmpty)
    #expect(failures[0].text.contains("check "))
    #expect(elements.filter { $0.name == "testcase" }.count == 96)
    let error = try #require(elements.first { $0.name == "error" })
    #expect(error.attributes["type"] == "rateLimited")
    #expect(elements.filter { $0.name == "system-out" }.count == failures.count)
  }

  @Test func `hostile texts come back, but for what XML forbids`() throws {
    let elements = try Reading.elements(of: Report(HostileAnswers.evaluation).junit())
    let texts = elements.filter { $0.name == "system-out" }.map(\.text)
    let names: Set = [
      "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out",
    ]
    #expect(Set(elements.map(\.name)) == names)
    #expect(texts.count == HostileAnswers.all.count)
    for text in HostileAnswers.all {
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        let isForbidden =
          scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
          || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        scalars.append(isForbidden ? "\u{FFFD}" : scalar)
      }
      let expected = String(scalars)
      #expect(texts.contains { $0.utf8.elementsEqual(expected.utf8) }, "\(text.prefix(80))")
    }
  }

  @Test func `repetitions are told apart`() throws {
    let elements = try Reading.elements(of: Report(SampleRun.repeated).junit())
    let names = elements.filter { $0.name == "testcase" }.compactMap { $0.attributes["name"] }
    #expect(names.prefix(3) == ["row-0 (1)", "row-0 (2)", "row-0 (3)"])
  }
}
