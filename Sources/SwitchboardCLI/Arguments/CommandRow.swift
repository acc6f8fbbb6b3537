/// A command: one row of the table from which parsing, help and errors come.
struct CommandRow: Sendable {
  /// The name.
  var name: String

  /// What may stand beside the flags, as the help writes it.
  var words: String

  /// How many words may stand beside the flags.
  var wordCount: ClosedRange<Int>

  /// What it does, in one line.
  var summary: String

  /// What else its help says, a paragraph each.
  var notes: [String] = []

  /// Its flags, without the common ones.
  var flags: [Flag] = []

  /// Why it is refused although it is known; `nil` when it works.
  var refusal: String?

  /// What it can do, one of which stands after its name; empty for a command that does one thing.
  var subcommands: [CommandRow] = []

  /// Whether it does something without any of those, too: then only their names are not its words.
  var worksAlone = true

  /// Does it.
  ///
  /// - Returns: The exit code.
  var run: @Sendable (Session) async throws -> ExitCode

  /// A command that does several things, each with flags of its own.
  static func group(
    _ name: String, _ summary: String, notes: [String] = [], _ subcommands: [CommandRow]
  ) -> CommandRow {
    let words = subcommands.map(\.name).joined(separator: "|")
    return CommandRow(
      name: name, words: words, wordCount: 0...0, summary: summary, notes: notes,
      subcommands: subcommands.map { row in
        var row = row
        row.name = "\(name) \(row.name)"
        return row
      }, worksAlone: false
    ) { _ in .usage }
  }

  /// A command that is known and not built.
  static func unbuilt(_ name: String, _ summary: String, _ refusal: String) -> CommandRow {
    CommandRow(
      name: name, words: "", wordCount: 0 ... .max, summary: summary, refusal: refusal
    ) { _ in .usage }
  }

  /// All flags that may stand after it.
  var allFlags: [Flag] { flags + Flag.common }
}
