package import SwitchboardCore

/// Writes the events of an answer that is handed out in pieces, one token each.
package struct AnswerWriter: Sendable {
  /// How many pieces the answer has.
  package private(set) var tokens = 0

  /// Whether the limit ended it early.
  package private(set) var isCut = false

  private var events: [StreamEvent]
  private let isWhole: Bool
  private var tokensLeft: Int
  private var nextIndex = 0

  /// Begins an answer.
  ///
  /// - Parameters:
  ///   - origin: Where it comes from.
  ///   - isWhole: Whether all of it is handed out at once, when the last piece is there.
  ///   - limit: How many pieces it may have.
  package init(from origin: Origin, isWhole: Bool, limit: Int) {
    events = [.start(origin)]
    self.isWhole = isWhole
    tokensLeft = max(0, limit)
  }

  package mutating func warn(_ warning: Warning) { events.append(.warning(warning)) }

  /// Appends a part as far as the limit allows; one of which nothing is left is not begun.
  package mutating func part(
    _ opening: PartOpening, _ pieces: [String], vendorData: [VendorKind: JSON] = [:]
  ) {
    let allowed = pieces.prefix(tokensLeft)
    if allowed.count < pieces.count { isCut = true }
    if allowed.isEmpty && !pieces.isEmpty { return }
    events.append(.partStart(index: nextIndex, opening))
    if isWhole {
      let text = allowed.joined()
      if !text.isEmpty { events.append(.partDelta(index: nextIndex, text: text)) }
    } else {
      for piece in allowed { events.append(.partDelta(index: nextIndex, text: piece)) }
    }
    events.append(.partEnd(index: nextIndex, vendorData: vendorData))
    nextIndex += 1
    tokens += allowed.count
    tokensLeft -= allowed.count
  }

  /// Appends a picture.
  package mutating func picture(_ picture: Picture) {
    events.append(.media(index: nextIndex, .media(Media(bytes: PNG.write(picture)))))
    nextIndex += 1
  }

  /// Ends the answer.
  package mutating func finish(_ reason: FinishReason, _ usage: Usage) {
    events.append(.usage(usage))
    events.append(.finish(reason))
  }
}

// MARK: - In time

extension AnswerWriter {
  /// The answer as it is handed out.
  ///
  /// - Parameters:
  ///   - firstToken: From the first look at it to the first piece.
  ///   - perToken: From one piece to the next.
  ///   - breakOff: How far it comes, if not to its end; a reader of a whole one sees nothing of it.
  /// - Returns: What is handed out, and when.
  package func timed(
    firstToken: Duration, perToken: Duration, _ breakOff: TimedEvents.BreakOff? = nil
  ) -> TimedEvents {
    var begun = events
    if let breakOff { begun = isWhole ? [] : Array(events[..<place(behind: breakOff.count)]) }
    return TimedEvents(
      events: begun, times: times(of: begun, firstToken, perToken),
      end: breakOff.map { $0.failure.map { .failure($0) } ?? .stall } ?? .finish)
  }

  /// Where an answer breaks off; a part is not opened for a piece that is missing.
  private func place(behind count: Int) -> Int {
    var pieces = 0
    let place = events.firstIndex { event in
      if case .finish = event { return true }
      if case .partDelta = event { pieces += 1 }
      return pieces > count
    }
    guard let place, place > 0 else { return events.count }
    if case .partStart = events[place - 1] { return place - 1 }
    return place
  }

  private func times(
    of events: [StreamEvent], _ firstToken: Duration, _ perToken: Duration
  ) -> [Duration] {
    if firstToken <= .zero, perToken <= .zero { return [] }
    var pieces = isWhole ? tokens : 0
    return events.map { event in
      switch event {
      case .start where !isWhole, .warning where !isWhole: return .zero
      case .partDelta where !isWhole: pieces += 1
      default: break
      }
      return firstToken + perToken * max(0, pieces - 1)
    }
  }
}
