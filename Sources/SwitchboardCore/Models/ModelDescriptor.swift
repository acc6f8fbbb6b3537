/// What is known of one model.
///
/// Everything may be unknown; nothing is guessed.
public struct ModelDescriptor: Hashable, Sendable {
  /// The vendor's id of the model, or of the family for facts that hold for all its members.
  public var model: String

  /// The tokens of prompt and answer together that the model can hold.
  public var window: Int?

  /// The longest answer in tokens.
  public var maxOutput: Int?

  /// Whether it answers with text; painters that answer with pictures alone do not.
  public var answersWithText: Bool

  /// What it can do.
  public var can: Set<Ability>

  /// What it cannot do.
  public var cannot: Set<Ability>

  /// What media it takes, and how much; the first rule that matches a type holds.
  public var inputs: [MediaLimit]

  /// Options that the vendor refuses for this model.
  public var rejects: Set<ChatParameter>

  /// What it costs.
  public var prices: Prices?

  /// The day on which the vendor stops serving it, or has stopped.
  public var retires: Day?

  /// How its prompt tokens are reckoned; `nil` reckons carefully (``TokenProfile/unknown``).
  public var tokens: TokenProfile?

  /// Creates a description.
  public init(
    _ model: String, window: Int? = nil, maxOutput: Int? = nil, can: Set<Ability> = [],
    cannot: Set<Ability> = [], inputs: [MediaLimit] = [], rejects: Set<ChatParameter> = [],
    prices: Prices? = nil, retires: Day? = nil, answersWithText: Bool = true,
    tokens: TokenProfile? = nil
  ) {
    self.model = model
    self.window = window
    self.maxOutput = maxOutput
    self.can = can
    self.cannot = cannot
    self.inputs = inputs
    self.rejects = rejects
    self.prices = prices
    self.retires = retires
    self.answersWithText = answersWithText
    self.tokens = tokens
  }

  /// Whether the model has an ability.
  public func support(for ability: Ability) -> Support {
    if can.contains(ability) { return .yes }
    return cannot.contains(ability) ? .no : .unknown
  }
}

/// The options of a request that models may refuse.
public enum ChatParameter: String, Hashable, Sendable, CaseIterable {
  /// ``ChatOptions/temperature``
  case temperature
  /// ``ChatOptions/topP``
  case topP
  /// ``ChatOptions/topK``
  case topK
  /// ``ChatOptions/stop``
  case stop
  /// ``ChatOptions/seed``
  case seed
  /// ``ChatOptions/frequencyPenalty``
  case frequencyPenalty
  /// ``ChatOptions/presencePenalty``
  case presencePenalty
  /// ``ChatOptions/countPenalty``
  case countPenalty
}

/// How much media of a type a model takes.
public struct MediaLimit: Hashable, Sendable {
  /// A media type, or all types of a family as `image/*`.
  public var mime: String

  /// The most pieces a request may hold.
  public var count: Int?

  /// The most bytes of one piece, before any encoding.
  public var bytes: Int?

  /// The most pixels along the longer side of one picture.
  public var side: Int?

  /// Creates a limit.
  public init(_ mime: String, count: Int? = nil, bytes: Int? = nil, side: Int? = nil) {
    self.mime = mime
    self.count = count
    self.bytes = bytes
    self.side = side
  }

  /// Whether the rule speaks of a media type.
  public func matches(_ type: String) -> Bool {
    let (mime, type) = (mime.lowercased(), type.lowercased())
    return mime == type || mime.hasSuffix("/*") && type.hasPrefix(mime.dropLast())
  }
}

/// What a model costs, in US dollars a million tokens.
public struct Prices: Hashable, Sendable {
  /// Prompt tokens that no cache had.
  public var input: USD?

  /// Prompt tokens read from a cache.
  public var cachedInput: USD?

  /// Prompt tokens written to a cache.
  public var cacheWrite: USD?

  /// Generated tokens.
  public var output: USD?

  /// One picture, in dollars.
  public var image: USD?

  /// The day on which these prices were read.
  public var asOf: Day?

  /// Where they were read.
  public var source: String?

  /// Creates prices.
  public init(
    input: USD? = nil, cachedInput: USD? = nil, cacheWrite: USD? = nil, output: USD? = nil,
    image: USD? = nil, asOf: Day? = nil, source: String? = nil
  ) {
    self.input = input
    self.cachedInput = cachedInput
    self.cacheWrite = cacheWrite
    self.output = output
    self.image = image
    self.asOf = asOf
    self.source = source
  }

  /// What a usage costs; unknown when a count or a price that it needs is.
  ///
  /// Tokens of a cache whose price is unknown are reckoned at that of the prompt: an estimate.
  public func cost(of usage: Usage) -> Cost {
    guard let input, let output, let read = usage.input, let written = usage.output else {
      return .unknown
    }
    let cached = usage.cachedInput ?? 0
    let stored = usage.cacheWrite ?? 0
    let fresh = max(0, read - cached - stored)
    let amount =
      USD.price(tokens: fresh, perMillion: input)
      + USD.price(tokens: cached, perMillion: cachedInput ?? input)
      + USD.price(tokens: stored, perMillion: cacheWrite ?? input)
      + USD.price(tokens: written, perMillion: output)
    let isPriced = (cached == 0 || cachedInput != nil) && (stored == 0 || cacheWrite != nil)
    return Cost(
      usd: amount, quality: usage.source == .reported && isPriced ? .exact : .estimated)
  }
}
