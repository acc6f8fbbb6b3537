public import SwitchboardCore

/// A file of prompts, one case a line.
///
/// - `.txt`: a prompt a line.
/// - `.csv`: a header, then a row a case. The columns `name`, `prompt` and `system` are what they say;
///   `check.contains` and its like are checks; every other column is a variable. White space around the names
///   does not count, and columns without a name are passed over.
/// - `.jsonl`: an object a line: `name`, `prompt` or `request` (the public form of a request), `system`,
///   `variables` and `checks`.
///
/// Prompts and system texts are ``Template``s. Where a line has no prompt, the template of the whole
/// run is filled with its variables. Blank lines are no cases.
public struct PromptFile: Sendable {
  /// The kinds of files.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// A prompt a line.
    case text = "txt"
    /// Comma-separated values (RFC 4180) with a header.
    case csv
    /// A JSON object a line.
    case jsonLines = "jsonl"

    /// The format that a file's name ends in; `nil` for any other.
    public init?(path: String) {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
  }

  /// A line that is no case.
  public struct Fault: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong, in one sentence.
    public var message: String
  }

  /// The lines that are cases, in order; their names are unique.
  public let cases: [Evaluation.Case]

  /// The lines that are not.
  public let faults: [Fault]

  /// Whether any line has its prompt of the template of the whole run.
  public let isTemplateUsed: Bool

  /// The variables that the lines' prompts and system texts have.
  public let usedVariables: Set<String>

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - format: What kind of file it is.
  ///   - template: The prompt of lines that have none.
  ///   - variables: Values that every line has; a line's own win.
  ///   - base: What every request starts from, but one that a line gives whole.
  ///   - attachments: What every prompt is shown with.
  ///   - readFile: Reads files that requests name.
  public init(
    _ bytes: [UInt8], format: Format, template: String? = nil, variables: [String: String] = [:],
    base: ChatRequest = ChatRequest(messages: []), attachments: [Part] = [],
    readFile: MediaFileReader? = nil
  ) {
    var reading = PromptReading(
      template: template, variables: variables, base: base, attachments: attachments,
      readFile: readFile)
    reading.read(bytes, format)
    cases = reading.cases
    faults = reading.faults
    isTemplateUsed = reading.isTemplateUsed
    usedVariables = reading.usedVariables
  }
}
