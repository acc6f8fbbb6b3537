import SwitchboardCore

/// Messages as CommonMark (spec.commonmark.org 0.31).
package enum MarkdownText {
  /// A message with its heading, an empty line before it.
  static func message(_ node: ConversationNode) -> String {
    let message = node.message
    var head = [ConversationExport.speaker(of: message)]
    if let origin = message.origin { head.append(origin.reference.description) }
    head.append(ConversationExport.time(node.storedAt))
    if node.isPinned { head.append("pinned") }
    var blocks = ["### \(escaped(head.joined(separator: " · ")))"]
    blocks += message.parts.map { block($0) }.filter { !$0.isEmpty }
    if let reason = message.incomplete {
      blocks.append("*This message is not whole: \(reason.rawValue).*")
    }
    return blocks.map { "\n\($0)\n" }.joined()
  }

  private static func block(_ part: Part) -> String {
    switch part.content {
    case .text(let text): return closed(MarkdownProse.plain(text))
    case .reasoning(let reasoning):
      if reasoning.text.isEmpty { return "" }
      return """
        <details>
        <summary>Thinking</summary>

        \(closed(MarkdownProse.plain(reasoning.text)))

        </details>
        """
    case .media(let media): return self.media(media)
    case .toolCall(let call):
      return "**Calls \(code(call.name))**\n\n" + fenced(call.argumentsText, "json")
    case .toolResult(let result):
      let name = result.name.map { " of " + code($0) } ?? ""
      var blocks = ["**\(result.isError ? "Failure" : "Result")\(name)**", fenced(result.text)]
      for part in result.content {
        if case .media(let media) = part.content { blocks.append(self.media(media)) }
      }
      return blocks.joined(separator: "\n\n")
    case .source(let source):
      let title = source.title ?? source.url ?? "a source"
      let link = source.url.flatMap { destination($0) }
      let words = link.map { "[\(escaped(title))](\($0))" } ?? escaped(title)
      return "- " + words + (source.citedText.map { ": \(escaped($0))" } ?? "")
    case .opaque: return ""
    }
  }

  private static func media(_ media: Media) -> String {
    guard let link = media.url.flatMap({ destination($0) }) else {
      return "*\(escaped(media.caption))*"
    }
    let mark = media.family == .image ? "!" : ""
    return "\(mark)[\(escaped(media.name ?? media.mime))](\(link))"
  }

  /// A text in one line in which nothing is markup (§2.4).
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": result += " "
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "#", "!", "|", "~", "&":
        result += "\\"
        result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A link's destination in angle brackets (§6.3); `nil` for what is no address that may be linked.
  private static func destination(_ url: String) -> String? {
    guard LinkAddress.isSafe(url), !url.contains(where: { "<>\\".contains($0) }) else { return nil }
    return "<\(url)>"
  }

  /// A code span (§6.1) in one line.
  private static func code(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(fence) \(line) \(fence)"
  }

  /// A code block (§4.5).
  package static func fenced(_ text: String, _ language: String = "") -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return "\(fence)\(language)\n\(text)\n\(fence)"
  }

  /// A text whose last code block is closed, so that what follows is not taken for code.
  static func closed(_ text: String) -> String {
    var open: (mark: Character, count: Int)?
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      guard indent < 4, let mark = rest.first, mark == "`" || mark == "~" else { continue }
      let count = rest.prefix { $0 == mark }.count
      let info = rest.dropFirst(count)
      if let begun = open {
        if mark == begun.mark, count >= begun.count, info.allSatisfy(\.isWhitespace) { open = nil }
      } else if count >= 3, mark == "~" || !info.contains("`") {
        open = (mark, count)
      }
    }
    guard let open else { return text }
    return text + "\n" + String(repeating: open.mark, count: open.count)
  }

  private static func longestRun(of mark: Character, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for character in text {
      run = character == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
