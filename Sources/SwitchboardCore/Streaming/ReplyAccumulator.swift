/// Folds the events of one answer into a reply.
public struct ReplyAccumulator: Sendable {
  private enum Slot: Sendable {
    case open(PartOpening, String)
    case whole(Part)
    /// A part of which nothing is kept.
    case void
  }

  private var slots: [Slot] = []
  /// Part index to place in ``slots``: sources stand between the parts without an index, and a part
  /// from before a new beginning has no place.
  private var places: [Int?] = []

  /// Who answers, once that is known.
  public private(set) var origin: Origin?

  /// The newest snapshot of the tokens.
  public private(set) var usage: Usage?

  /// What changed on the way.
  public private(set) var warnings: [Warning] = []

  /// Why it ended; `nil` until it has.
  public private(set) var finish: FinishReason?

  /// Creates an empty accumulator.
  public init() {}

  /// Takes the next event; events must follow ``StreamGrammar``, others are passed over.
  public mutating func add(_ event: StreamEvent) {
    switch event {
    case .start(let origin):
      self.origin = origin
    case .partStart(_, let opening):
      places.append(slots.count)
      slots.append(.open(opening, ""))
    case .partDelta(let index, let text):
      grow(index, by: text)
    case .partEnd(let index, let vendorData):
      guard let place = place(of: index), case .open(let opening, let text) = slots[place] else {
        return
      }
      var part = Self.part(opening, text)
      part.vendorData = vendorData
      slots[place] = .whole(part)
    case .media(_, let part):
      places.append(slots.count)
      slots.append(.whole(part))
    case .source(let part):
      slots.append(.whole(part))
    case .usage(let usage):
      self.usage = usage
    case .warning(let warning):
      warnings.append(warning)
    case .seam(let seam):
      origin = seam.to
      switch seam.strategy {
      case .restart:
        slots = []
        places = Array(repeating: nil, count: places.count)
      case .continue:
        slots = slots.map { Self.part($0, isCut: true).map { .whole($0) } ?? .void }
      }
    case .finish(let reason):
      finish = reason
    }
  }

  /// The part of an index as it stands now.
  public func part(at index: Int) -> Part? {
    place(of: index).flatMap { Self.part(slots[$0], isCut: false) }
  }

  /// Whether there is anything that a reader would want to keep.
  public var hasContent: Bool {
    slots.contains { if case .void = $0 { false } else { true } }
  }

  /// The message so far; open parts stand in it as far as they have come.
  ///
  /// Empty open texts are left out, and so are calls cut off before their end: a call must not run
  /// with half its arguments.
  public func message(incomplete: Message.Incompleteness? = nil) -> Message {
    Message(
      role: .assistant, parts: slots.compactMap { Self.part($0, isCut: incomplete != nil) },
      origin: origin, incomplete: incomplete)
  }

  /// The finished reply.
  ///
  /// - Throws: ``SwitchboardError`` of kind `truncated`, with the partial message, when the events
  ///   had no finish.
  public func reply(id: String? = nil, timing: Timing? = nil) throws -> ChatReply {
    guard let origin, let finish else {
      throw SwitchboardError(
        .truncated, "The answer ended without its end; what came until then is kept.",
        vendor: origin?.vendor, model: origin?.model, outputBegun: hasContent,
        partial: hasContent ? message(incomplete: .truncated) : nil)
    }
    return ChatReply(
      id: id, message: message(), origin: origin, finish: finish, usage: usage,
      warnings: warnings, timing: timing)
  }

  private func place(of index: Int) -> Int? {
    places.indices.contains(index) ? places[index] : nil
  }

  private mutating func grow(_ index: Int, by text: String) {
    guard let place = place(of: index), case .open(let opening, var whole) = slots[place] else {
      return
    }
    // The slot lets go of the text first, so that it grows in place.
    slots[place] = .open(opening, "")
    whole += text
    slots[place] = .open(opening, whole)
  }

  /// The part of a slot; `nil` when nothing of it is kept.
  private static func part(_ slot: Slot, isCut: Bool) -> Part? {
    switch slot {
    case .open(.toolCall, _) where isCut: nil
    case .open(_, "") where isCut: nil
    case .open(let opening, let text): part(opening, text)
    case .whole(let part): part
    case .void: nil
    }
  }

  private static func part(_ opening: PartOpening, _ text: String) -> Part {
    switch opening {
    case .text: .text(text)
    case .reasoning(let isRedacted): Part(.reasoning(Reasoning(text, isRedacted: isRedacted)))
    case .toolCall(let id, let name):
      Part(.toolCall(ToolCall(id: id, name: name, argumentsText: text)))
    case .opaque: Part(.opaque)
    }
  }
}
