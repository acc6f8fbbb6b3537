import SwitchboardCore

/// A conversation as one reads it, for a model that is to read it and not to go on with it.
enum Transcript {
  /// A message: who speaks, and what is said; empty when it has no words.
  static func text(of message: Message) -> String {
    let lines = message.parts.compactMap(line).filter { !$0.isEmpty }
    return lines.isEmpty ? "" : "\(message.role.rawValue): " + lines.joined(separator: "\n")
  }

  /// A part as one reads it; `nil` for what has no words.
  static func line(of part: Part) -> String? {
    switch part.content {
    case .text(let text): text
    case .media(let media): "[\(media.name ?? media.mime)]"
    case .toolCall(let call): "[calls \(call.name) with \(call.argumentsText)]"
    case .toolResult(let result):
      "[\(result.name ?? "a tool") \(result.isError ? "failed" : "answered"): "
        + result.content.compactMap(line).joined(separator: "\n") + "]"
    case .reasoning, .source, .opaque: nil
    }
  }

  /// A text in pieces that fit, cut between characters in halves until they do.
  static func split(_ text: String, _ fits: (String) -> Bool) -> [String] {
    if fits(text) { return [text] }
    let middle = text.index(text.startIndex, offsetBy: text.count / 2)
    if middle == text.startIndex { return [text] }
    return split(String(text[..<middle]), fits) + split(String(text[middle...]), fits)
  }
}
