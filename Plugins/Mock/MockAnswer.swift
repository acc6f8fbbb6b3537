import SwitchboardCore

/// A whole answer as events, with the speed at which they are handed out and how it ends.
struct MockAnswer: Sendable {
  enum End: Sendable {
    /// The last event is the finish.
    case finish
    /// After the events the vendor fails.
    case failure(SwitchboardError)
    /// After the events nothing comes.
    case stall
  }

  var events: [StreamEvent] = []
  /// How many pieces the answer has; they are its tokens.
  var tokens = 0
  var times: MockLatency.Times
  var end = End.finish
  /// Whether everything is handed out at once, when all of it is there.
  let isWhole: Bool

  private var nextIndex = 0
  private var tokensLeft: Int
  private var isCut = false

  /// Puts an answer together.
  init(_ reply: MockReply, to turn: MockTurn, times: MockLatency.Times) {
    self.times = times
    isWhole = !turn.request.stream
    tokensLeft = min(turn.outputLimit, (turn.model.window ?? .max) - turn.inputTokens)
    events.reserveCapacity(reply.text.count + reply.reasoning.count + 8)
    events.append(.start(turn.origin))
    events.append(.warning(Self.warning))
    for warning in turn.warnings + reply.warnings { events.append(.warning(warning)) }

    var random = turn.random
    if !reply.reasoning.isEmpty {
      // Whoever sends the thinking back must send this with it, as with real vendors.
      let signature: JSON = ["signature": JSON(random.hex)]
      part(
        .reasoning(isRedacted: false), reply.reasoning,
        vendorData: [MockProvider.mockKind: signature])
    }
    let thought = tokens
    var text = reply.text
    if reply.prose > 0 {
      MockProse.append(
        as: turn.model.model, about: MockText.keywords(of: turn.prompt), .pieces(reply.prose),
        random: &random, to: &text)
    }
    let wasStopped = Self.cut(&text, before: turn.request.options.stop)
    if !text.isEmpty { part(.text, text) }
    for drawing in reply.images {
      let picture = MockPainter(prompt: drawing.prompt, random: random).png(drawing.size)
      events.append(.media(index: nextIndex, .media(Media(bytes: picture, mime: "image/png"))))
      nextIndex += 1
    }
    for (index, call) in reply.toolCalls.enumerated() {
      let id = call.id.isEmpty ? "call_\(random.hex)_\(index)" : call.id
      part(.toolCall(id: id, name: call.name), MockText.pieces(of: call.argumentsText))
    }
    let usage = Usage(
      input: turn.inputTokens, output: tokens, reasoning: thought > 0 ? thought : nil)
    events.append(.usage(reply.usage ?? usage))
    events.append(.finish(finish(of: reply, wasStopped: wasStopped)))
  }

  private static let warning = Warning(
    .mock, "The mock vendor made this reply up; no model was asked.")

  private func finish(of reply: MockReply, wasStopped: Bool) -> FinishReason {
    if isCut { return FinishReason(.length, raw: "max_tokens") }
    if let finish = reply.finish { return finish }
    if !reply.toolCalls.isEmpty { return FinishReason(.toolCalls, raw: "tool_calls") }
    return FinishReason(.stop, raw: wasStopped ? "stop_sequence" : "stop")
  }

  /// Appends a part as far as the limit of the answer allows.
  private mutating func part(
    _ opening: PartOpening, _ pieces: [String], vendorData: [VendorKind: JSON] = [:]
  ) {
    let allowed = pieces.prefix(max(0, tokensLeft))
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

  /// Ends a text before the first of the stops that is in it; the pieces need not meet the stops.
  private static func cut(_ pieces: inout [String], before stops: [String]) -> Bool {
    if stops.isEmpty { return false }
    let text = pieces.joined()
    let starts = stops.compactMap { $0.isEmpty ? nil : text.firstRange(of: $0)?.lowerBound }
    guard let start = starts.min() else { return false }
    pieces = MockText.pieces(of: String(text[..<start]))
    return true
  }

  /// Ends the answer early, as a fault says.
  ///
  /// A reader of a whole reply sees nothing of one that breaks off.
  mutating func breakOff(after count: Int, _ failure: SwitchboardError?) {
    end = failure.map { .failure($0) } ?? .stall
    if isWhole {
      events = []
      return
    }
    var pieces = 0
    let place = events.firstIndex { event in
      switch event {
      case .partDelta: pieces += 1
      case .finish: return true
      default: break
      }
      return pieces > count
    }
    events.removeSubrange((place ?? events.count)...)
    // A part is not opened for a token that does not come.
    if case .partStart = events.last { events.removeLast() }
  }

  /// When an event is handed out, from the start of the call, after so many pieces.
  func due(_ event: StreamEvent, afterPieces count: Int) -> Duration {
    if isWhole { return times.firstToken + times.perToken * max(0, tokens - 1) }
    switch event {
    case .start, .warning: return .zero
    case .partDelta: return times.firstToken + times.perToken * count
    default: return times.firstToken + times.perToken * max(0, count - 1)
    }
  }
}
