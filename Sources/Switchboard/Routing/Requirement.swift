public import SwitchboardCore

/// What a request needs of a model.
public struct Requirement: Sendable {
  /// What is asked for.
  public enum Answer: String, Sendable, Hashable {
    /// Text.
    case text
    /// Pictures.
    case images
  }

  /// What is asked for.
  public var answer: Answer

  /// The abilities, in a fixed order, each once.
  public var abilities: [Ability]

  /// Those of the abilities that a vendor can do without, with a warning, when its model was named.
  public var wishes: Set<Ability>

  /// The media of the newest turn, which the model must be shown.
  public var media: [Media]

  /// The media of earlier turns, which a model that cannot be shown them does without, with a warning;
  /// each with the place of its message.
  public var earlierMedia: [(message: Int, media: Media)]

  /// The tokens of room for the answer.
  public var outputTokens: Int

  /// The longest answer asked for; `nil` when the request leaves it open.
  public var maxOutputTokens: Int?

  /// Reads what a request needs.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - policy: How much room is kept for an answer whose length the request leaves open.
  public init(of request: ChatRequest, policy: ContextPolicy = ContextPolicy()) {
    answer = .text
    let newestTurn = request.newestTurn
    media = request.media(newestTurn..<request.messages.count).map(\.media)
    earlierMedia = request.media(0..<newestTurn)
    var needs = Set(request.require)
    for piece in media { needs.insert(piece.family.input) }
    if !request.tools.isEmpty { needs.insert(.tools) }
    if request.output?.schema != nil { needs.insert(.structuredOutput) }
    switch request.toolChoice {
    case .required, .named: needs.insert(.toolChoice)
    case .auto, .some(.none), nil: break
    }
    if let wish = request.reasoning, !wish.isOff { needs.insert(.reasoning) }
    abilities = needs.sorted()
    wishes = Set([.reasoning, .toolChoice]).subtracting(request.require)
    maxOutputTokens = request.options.maxOutputTokens
    outputTokens = maxOutputTokens ?? policy.reserveOutput
  }

  /// Reads what a request for pictures needs.
  public init(of request: ImageRequest) {
    answer = .images
    abilities = request.task == .generate && request.inputs.isEmpty ? [.imageOutput] : [.imageEdit]
    wishes = []
    media = []
    earlierMedia = []
    outputTokens = 0
  }
}
