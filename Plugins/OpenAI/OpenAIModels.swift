import SwitchboardCore

/// What is known of OpenAI's models, read on 2026-11-30.
///
/// Windows, prices and retirements are the vendor's (platform.openai.com/docs/models and …/pricing),
/// abilities those of its model pages. A row speaks for the dated names of its model too.
enum OpenAIModels {
  static let models: [ModelDescriptor] = [
    reasoning(
      "gpt-6.1-sol", 922_000, 128_000,
      price("2", "10", cached: "0.1").above(long, "4", "15", cached: "0.2")),
    reasoning(
      "gpt-6-astra", 922_000, 128_000,
      price("10", "50", cached: "1").above(long, "20", "75", cached: "2")),
    reasoning(
      "gpt-6-sol", 922_000, 128_000,
      price("2", "10", cached: "0.2").above(long, "4", "15", cached: "0.4")),
    reasoning(
      "gpt-6-luna", 922_000, 128_000,
      price("0.1", "0.5", cached: "0.01").above(long, "0.2", "0.75", cached: "0.02")),
    reasoning(
      "gpt-5.6", 922_000, 128_000,
      price("4", "20", cached: "0.4").above(long, "8", "30", cached: "0.8")),
    reasoning(
      "gpt-5.6-sol", 922_000, 128_000,
      price("4", "20", cached: "0.4").above(long, "8", "30", cached: "0.8")),
    reasoning(
      "gpt-5.6-terra", 922_000, 128_000,
      price("2", "12", cached: "0.2").above(long, "4", "18", cached: "0.4")),
    reasoning(
      "gpt-5.6-luna", 922_000, 128_000,
      price("0.2", "1.2", cached: "0.02").above(long, "0.4", "1.8", cached: "0.04")),
    reasoning(
      "gpt-5.5", 1_050_000, 128_000,
      price("5", "30", cached: "0.5").above(long, "10", "45", cached: "1")),
    reasoning(
      "gpt-5.5-pro", 1_050_000, 128_000,
      price("30", "180").above(long, "60", "270")),
    reasoning(
      "gpt-5.4", 1_050_000, 128_000,
      price("2.5", "15", cached: "0.25").above(long, "5", "22.5", cached: "0.5")),
    reasoning(
      "gpt-5.4-pro", 1_050_000, 128_000,
      price("30", "180").above(long, "60", "270")),
    reasoning("gpt-5.4-mini", 272_000, 128_000, price("0.75", "4.5", cached: "0.075")),
    reasoning(
      "gpt-5.4-nano", 272_000, 128_000, price("0.2", "1.25", cached: "0.02"),
      retires: "2027-04-01"),
    reasoning(
      "gpt-5.3-codex", 272_000, 128_000, price("1.75", "14", cached: "0.175"),
      retires: "2027-04-01"),
    reasoning("gpt-5.2", 272_000, 128_000, price("1.75", "14", cached: "0.175")),
    reasoning("gpt-5.2-pro", 272_000, 128_000, price("21", "168")),
    reasoning(
      "gpt-5.1", 272_000, 128_000, price("1.25", "10", cached: "0.125"), retires: "2027-04-01"),
    reasoning("gpt-5", 272_000, 128_000, price("1.25", "10", cached: "0.125")),
    reasoning("gpt-5-pro", 400_000, 272_000, price("15", "120")),
    reasoning("gpt-5-mini", 272_000, 128_000, price("0.25", "2", cached: "0.025")),
    reasoning("gpt-5-nano", 272_000, 128_000, price("0.05", "0.4", cached: "0.005")),
    sees("gpt-4.1", 1_047_576, 32_768, price("2", "8", cached: "0.5")),
    sees("gpt-4.1-mini", 1_047_576, 32_768, price("0.4", "1.6", cached: "0.1")),
    sees(
      "gpt-4.1-nano", 1_047_576, 32_768, price("0.1", "0.4", cached: "0.025"),
      retires: "2026-10-23"),
    sees("gpt-4o", 128_000, 16_384, price("2.5", "10", cached: "1.25")),
    sees("gpt-4o-mini", 128_000, 16_384, price("0.15", "0.6", cached: "0.075")),
    sees("gpt-4-turbo", 128_000, 4_096, price("10", "30"), retires: "2026-10-23"),
    text("gpt-4", 8_192, 4_096, price("30", "60"), retires: "2026-10-23"),
    text("gpt-3.5-turbo", 16_385, 4_096, price("0.5", "1.5"), retires: "2026-10-23"),
    reasoning(
      "o4-mini", 200_000, 100_000, price("1.1", "4.4", cached: "0.275"), retires: "2026-10-23"),
    reasoning("o3", 200_000, 100_000, price("2", "8", cached: "0.5")),
    reasoning("o3-pro", 200_000, 100_000, price("20", "80")),
    reasoning(
      "o3-mini", 200_000, 100_000, price("1.1", "4.4", cached: "0.55"), retires: "2026-10-23",
      sees: false),
    reasoning("o1", 200_000, 100_000, price("15", "60", cached: "7.5"), retires: "2026-10-23"),
    paints("gpt-image-2.5-sunburst", price("5", "30", cached: "1.25")),
    paints("gpt-image-2.5-flare", price("5", "30", cached: "1.25")),
    paints("gpt-image-2", price("5", "30", cached: "1.25")),
    paints("gpt-image-1.5", price("5", "32", cached: "1.25"), retires: "2026-12-01"),
    paints("gpt-image-1-mini", price("2", "8", cached: "0.2"), retires: "2026-12-01"),
    paints("gpt-image-1", price("5", "40", cached: "1.25"), retires: "2026-10-23"),
    paints("chatgpt-image-latest", price("5", "32", cached: "1.25"), retires: "2026-12-01"),
    paints("dall-e-3", nil, retires: "2026-05-12", edits: false),
    paints("dall-e-2", nil, retires: "2026-05-12"),
  ]

