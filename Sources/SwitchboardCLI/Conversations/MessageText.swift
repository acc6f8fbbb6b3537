import Switchboard
import SwitchboardCore

/// A message as people read it in a terminal.
enum MessageText {
  /// A message with a line about it, and an empty line after it.
  static func text(_ node: ConversationNode) -> String {
    let message = node.message
    var head = [message.role.rawValue]
    if let origin = message.origin { head.append(origin.reference.description) }
    head.append(KeptRecords.time(node.storedAt))
    if node.isPinned { head.append("pinned") }
    if let reason = message.incomplete { head.append("not whole: \(reason.rawValue)") }
    let lines = message.parts.compactMap { text($0) }
    return "── \(head.map { TerminalText.line($0) }.joined(separator: " · "))\n"
      + lines.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined() + "\n"
  }

  /// A part; `nil` for what nobody reads: thinking, and a vendor's own data.
  static func text(_ part: Part) -> String? {
    switch part.content {
    case .text(let text): text.isEmpty ? nil : text
    case .media(let media): "[\(media.caption)]"
    case .toolCall(let call): "[calls \(call.name) with \(call.argumentsText)]"
    case .toolResult(let result):
      "[\(result.name ?? "a tool") \(result.isError ? "failed" : "gave"): "
        + result.content.compactMap { text($0) }.joined(separator: " ") + "]"
    case .source(let source):
      "[source: \([source.title, source.url].compactMap { $0 }.joined(separator: ", "))]"
    case .reasoning, .opaque: nil
    }
  }
}
