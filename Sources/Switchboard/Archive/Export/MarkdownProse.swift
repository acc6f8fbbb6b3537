/// A message's Markdown in which HTML counts as text: what a model wrote is data, and no page of its own.
///
/// `<` is written as an entity wherever a tag could begin (CommonMark 0.31 §4.6, §6.6), and stays as it
/// is where every reader takes it for code. Where it is not certain what is code, as in the text behind
/// a fence in a list, it is written as an entity, too: an odd mark in code is better than a tag that counts.
struct MarkdownProse {
  /// A code block that is open.
  private struct Fence {
    let mark: Character
    let count: Int
    let indent: Int
  }

  private var fence: Fence?
  /// Whether it can no longer be told what is code.
  private var isUncertain = false
  /// Whether a code span may be open that began in an earlier line.
  private var mayBeInSpan = false

  /// The text with its HTML as text.
  static func plain(_ text: String) -> String {
    // Most messages hold nothing that needs a look.
    guard text.utf8.contains(0x3C) else { return text }
    var prose = MarkdownProse()
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
      let next = end.map { rest.index(after: $0) } ?? rest.endIndex
      result += prose.line(rest[..<(end ?? rest.endIndex)]) + (end.map { rest[$0..<next] } ?? "")
      rest = rest[next...]
    }
    return result
  }

  private mutating func line(_ line: Substring) -> String {
    if line.allSatisfy(\.isWhitespace) {
      // No code span reaches over an empty line.
      mayBeInSpan = false
      return String(line)
    }
    if isUncertain { return Self.escaped(line) }
    let indent = line.prefix { $0 == " " }.count
    let found = Self.fence(line.dropFirst(indent), indent: indent)
    if let open = fence {
      // Behind an indent it may belong to a list, and end with it.
      if open.indent > 0, indent < open.indent { return giveUp(line) }
      guard let found, found.mark == open.mark, found.count >= open.count,
        line.dropFirst(indent + found.count).allSatisfy(\.isWhitespace)
      else { return String(line) }
      if indent < 4 {
        fence = nil
      } else if open.indent > 0 {
        return giveUp(line)
      }
      return String(line)
    }
    if let found, indent < 4 {
      fence = found
      mayBeInSpan = false
      return String(line)
    }
    // Within a list or a quotation a fence ends where that does.
    if Self.fence(line.drop { " \t-*+>.)0123456789".contains($0) }, indent: 0) != nil {
      return giveUp(line)
    }
    return spans(line)
  }

  private mutating func giveUp(_ line: Substring) -> String {
    isUncertain = true
    return Self.escaped(line)
  }

  /// The beginning of a code block (§4.5).
  private static func fence(_ text: Substring, indent: Int) -> Fence? {
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let count = text.prefix { $0 == mark }.count
    guard count >= 3, mark == "~" || !text.dropFirst(count).contains("`") else { return nil }
    return Fence(mark: mark, count: count, indent: indent)
  }

  /// A line of words: its code spans (§6.1) stay where they begin and end in it, and none that began
  /// before can end in it.
  private mutating func spans(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while !mayBeInSpan, let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      guard !rest[..<start].hasSuffix("\\"), !Self.mayBeInLink(rest[..<start]),
        let end = Self.end(of: run.count, in: rest[run.endIndex...])
      else {
        mayBeInSpan = true
        break
      }
      let span = rest[start..<end]
      result += Self.escaped(rest[..<start])
      // A table is cut at its bars before anything else is looked at.
      result += span.contains("|") ? Self.escaped(span) : String(span)
      rest = rest[end...]
    }
    if Self.mayBeInLink(rest) { mayBeInSpan = true }
    return result + Self.escaped(rest)
  }

  /// Whether a link's destination or title may still be open at the end of a text (§6.3, §4.7): a
  /// backtick in one begins no span.
  private static func mayBeInLink(_ text: Substring) -> Bool {
    var rest = text
    while let place = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: place)...]
      guard let next = rest.first, "([:".contains(next) else { continue }
      guard next == "(", let end = rest.firstIndex(of: ")"),
        !rest[..<end].dropFirst().contains(where: { "(<\"'\\".contains($0) })
      else { return true }
    }
    return false
  }

  /// Where a run of so many backticks ends that closes a span.
  private static func end(of count: Int, in text: Substring) -> String.Index? {
    var rest = text
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == count { return run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// A text in which no tag begins; addresses in angle brackets stay.
  private static func escaped(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let place = rest.firstIndex(of: "<") {
      result += rest[..<place]
      let next = rest.index(after: place)
      let begins = next < rest.endIndex && (rest[next].isLetter || "/!?".contains(rest[next]))
      result += begins && !isAddress(rest[next...]) ? "&lt;" : "<"
      rest = rest[next...]
    }
    return result + rest
  }

  /// Whether an address follows with its closing bracket (§6.5).
  private static func isAddress(_ text: Substring) -> Bool {
    guard ["https://", "http://", "mailto:"].contains(where: text.hasPrefix),
      let end = text.firstIndex(where: { $0 == ">" || $0 == "<" || $0 == "`" || $0.isWhitespace })
    else { return false }
    return text[end] == ">"
  }
}
