/// The help, made from the table of commands.
enum HelpText {
  /// The help of the program.
  static func program(_ rows: [CommandRow]) -> String {
    var text = """
      One conversation, any model vendor.

      Usage: switchboard <command> [flags]

      Commands:

      """
    text += table(rows.filter { $0.refusal == nil }.map { ($0.name, $0.summary) })
    text += "\nFlags of every command:\n"
    text += table((Flag.common + [Flag.version]).map { (usage($0), $0.summary) })
    text += "\n" + ExitCode.help
    return text
  }

  /// The help of a command.
  static func command(_ row: CommandRow) -> String {
    if let refusal = row.refusal { return refusal + "\n" }
    var text = "\(row.summary).\n\nUsage: switchboard \(row.name)"
    if !row.words.isEmpty { text += " " + row.words }
    for flag in row.flags where flag.refusal == nil && flag.isRequired { text += " " + usage(flag) }
    text += " [flags]\n"
    for note in row.notes { text += "\n" + wrapped(note) }
    if !row.subcommands.isEmpty {
      text += "\n" + table(row.subcommands.map { ("\($0.name) \($0.words)", $0.summary) })
    }
    text += "\nFlags:\n"
    text += table(
      row.allFlags.filter { $0.refusal == nil }.map {
        (usage($0), $0.summary + ($0.isRepeatable ? " (may be repeated)" : ""))
      })
    return text
  }

  private static func usage(_ flag: Flag) -> String {
    flag.placeholder.isEmpty ? flag.written : "\(flag.written) \(flag.placeholder)"
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = min(30, rows.map(\.0.count).max() ?? 0)
    return rows.map { name, summary in
      let room = String(repeating: " ", count: max(0, width - name.count))
      return "  \(name)\(room)  \(summary)\n"
    }.joined()
  }

  /// A paragraph in lines of at most 80 letters.
  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines.count - 1
      if lines[last].count + word.count + 1 > 80 {
        lines.append(String(word))
      } else {
        lines[last] += (lines[last].isEmpty ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
