extension StreamEvent {
  /// The public JSON form of one event line.
  ///
  /// - Parameters:
  ///   - accumulator: The events until now, this one among them: the end of a part is written with
  ///     the whole part.
  ///   - reply: The form of the whole reply, which the finish is written with.
  /// - Returns: The form.
  public func json(after accumulator: ReplyAccumulator, reply: @autoclosure () -> JSON) -> JSON {
    switch self {
    case .start(let origin):
      .object([("event", "start"), ("origin", origin.json)])
    case .partStart(let index, let opening):
      .object([("event", "part.start"), ("index", JSON(index))] + opening.members)
    case .partDelta(let index, let text):
      .object([("event", "part.delta"), ("index", JSON(index)), ("text", JSON(text))])
    case .partEnd(let index, _):
      .object([
        ("event", "part.end"), ("index", JSON(index)),
        ("part", accumulator.part(at: index)?.json ?? .missing),
      ])
    case .media(let index, let part):
      .object([("event", "media"), ("index", JSON(index)), ("part", part.json)])
    case .source(let part):
      .object([("event", "source"), ("part", part.json)])
    case .usage(let usage):
      .object([("event", "usage"), ("usage", usage.json)])
    case .warning(let warning):
      .object([("event", "warning"), ("warning", warning.json)])
    case .seam(let seam):
      .object([
        ("event", "seam"), ("from", seam.from.json), ("to", seam.to.json),
        ("strategy", JSON(seam.strategy.rawValue)),
      ])
    case .finish:
      .object([("event", "finish"), ("reply", reply())])
    }
  }
}

extension PartOpening {
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .text: [("type", "text")]
    case .reasoning: [("type", "reasoning")]
    case .toolCall(let id, let name):
      [("type", "toolCall"), ("id", JSON(id)), ("name", JSON(name))]
    case .opaque: [("type", "opaque")]
    }
  }
}