  /// From where on a prompt is long (…/pricing, "Long context").
  private static let long = 272_000

  /// Families that are not offered by name.
  static let families: [ModelDescriptor] = [
    paints("gpt-image", nil),
    ModelDescriptor(
      "gpt-4o-audio", window: 128_000, maxOutput: 16_384,
      can: [.audioInput, .tools, .toolChoice, .streaming, .systemText],
      cannot: [.imageInput, .documentInput, .videoInput, .imageOutput, .imageEdit, .reasoning],
      rejects: [.topK, .countPenalty], tokens: tokens(of: "gpt-4o-audio")),
    ModelDescriptor(
      "gpt-audio", window: 128_000, maxOutput: 16_384,
      can: [.audioInput, .tools, .toolChoice, .streaming, .systemText],
      cannot: [.imageInput, .documentInput, .videoInput, .imageOutput, .imageEdit, .reasoning],
      rejects: [.topK, .countPenalty], tokens: tokens(of: "gpt-audio")),
  ]

  /// The word for the least that a model can think; `nil` for those that can do without
  /// (…/docs/guides/reasoning, "Reasoning effort").
  static func leastEffort(of model: String) -> String? {
    let row = efforts.first { model == $0.id || model.hasPrefix("\($0.id)-") }
    return row?.word
  }

  private static let efforts: [(id: String, word: String)] = [
    ("gpt-6.1-sol", "low"), ("gpt-6-astra", "low"), ("gpt-5.5-pro", "medium"),
    ("gpt-5.4-pro", "medium"), ("gpt-5.2-pro", "medium"), ("gpt-5-pro", "high"),
    ("gpt-5", "minimal"), ("o1", "low"), ("o3", "low"), ("o4", "low"),
  ]

  /// Whether a model is served by chat completions alone: those that hear, and those that search
  /// before they answer (…/docs/guides/audio and …/docs/guides/tools-web-search).
  static func speaksChatAlone(_ model: ModelDescriptor) -> Bool {
    model.can.contains(.audioInput) || model.model.contains("-search-preview")
      || model.model.contains("-search-api")
  }

  private static let always: Set<Ability> = [.tools, .toolChoice, .streaming, .systemText]

  private static let never: Set<Ability> = [.audioInput, .videoInput, .imageOutput, .imageEdit]

  /// platform.openai.com/docs/guides/images-vision: PNG, JPEG, WebP and still GIF, up to 1,500.
  private static let media = [
    MediaLimit("image/png", count: 1500, bytes: 50_000_000),
    MediaLimit("image/jpeg", count: 1500, bytes: 50_000_000),
    MediaLimit("image/webp", count: 1500, bytes: 50_000_000),
    MediaLimit("image/gif", count: 1500, bytes: 50_000_000),
    MediaLimit("application/pdf", bytes: 50_000_000), MediaLimit("text/*"),
  ]

  /// A model that thinks: it takes no sampling options
  /// (platform.openai.com/docs/guides/reasoning, "Limitations").
  private static func reasoning(
    _ id: String, _ window: Int, _ output: Int, _ prices: Prices, retires: String? = nil,
    sees: Bool = true
  ) -> ModelDescriptor {
    let eyes: Set<Ability> = [.imageInput, .documentInput]
    return ModelDescriptor(
      id, window: window, maxOutput: output,
      can: always.union([.structuredOutput, .reasoning]).union(sees ? eyes : []),
      cannot: never.union(sees ? [] : eyes), inputs: sees ? media : [MediaLimit("text/*")],
      rejects: [
        .temperature, .topP, .topK, .stop, .frequencyPenalty, .presencePenalty, .countPenalty,
      ],
      prices: prices, retires: retires.flatMap { Day($0) }, tokens: tokens(of: id))
  }

