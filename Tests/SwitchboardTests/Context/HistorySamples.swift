import SwitchboardCore

/// Histories of tests, and the rules that every vendor holds them to.
enum HistorySamples {
  /// A text of about so many tokens that says which one it is.
  static func text(_ name: String, words: Int) -> String {
    name + String(repeating: " and so on", count: words / 3)
  }

  /// A turn with a call of a tool: four messages.
  static func toolTurn(_ name: String, words: Int = 30) -> [Message] {
    let id = "call-\(name)"
    let call = ToolCall(id: id, name: "look", argumentsText: #"{"at":"\#(name)"}"#)
    let thought = Part(
      .reasoning(Reasoning("Let me look for \(name).")),
      vendorData: ["anthropic": ["signature": JSON("signed-\(name)")]])
    return [
      .user(text("question \(name)", words: words)),
      Message(role: .assistant, parts: [thought, Part(.toolCall(call))]),
      .tool([
        ToolResult(callID: id, name: "look", content: [.text(text("found \(name)", words: words))])
      ]),
      .assistant(text("answer \(name)", words: words)),
    ]
  }

  /// A turn of two messages.
  static func turn(_ name: String, words: Int = 30) -> [Message] {
    [
      .user(text("question \(name)", words: words)),
      .assistant(text("answer \(name)", words: words)),
    ]
  }

  /// Any history that a vendor takes, ending with a question.
  static func random(_ random: inout SplitMix64) -> [Message] {
    var messages: [Message] = []
    for number in 0..<Int.random(in: 0...12, using: &random) {
      let words = Int.random(in: 1...120, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: messages.append(.system("rule \(number)"))
      case 1: messages += toolTurn("\(number)", words: words)
      case 2:
        // The user goes on while the tool runs, and the results come in the user's message.
        var turn = toolTurn("\(number)", words: words)
        turn.insert(.user("hurry \(number)"), at: 2)
        turn[3].role = .user
        messages += turn
      case 3:
        // Two rounds of calls, two of them side by side.
        let first = toolTurn("\(number)a", words: words)
        let second = toolTurn("\(number)b", words: words)
        messages += [
          first[0],
          Message(role: .assistant, parts: first[1].parts + second[1].parts),
          Message(role: .tool, parts: first[2].parts), Message(role: .tool, parts: second[2].parts),
          first[3],
        ]
      case 4: messages += [.user("first \(number)")] + turn("\(number)", words: words)
      default: messages += turn("\(number)", words: words)
      }
    }
    messages.append(.user(text("newest", words: Int.random(in: 1...40, using: &random))))
    if Bool.random(using: &random) {
      messages += toolTurn("now", words: 10)[1...2]
    }
    return messages
  }

  /// What a vendor would refuse in a history; `nil` for one that is right.
  static func complaint(_ messages: [Message]) -> String? {
    guard let first = messages.first(where: { $0.role != .system }) else { return "no message" }
    if first.role != .user { return "the \(first.role) has the first word" }
    var waiting: Set<String> = []
    for message in messages {
      if message.role == .assistant, !waiting.isEmpty { return "no result of \(waiting)" }
      for part in message.parts {
        switch part.content {
        case .toolCall(let call): waiting.insert(call.id)
        case .toolResult(let result):
          if waiting.remove(result.callID) == nil { return "nobody called \(result.callID)" }
        default: break
        }
      }
    }
    return waiting.isEmpty ? nil : "no result of \(waiting)"
  }
}
