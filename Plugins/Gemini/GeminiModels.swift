import SwitchboardCore

/// What is known of Google's models, read on 2026-11-30.
///
/// Windows, prices and retirements are the vendor's (ai.google.dev/gemini-api/docs/models,
/// …/pricing and …/deprecations), abilities those of its model pages. A row speaks for the dated names of its model too.
enum GeminiModels {
  static let models: [ModelDescriptor] = [
    talks("gemini-4-argon", price("2", "10", cached: "0.1")),
    talks("gemini-3.8-flash", price("0.75", "3.75", cached: "0.075")),
    talks("gemini-3.7-flash", price("0.75", "3.75", cached: "0.075")),
    talks("gemini-3.6-flash", price("0.75", "3.75", cached: "0.075")),
    talks("gemini-3.5-flash", price("1.5", "9", cached: "0.15"), samples: true),
    talks("gemini-3.5-flash-lite", price("0.3", "2.5", cached: "0.03")),
    talks("gemini-3.1-pro-preview", pro, samples: true),
    talks(
      "gemini-3.1-flash-lite", price("0.25", "1.5", cached: "0.025"), samples: true,
      retires: "2027-05-07"),
    talks("gemini-3-flash-preview", price("0.5", "3", cached: "0.05"), samples: true),
    talks(
      "gemini-2.5-pro",
      price("1.25", "10", cached: "0.125").above(long, "2.5", "15", cached: "0.25"),
      samples: true),
    talks("gemini-2.5-flash", price("0.3", "2.5", cached: "0.03"), samples: true),
    talks("gemini-2.5-flash-lite", price("0.1", "0.4", cached: "0.01"), samples: true),
    talks("gemini-pro-latest", pro, samples: true),
    talks("gemini-flash-latest", price("0.75", "3.75", cached: "0.075")),
    talks("gemini-flash-lite-latest", price("0.3", "2.5", cached: "0.03")),
    paints("gemini-nano-banana-2.1", 131_072, 32_768, "1.5", image: "0.0336"),
    paints("gemini-3.1-flash-image", 131_072, 32_768, "0.5", image: "0.045"),
    paints("gemini-3.1-flash-lite-image", 65_536, 4_096, "0.25", image: "0.0336"),
    paints("gemini-3-pro-image", 65_536, 32_768, "2", image: "0.134"),
    paints(
      "gemini-2.5-flash-image", 65_536, 32_768, "0.3", image: "0.039", retires: "2027-03-15",
      thinks: false),
  ]

  /// Families that are not offered by name.
  static let families: [ModelDescriptor] = [
    ModelDescriptor(
      "imagen", can: [.imageOutput], cannot: Set(Ability.allCases).subtracting([.imageOutput]),
      answersWithText: false),
    ModelDescriptor(
      "gemini-2.0-flash", window: 1_048_576, maxOutput: 8_192,
      can: always.union(eyesAndEars).union([.structuredOutput]),
      cannot: [.reasoning, .imageOutput, .imageEdit], inputs: media, rejects: [.countPenalty],
      tokens: tokens),
    ModelDescriptor(
      "gemini-3", window: 1_048_576, can: always.union([.imageInput, .reasoning]), inputs: media,
      rejects: [.countPenalty], tokens: latestTokens),
    ModelDescriptor(
      "gemini-4", window: 1_048_576, can: always.union([.imageInput, .reasoning]), inputs: media,
      rejects: sampling.union([.countPenalty]), tokens: latestTokens),
    ModelDescriptor(
      "gemma-4", window: 262_144, maxOutput: 32_768,
      can: always.union([.imageInput, .reasoning, .structuredOutput]),
      cannot: [.imageOutput, .imageEdit], inputs: media, rejects: [.countPenalty],
      tokens: tokens),
    ModelDescriptor(
      "gemma-3", window: 131_072, maxOutput: 8_192, can: [.imageInput, .streaming],
      cannot: [.systemText, .reasoning, .imageOutput, .imageEdit], inputs: media,
      rejects: [.countPenalty], tokens: tokens),
  ]

