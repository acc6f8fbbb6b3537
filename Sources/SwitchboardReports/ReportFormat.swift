/// The forms of a report.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// One page that holds all it needs.
  case html
  /// The whole run as one JSON document.
  case json
  /// A line an answer (RFC 4180).
  case csv
  /// CommonMark, with tables as GitHub reads them.
  case markdown = "md"
  /// The XML of JUnit, which continuous integration reads.
  case junit

  /// The format that a file's name ends in; `nil` for any other.
  ///
  /// JUnit's files end in `xml`.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    let others: [String: ReportFormat] = ["htm": .html, "markdown": .markdown, "xml": .junit]
    guard let format = others[ending] ?? Self(rawValue: ending), ending != "junit" else {
      return nil
    }
    self = format
  }
}
