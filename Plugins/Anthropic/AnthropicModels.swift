import SwitchboardCore

/// What is known of Anthropic's models, read on 2026-11-30.
///
/// Windows, prices and abilities are the vendor's (platform.claude.com/docs/en/about-claude/models/
/// overview and …/pricing), retirements those of …/about-claude/model-deprecations. A row speaks
/// for the dated names of its model too. Prices of cache writes are those of the five-minute cache.
enum AnthropicModels {
  static let models: [ModelDescriptor] = [
    latest("claude-fable-5-1", price("10", "50", cached: "0.25", write: "12.5"), forced: false),
    latest("claude-fable-5", price("10", "50", cached: "1", write: "12.5")),
    latest("claude-mythos-5-1", price("10", "50", cached: "0.25", write: "12.5"), forced: false),
    latest("claude-mythos-5", price("10", "50", cached: "1", write: "12.5")),
    latest("claude-opus-5-5", price("4", "20", cached: "0.2", write: "5"), forced: false),
    latest("claude-opus-5", price("5", "25", cached: "0.5", write: "6.25")),
    latest("claude-sonnet-5-5", price("2", "10", cached: "0.1", write: "2.5"), forced: false),
    latest("claude-sonnet-5", price("2", "10", cached: "0.2", write: "2.5")),
    latest(
      "claude-haiku-5-5",
      price("0.1", "0.5", cached: "0.01", write: "0.125")
        .above(100_000, "0.5", "2.5", cached: "0.05", cacheWrite: "0.625")),
    latest("claude-opus-4-8", price("5", "25", cached: "0.5", write: "6.25")),
    latest("claude-opus-4-7", price("5", "25", cached: "0.5", write: "6.25")),
    large("claude-opus-4-6", price("5", "25", cached: "0.5", write: "6.25")),
    large("claude-sonnet-4-6", price("3", "15", cached: "0.3", write: "3.75")),
    small(
      "claude-opus-4-5", price("5", "25", cached: "0.5", write: "6.25"), retires: "2027-01-22"),
    small(
      "claude-sonnet-4-5", price("3", "15", cached: "0.3", write: "3.75"), retires: "2026-11-30"),
    haiku("claude-haiku-4-5", price("1", "5", cached: "0.1", write: "1.25")),
    latest(
      "claude-mythos-preview", price("10", "50", cached: "1", write: "12.5"),
      retires: "2026-06-30"),
  ]

  /// What every Claude does; nothing more is known of those that are not listed.
  static let families: [ModelDescriptor] = [
    ModelDescriptor(
      "claude-", can: [.tools, .streaming, .systemText, .imageInput, .documentInput],
      cannot: never, inputs: media(images: 100), tokens: tokens)
  ]

  /// How tokens are reckoned: a picture costs its pixels divided by 750, after it was shrunk
  /// (…/build-with-claude/vision), a page up to 3,000 (…/pdf-support), and tools bring a prompt of
  /// their own (…/about-claude/pricing, "Tool use").
  private static let tokens = TokenProfile(
    vocabulary: .words49k, perRequest: 3, perMessage: 4, perToolList: 346, perTool: 8,
    perSchema: 160, perToolCall: 10, perToolResult: 10,
    picture: .area(pixels: 750, side: 1_568, most: 1_600),
    perPage: 3_000)

  /// Those since Opus 4.7, which cut words into more pieces and look at larger pictures.
  private static let latestTokens: TokenProfile = {
    var latest = tokens
    latest.vocabulary = .words15k
    latest.picture = .area(pixels: 750, side: 2_576, most: 4_784)
    return latest
  }()

  private static let always: Set<Ability> = [
    .tools, .toolChoice, .streaming, .systemText, .imageInput, .documentInput, .structuredOutput,
    .reasoning,
  ]

  private static let never: Set<Ability> = [.audioInput, .videoInput, .imageOutput, .imageEdit]

  /// The most bytes that fit into the 32 MB of a request as base64 text.
  static let mostBytes = 24_000_000

  /// What a request may hold (platform.claude.com/docs/en/build-with-claude/vision, …/pdf-support).
  ///
  /// A picture may have 5 MiB as base64 text, which are three quarters of it in bytes.
  private static func media(images: Int) -> [MediaLimit] {
    ["image/png", "image/jpeg", "image/webp", "image/gif"].map {
      MediaLimit($0, count: images, bytes: 3_932_160, side: 8000)
    } + [
      MediaLimit("application/pdf", bytes: mostBytes), MediaLimit("text/*", bytes: mostBytes),
      MediaLimit("application/json", bytes: mostBytes),
    ]
  }

  /// A model of 2026 with a window of a million tokens; it takes no sampling options.
  private static func latest(
    _ id: String, _ prices: Prices?, retires: String? = nil, forced: Bool = true
  ) -> ModelDescriptor {
    var model = large(id, prices, retires: retires)
    model.rejects.formUnion([.temperature, .topP, .topK])
    model.tokens = latestTokens
    if !forced {
      model.can.remove(.toolChoice)
      model.cannot.insert(.toolChoice)
    }
    return model
  }

  /// A model with a window of a million tokens that samples.
  private static func large(
    _ id: String, _ prices: Prices?, retires: String? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: 1_000_000, maxOutput: 128_000, can: always, cannot: never,
      inputs: media(images: 600), rejects: unknown, prices: prices,
      retires: retires.flatMap { Day($0) }, tokens: tokens)
  }

  /// A model with a window of 200,000 tokens.
  private static func small(
    _ id: String, _ prices: Prices, retires: String? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: 200_000, maxOutput: 64_000, can: always, cannot: never,
      inputs: media(images: 100), rejects: unknown, prices: prices,
      retires: retires.flatMap { Day($0) }, tokens: tokens)
  }

  /// A small model whose prompt for tools is longer, as its replies report.
  private static func haiku(_ id: String, _ prices: Prices) -> ModelDescriptor {
    var model = small(id, prices)
    model.tokens?.perToolList = 496
    return model
  }

  /// Options that the interface has no member for.
  private static let unknown: Set<ChatParameter> = [
    .seed, .frequencyPenalty, .presencePenalty, .countPenalty,
  ]

  private static func price(
    _ input: String, _ output: String, cached: String, write: String
  ) -> Prices {
    Prices(
      input, output, cached: cached, cacheWrite: write, asOf: "2026-11-30",
      source: "https://platform.claude.com/docs/en/about-claude/pricing")
  }
}
