/// A flag that commands may take: one row of the table from which parsing, help and errors come.
struct Flag: Sendable {
  /// What stands after a flag.
  enum Value: Sendable {
    /// Nothing: it is on or off.
    case none
    /// Any text; the word names it in the help.
    case text(String)
    /// A whole number of a range.
    case integer(String, ClosedRange<Int>)
    /// A number of a range.
    case number(String, ClosedRange<Double>)
    /// One of these words.
    case choice([String])
  }

  /// The name without its dashes.
  var name: String

  /// What stands after it.
  var value: Value

  /// What it does, for the help.
  var summary: String

  /// Whether it may be given more than once.
  var isRepeatable = false

  /// Whether the command cannot do without it.
  var isRequired = false

  /// Why it is refused although it is known; `nil` when it works.
  var refusal: String?

  init(
    _ name: String, _ value: Value, _ summary: String, isRepeatable: Bool = false,
    isRequired: Bool = false, refusal: String? = nil
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.isRepeatable = isRepeatable
    self.isRequired = isRequired
    self.refusal = refusal
  }

  /// A flag that is on or off.
  init(_ name: String, _ summary: String, refusal: String? = nil) {
    self.init(name, .none, summary, refusal: refusal)
  }

  /// The flag as it is written, with its dashes.
  var written: String { "--\(name)" }

  /// The word that stands for its value in the help; empty for a switch.
  var placeholder: String {
    switch value {
    case .none: ""
    case .text(let word), .integer(let word, _), .number(let word, _): word
    case .choice(let words): words.joined(separator: "|")
    }
  }

  /// What is wrong with a value, as the end of a sentence; `nil` when it will do.
  func complaint(about text: String) -> String? {
    switch value {
    case .none: return "takes no value"
    case .text: return text.isEmpty ? "must not be empty" : nil
    case .integer(_, let range):
      if let number = Int(text), range.contains(number) { return nil }
      if range.upperBound == .max {
        return range.lowerBound == .min
          ? "must be a whole number" : "must be a whole number of at least \(range.lowerBound)"
      }
      return "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(_, let range):
      if let number = Double(text), range.contains(number) { return nil }
      return
        "must be a number from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))"
    case .choice(let words):
      return words.contains(text) ? nil : "must be one of \(words.joined(separator: ", "))"
    }
  }
}

extension Flag {
  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  // MARK: Flags of every command

  static let config = Flag(
    "config", .text("FILE"), "The configuration file, in place of the one that is looked for")
  static let help = Flag("help", "Show this help")
  static let version = Flag("version", "Show the version")

  /// What every command takes, also in front of its name.
  static let common = [config, help]

  // MARK: Flags of several commands

  static let json = Flag("json", "Print one JSON document, also for a failure")
  static let events = Flag("events", "Print the events of the answer, one JSON object a line")
  static let model = Flag("model", .text("M"), "The model as ENTRY/MODEL; no other is asked")
  static let route = Flag("route", .text("R"), "The route that chooses the model")
  static let system = Flag("system", .text("S"), "Instructions that lead the conversation")
  static let image = Flag(
    "image", .text("F"), "A picture to show; '-' is standard input", isRepeatable: true)
  static let file = Flag(
    "file", .text("F"), "A document to show; a text is put into the prompt", isRepeatable: true)
  static let strict = Flag("strict", "Fail before the call where a warning would be given")
  static let maxTokens = Flag(
    "max-tokens", .integer("N", 1 ... .max), "The longest answer in tokens")
  static let temperature = Flag(
    "temperature", .number("T", 0...2), "How far to stray from the likeliest word")
  static let reasoning = Flag(
    "reasoning", .text("E"), "How much to think: none, low, medium, high, or a number of tokens")
  static let request = Flag(
    "request", .text("FILE"), "A ChatRequest in JSON to start from; '-' is standard input")
  static let conversation = Flag(
    "conversation", .text("ID"), "Go on with a conversation that is kept, or begin one of that name"
  )
}