  private static let always: Set<Ability> = [.tools, .toolChoice, .streaming, .systemText]

  private static let eyesAndEars: Set<Ability> = [
    .imageInput, .documentInput, .audioInput, .videoInput,
  ]

  /// ai.google.dev/gemini-api/docs/whats-new-gemini-3.6: refused or passed over since then.
  private static let sampling: Set<ChatParameter> = [.temperature, .topP, .topK]

  /// ai.google.dev/gemini-api/docs/image-understanding, …/audio, …/video-understanding and
  /// …/document-processing.
  private static let media = [
    MediaLimit("image/png", count: 3600), MediaLimit("image/jpeg", count: 3600),
    MediaLimit("image/webp", count: 3600), MediaLimit("image/heic", count: 3600),
    MediaLimit("image/heif", count: 3600), MediaLimit("application/pdf", bytes: 50_000_000),
    MediaLimit("audio/wav"), MediaLimit("audio/mpeg"), MediaLimit("audio/aac"),
    MediaLimit("audio/ogg"), MediaLimit("audio/flac"), MediaLimit("audio/aiff"),
    MediaLimit("audio/mp4"), MediaLimit("video/*", count: 10), MediaLimit("text/*"),
    MediaLimit("application/json"), MediaLimit("application/xml"),
  ]

  /// A model that answers in words.
  private static func talks(
    _ id: String, _ prices: Prices, samples: Bool = false, retires: String? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: 1_048_576, maxOutput: 65_536,
      can: always.union(eyesAndEars).union([.structuredOutput, .reasoning]),
      cannot: [.imageOutput, .imageEdit], inputs: media,
      rejects: (samples ? [] : sampling).union([.countPenalty]), prices: prices,
      retires: retires.flatMap { Day($0) }, tokens: tokens(of: id))
  }

  /// A model that answers in words and pictures.
  ///
  /// Tokens of pictures cost many times what those of words do, so only the price of a picture is
  /// said.
  private static func paints(
    _ id: String, _ window: Int, _ output: Int, _ input: String, image: String,
    retires: String? = nil, thinks: Bool = true
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: window, maxOutput: output,
      can: Set([.imageInput, .imageOutput, .imageEdit, .streaming, .systemText]).union(
        thinks ? [.reasoning] : []),
      cannot: Set([.tools, .toolChoice, .structuredOutput, .audioInput, .videoInput]).union(
        thinks ? [] : [.reasoning]), inputs: media,
      rejects: [.countPenalty],
      prices: Prices(
        input: USD(input), image: USD(image), asOf: Day("2026-11-30"), source: source),
      retires: retires.flatMap { Day($0) }, tokens: tokens(of: id))
  }

  /// From where on a prompt is long.
  private static let long = 200_000

  private static let pro = price("2", "12", cached: "0.2").above(long, "4", "18", cached: "0.4")

  /// How tokens are reckoned (ai.google.dev/gemini-api/docs/tokens): text without frames, 258 a tile
  /// of a picture and 258 a page, 32 a second of sound, 263 a second of film.
  private static let tokens = TokenProfile(
    vocabulary: .pieces262k, perRequest: 1, perMessage: 1, perTool: 10, perToolCall: 8,
    perToolResult: 8, picture: .crops(each: 258, least: 384, most: 768), perPage: 258,
    perSecondOfSound: 32, perSecondOfFilm: 263)

  /// Those since Gemini 3 (ai.google.dev/gemini-api/docs/media-resolution): a most for a picture, a
  /// page and a frame of a film, whatever their size.
  private static let latestTokens: TokenProfile = {
    var latest = tokens
    latest.picture = .flat(1_120)
    latest.perPage = 560
    latest.perSecondOfFilm = 102
    return latest
  }()

  private static func tokens(of id: String) -> TokenProfile {
    id.hasPrefix("gemini-2") ? tokens : latestTokens
  }

  private static let source = "https://ai.google.dev/gemini-api/docs/pricing"

  private static func price(_ input: String, _ output: String, cached: String) -> Prices {
    Prices(input, output, cached: cached, asOf: "2026-11-30", source: source)
  }
}
