import SwitchboardCore

/// The media of earlier turns, which a model that cannot be shown them does without.
///
/// The newest turn decides who can answer; what was shown before stays in the conversation and is sent
/// again to whoever can see it.
extension ChatRequest {
  /// The place of the message with which the newest turn begins: the user's last words, with what was
  /// said right before them.
  var newestTurn: Int {
    let last = messages.lastIndex { message in
      message.role == .user && message.parts.contains { !$0.isToolResult }
    }
    guard var place = last else { return 0 }
    while place > 0, [.user, .system].contains(messages[place - 1].role) { place -= 1 }
    return place
  }

  /// The request with a note in place of the earlier media of some families.
  func omitting(_ families: Set<MediaFamily>) -> ChatRequest {
    if families.isEmpty { return self }
    var request = self
    for place in 0..<newestTurn {
      request.messages[place].parts = messages[place].parts.map { $0.omitting(families) }
    }
    return request
  }
}

extension ChatRequest {
  /// The parts of some messages that hold media, or may: results of tools are among them.
  ///
  /// A long history has few; what is in the way is not copied to be looked at.
  func partsWithMedia(_ places: Range<Int>) -> [Part] {
    var found: [Part] = []
    messages.withUnsafeBufferPointer { messages in
      for place in places {
        messages[place].parts.withUnsafeBufferPointer { parts in
          for part in parts.indices where parts[part].mayHoldMedia { found.append(parts[part]) }
        }
      }
    }
    return found
  }
}

extension Part {
  fileprivate var mayHoldMedia: Bool {
    switch content {
    case .media, .toolResult: true
    default: false
    }
  }

  fileprivate var isToolResult: Bool {
    if case .toolResult = content { true } else { false }
  }

  fileprivate func omitting(_ families: Set<MediaFamily>) -> Part {
    switch content {
    case .media(let media) where families.contains(media.family):
      return .text("[\(media.family.rawValue) omitted]")
    case .toolResult(var result):
      result.content = result.content.map { $0.omitting(families) }
      return Part(.toolResult(result), vendorData: vendorData)
    default:
      return self
    }
  }
}
