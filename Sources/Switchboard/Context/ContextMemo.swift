import SwitchboardCore

/// Remembers how long the messages of one conversation are, from one plan to the next.
///
/// Who keeps a conversation keeps one and hands it to every plan (``ContextInput/memo``): a plan then
/// reads only what is new. It holds on to the messages that the last plan kept, which the
/// conversation has anyway, and changes no plan: a message is known by the very storage of its parts,
/// which cannot change while it is held here.
public final class ContextMemo: Sendable {
  /// What is known of a message.
  struct Known {
    let parts: [Part]
    let length: Int
    let hasMedia: Bool
  }

  /// What is known for one way of reckoning tokens: messages that stand side by side.
  struct Lengths {
    let profile: TokenProfile
    /// The place of the first message in the conversation.
    var first = 0
    var known: [Known] = []
  }

  /// A route has models of few kinds; more than these are reckoned anew.
  private static let mostProfiles = 4

  private let state = Locked<[Lengths]>([])

  /// Creates an empty memo.
  public init() {}

  /// Takes out what is known; a plan that is made meanwhile finds nothing and reads for itself.
  func take(_ profile: TokenProfile) -> Lengths {
    state.withLock { state in
      guard let place = state.firstIndex(where: { $0.profile == profile }) else {
        return Lengths(profile: profile)
      }
      return state.remove(at: place)
    }
  }

  /// Puts it back, the kind that was used last in front.
  func put(_ lengths: Lengths) {
    state.withLock { state in
      state.removeAll { $0.profile == lengths.profile }
      state.insert(lengths, at: 0)
      if state.count > Self.mostProfiles { state.removeLast() }
    }
  }
}

extension ContextMemo.Lengths {
  /// What is known of a message at a place.
  func known(_ message: Message, at place: Int) -> ContextMemo.Known? {
    let index = place - first
    guard known.indices.contains(index), Self.isSame(known[index].parts, message.parts) else {
      return nil
    }
    return known[index]
  }

  /// Notes messages that stand side by side and end the conversation; others are forgotten once they
  /// are the larger part.
  mutating func note(_ newest: [ContextMemo.Known], endingAt end: Int) {
    let start = end - newest.count
    let isNext = start >= first && start <= first + known.count
    if !isNext || start - first > newest.count {
      (first, known) = (start, newest)
      return
    }
    known.removeLast(max(0, first + known.count - end))
    for place in start..<end {
      let index = place - first
      if index == known.count {
        known.append(newest[place - start])
      } else if !Self.isSame(known[index].parts, newest[place - start].parts) {
        known[index] = newest[place - start]
      }
    }
  }

  private static func isSame(_ one: [Part], _ other: [Part]) -> Bool {
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        one.baseAddress == other.baseAddress && one.count == other.count
      }
    }
  }
}