  /// A model that samples and sees.
  private static func sees(
    _ id: String, _ window: Int, _ output: Int, _ prices: Prices, retires: String? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: window, maxOutput: output,
      can: always.union([.structuredOutput, .imageInput, .documentInput]),
      cannot: never.union([.reasoning]), inputs: media, rejects: [.topK, .countPenalty],
      prices: prices, retires: retires.flatMap { Day($0) }, tokens: tokens(of: id))
  }

  /// A model of text alone.
  private static func text(
    _ id: String, _ window: Int, _ output: Int, _ prices: Prices, retires: String? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: window, maxOutput: output, can: always,
      cannot: never.union([.imageInput, .documentInput, .reasoning, .structuredOutput]),
      inputs: [MediaLimit("text/*")], rejects: [.topK, .countPenalty], prices: prices,
      retires: retires.flatMap { Day($0) }, tokens: tokens(of: id))
  }

  /// A model that answers with pictures alone; the price of output is that of a picture's tokens.
  private static func paints(
    _ id: String, _ prices: Prices?, retires: String? = nil, edits: Bool = true
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, can: edits ? [.imageOutput, .imageEdit] : [.imageOutput],
      cannot: edits ? [] : [.imageEdit],
      inputs: edits ? paintings : [], prices: prices, retires: retires.flatMap { Day($0) },
      answersWithText: false)
  }

  /// platform.openai.com/docs/api-reference/images/createEdit: up to 16 of less than 50 MB.
  private static let paintings = [
    MediaLimit("image/png", count: 16, bytes: 50_000_000),
    MediaLimit("image/jpeg", count: 16, bytes: 50_000_000),
    MediaLimit("image/webp", count: 16, bytes: 50_000_000),
  ]

  /// How tokens are reckoned: three around a message and one for its role, three for the answer
  /// (cookbook, "How to count tokens with tiktoken"), and pictures by tiles of 512 pixels or patches
  /// of 32 (…/docs/guides/images-vision, "Calculating costs").
  private static func tokens(of id: String) -> TokenProfile {
    let isOld = id.hasPrefix("gpt-4-") || id == "gpt-4" || id.hasPrefix("gpt-3.5")
    return TokenProfile(
      vocabulary: isOld ? .bpe100k : .bpe200k, perRequest: 3, perMessage: 4, perTool: 10,
      perToolCall: 8, perToolResult: 4, picture: picture(of: id), perPage: 2_000)
  }

  private static func picture(of id: String) -> PictureTokens {
    pictures.first { id.hasPrefix($0.id) }?.tokens ?? patches(most: 2_500)
  }

  /// By the beginnings of names, the longer ones first.
  private static let pictures: [(id: String, tokens: PictureTokens)] = [
    ("gpt-4.1-mini", patches(thousandths: 1_620)), ("gpt-4.1-nano", patches(thousandths: 2_460)),
    ("gpt-4o-mini", tiles(base: 2_833, each: 5_667)), ("gpt-4", tiles(base: 85, each: 170)),
    ("gpt-5-mini", patches(thousandths: 1_620)), ("gpt-5-nano", patches(thousandths: 2_460)),
    ("gpt-5.4-mini", patches(thousandths: 1_620)), ("gpt-5.4-nano", patches(thousandths: 2_460)),
    ("gpt-5.1", tiles(base: 70, each: 140)), ("gpt-5.2", patches()), ("gpt-5.3", patches()),
    ("gpt-5.", patches(most: 2_500)), ("gpt-5", tiles(base: 70, each: 140)),
    ("o4-mini", patches(thousandths: 1_720)), ("o", tiles(base: 75, each: 150)),
  ]

  private static func patches(most: Int = 1_536, thousandths: Int = 1_000) -> PictureTokens {
    .patches(side: 32, most: most, thousandths: thousandths)
  }

  private static func tiles(base: Int, each: Int) -> PictureTokens {
    .tiles(base: base, each: each, tile: 512, square: 2_048, shorter: 768)
  }

  private static func price(_ input: String, _ output: String, cached: String? = nil) -> Prices {
    Prices(
      input, output, cached: cached, asOf: "2026-11-30",
      source: "https://platform.openai.com/docs/pricing")
  }
}
