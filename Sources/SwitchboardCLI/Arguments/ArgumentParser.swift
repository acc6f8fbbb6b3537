import SwitchboardCore

/// Sorts the words of a command line by the table of commands.
///
/// `--flag=value` and `--flag value` are the same; `--` ends the flags; `-` alone is a word, or a
/// value that stands for standard input. A flag that is not known is an error that names the nearest.
struct ArgumentParser {
  /// What a command line asks for.
  enum Result {
    /// A command with its arguments.
    case run(CommandRow, Arguments)
    /// The help of a command, or of all.
    case help(CommandRow?)
    /// The version.
    case version
  }

  /// What is wrong with a command line.
  struct UsageError: Error {
    /// One sentence.
    var message: String

    /// The command that was meant, where that is clear.
    var command: String?

    /// Whether the help says more.
    var hasHelp = true

    /// As the failure that is reported.
    var failure: SwitchboardError {
      if !hasHelp { return SwitchboardError(.invalidRequest, message) }
      let help = command.map { "switchboard \($0) --help" } ?? "switchboard --help"
      return SwitchboardError(.invalidRequest, "\(message) See `\(help)`.")
    }
  }

  private let rows: [CommandRow]
  private var row: CommandRow?
  private var arguments = Arguments()
  private var flagsEnded = false
  private var wantsHelp = false

  private init(_ rows: [CommandRow]) { self.rows = rows }

  /// Reads a command line, without the name of the program.
  static func parse(
    _ line: [String], _ rows: [CommandRow]
  ) throws(UsageError) -> Result {
    var parser = ArgumentParser(rows)
    return try parser.read(line)
  }

  private mutating func read(_ line: [String]) throws(UsageError) -> Result {
    var rest = line[...]
    while let word = rest.popFirst() {
      if !flagsEnded, word == "--" {
        flagsEnded = true
      } else if !flagsEnded, word.hasPrefix("-"), word != "-" {
        if word == "-h" || word == Flag.help.written {
          wantsHelp = true
        } else if row == nil, word == Flag.version.written || word == "-V" {
          return .version
        } else {
          try readFlag(word, &rest)
        }
      } else if let group = row, !group.worksAlone {
        row = try subcommand(word, of: group)
      } else if let own = row, !flagsEnded, arguments.areCommon,
        let part = own.subcommands.first(where: { $0.name == "\(own.name) \(word)" })
      {
        row = part
      } else if row == nil {
        row = try command(word)
        if let refusal = row?.refusal, !wantsHelp {
          throw UsageError(message: refusal, hasHelp: false)
        }
      } else {
        arguments.words.append(word)
      }
    }
    if wantsHelp { return .help(row) }
    guard let row else {
      throw UsageError(message: "There is no command.", command: nil)
    }
    try check(row)
    return .run(row, arguments)
  }

  private func command(_ word: String) throws(UsageError) -> CommandRow {
    if let row = rows.first(where: { $0.name == word }) { return row }
    let near = NearestWords.find(word, in: rows.map(\.name), limit: 1)
    let hint = near.first.map { "; did you mean '\($0)'?" } ?? "."
    throw UsageError(
      message: "There is no command '\(TerminalText.line(word))'\(hint)", command: nil)
  }

  private func subcommand(_ word: String, of group: CommandRow) throws(UsageError) -> CommandRow {
    let whole = "\(group.name) \(word)"
    if let row = group.subcommands.first(where: { $0.name == whole }) { return row }
    let near = NearestWords.find(whole, in: group.subcommands.map(\.name), limit: 1)
    let hint = near.first.map { "; did you mean '\($0.dropFirst(group.name.count + 1))'?" } ?? "."
    throw wrong("'\(group.name)' does no '\(TerminalText.line(word))'\(hint)")
  }

  private mutating func readFlag(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let known = row?.allFlags ?? Flag.common
    let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = halves.first.map(String.init) ?? word
    guard let flag = known.first(where: { $0.written == written }) else {
      throw unknown(written, known)
    }
    if let refusal = flag.refusal { throw UsageError(message: refusal, hasHelp: false) }
    var value = halves.count == 2 ? String(halves[1]) : nil
    if case .none = flag.value {
      if value != nil { throw wrong("\(written) takes no value.") }
    } else {
      if value == nil {
        // Another flag in the place of the value is a slip; `-` is standard input, `-1` a number.
        guard let next = rest.first, !next.hasPrefix("--") else {
          throw wrong("\(written) needs a value: \(written) \(flag.placeholder).")
        }
        rest.removeFirst()
        value = next
      }
      if let complaint = flag.complaint(about: value ?? "") {
        throw wrong("\(written) \(complaint), not '\(TerminalText.line(value ?? ""))'.")
      }
    }
    if !flag.isRepeatable, arguments.has(flag) { throw wrong("\(written) is given twice.") }
    arguments.note(flag, value)
  }

  private func unknown(_ written: String, _ known: [Flag]) -> UsageError {
    let near = NearestWords.find(
      String(written.drop { $0 == "-" }), in: known.map(\.name), limit: 1)
    let subject = row.map { "'\($0.name)' has no flag" } ?? "There is no flag"
    let hint = near.first.map { "; did you mean '--\($0)'?" } ?? "."
    return wrong("\(subject) '\(TerminalText.line(written))'\(hint)")
  }

  private func check(_ row: CommandRow) throws(UsageError) {
    if !row.worksAlone {
      let names = row.words.split(separator: "|").joined(separator: ", ")
      throw wrong("'\(row.name)' needs one of \(names).")
    }
    if arguments.words.count > row.wordCount.upperBound {
      let extra = arguments.words[row.wordCount.upperBound]
      throw wrong(
        "'\(row.name)' has no use for '\(TerminalText.line(extra))'; put a text of several words in quotes."
      )
    }
    if arguments.words.count < row.wordCount.lowerBound {
      throw wrong("'\(row.name)' needs \(row.words).")
    }
    for flag in row.flags where flag.isRequired && !arguments.has(flag) {
      throw wrong("'\(row.name)' needs \(flag.written) \(flag.placeholder).")
    }
  }

  private func wrong(_ message: String) -> UsageError {
    UsageError(message: message, command: row?.name)
  }
}
