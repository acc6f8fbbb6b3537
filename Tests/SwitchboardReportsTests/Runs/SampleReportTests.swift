import Foundation
import SwitchboardReports
import Testing

/// Writes the reports that `.ci/report/check` opens in a browser.
struct SampleReportTests {
  private static let folder = ProcessInfo.processInfo.environment["SWITCHBOARD_REPORTS"]

  @Test(
    .enabled(if: folder != nil, "SWITCHBOARD_REPORTS names a folder"),
    arguments: ["rich", "hostile", "large", "crowd", "repeated", "bare"])
  func `reports are written for a browser`(_ name: String) throws {
    let run =
      switch name {
      case "hostile": HostileAnswers.evaluation
      case "large": SampleRun.plain(rows: 1_000, variants: 8)
      case "crowd": SampleRun.rich(variants: 14)
      case "repeated": SampleRun.repeated
      case "bare": SampleRun.bare
      default: SampleRun.rich()
      }
    let folder = URL(filePath: try #require(Self.folder))
    for format in ReportFormat.allCases where format == .html || name == "rich" {
      try Report(run).text(as: format).write(
        to: folder.appending(path: "\(name).\(format.rawValue)"), atomically: true, encoding: .utf8)
    }
  }
}
