import SwitchboardCore
import SwitchboardReports
import Testing

struct ReportFormatTests {
  @Test(
    arguments: [
      ("a.html", .html), ("a.HTM", .html), ("/x/b.json", .json), ("c.csv", .csv),
      ("d.md", .markdown),
      ("d.markdown", .markdown), ("e.xml", .junit), ("e.junit", nil), ("html", nil), ("f.txt", nil),
      ("g.", nil),
    ] as [(String, ReportFormat?)])
  func `a file's name tells its format`(_ path: String, _ format: ReportFormat?) {
    #expect(ReportFormat(path: path) == format)
  }

  @Test func `every format is the form of the same name`() {
    let report = Report(SampleRun.rich(variants: 2))
    #expect(report.text(as: .html) == report.html() && report.text(as: .csv) == report.csv())
    #expect(report.text(as: .markdown) == report.markdown())
    #expect(report.text(as: .junit) == report.junit())
    #expect(report.text(as: .json) == report.json().text + "\n")
  }
}
