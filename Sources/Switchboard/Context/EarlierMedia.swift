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

  /// The request with a note in place of some media of earlier turns.
  ///
  /// - Parameter numbers: Theirs, counted from the first, as in ``Requirement/earlierMedia``.
  /// - Returns: The request.
  func omitting(_ numbers: Set<Int>) -> ChatRequest {
    if numbers.isEmpty { return self }
    var request = self
    var number = 0
    for place in 0..<newestTurn {
      request.messages[place].parts = messages[place].parts.map { $0.omitting(numbers, &number) }
    }
    return request
  }

  /// The media of some messages, in order, those in results of tools among them.
  func media(_ places: Range<Int>) -> [(message: Int, media: Media)] {
    partsWithMedia(places).flatMap { found in found.part.media.map { (found.message, $0) } }
  }

  /// The parts of some messages that hold media, or may: results of tools are among them.
  ///
  /// A long history has few; what is in the way is not copied to be looked at.
  func partsWithMedia(_ places: Range<Int>) -> [(message: Int, part: Part)] {
    var found: [(message: Int, part: Part)] = []
    messages.withUnsafeBufferPointer { messages in
      for place in places {
        messages[place].parts.withUnsafeBufferPointer { parts in
          for part in parts.indices where parts[part].mayHoldMedia {
            found.append((place, parts[part]))
          }
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

  fileprivate func omitting(_ numbers: Set<Int>, _ number: inout Int) -> Part {
    switch content {
    case .media(let media):
      defer { number += 1 }
      return numbers.contains(number) ? .text("[\(media.family.rawValue) omitted]") : self
    case .toolResult(var result):
      for place in result.content.indices {
        result.content[place] = result.content[place].omitting(numbers, &number)
      }
      return Part(.toolResult(result), vendorData: vendorData)
    default:
      return self
    }
  }
}
