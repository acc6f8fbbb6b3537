import SwitchboardCore

/// What is known of Bedrock's models, read on 2026-11-30.
///
/// Windows, longest answers and abilities are those of the model cards and of "Supported models and
/// model features" (docs.aws.amazon.com/bedrock/latest/userguide), prices those of us-east-1
/// (aws.amazon.com/bedrock/pricing), retirements those of "Model lifecycle" there. A row speaks for
/// the longer names that begin with its own, and for its model under a geography or an ARN.
enum BedrockModels {
  static let models: [ModelDescriptor] =
    claude + nova + open
    + [
      picture("amazon.nova-canvas-v1:0", "0.06", retires: "2026-09-30"),
      picture("amazon.titan-image-generator-v2:0", "0.008", retires: "2026-06-30"),
      picture("amazon.titan-image-generator-v1", "0.008"),
    ]

  private static let claude: [ModelDescriptor] = [
    latest("anthropic.claude-fable-5-1", price("10", "50", "0.25", "12.5"), forced: false),
    latest("anthropic.claude-fable-5", price("10", "50", "1", "12.5")),
    latest("anthropic.claude-mythos-5-1", price("10", "50", "0.25", "12.5"), forced: false),
    latest("anthropic.claude-opus-5-5", price("4", "20", "0.2", "5"), forced: false),
    latest("anthropic.claude-opus-5", price("5", "25", "0.5", "6.25")),
    latest("anthropic.claude-sonnet-5-5", price("2", "10", "0.1", "2.5"), forced: false),
    latest("anthropic.claude-sonnet-5", price("2", "10", "0.2", "2.5")),
    latest(
      "anthropic.claude-haiku-5-5",
      price("0.1", "0.5", "0.01", "0.125")
        .above(100_000, "0.5", "2.5", cached: "0.05", cacheWrite: "0.625")),
    latest("anthropic.claude-opus-4-8", price("5", "25", "0.5", "6.25")),
    latest("anthropic.claude-opus-4-7", price("5", "25", "0.5", "6.25")),
    claude("anthropic.claude-opus-4-6-v1", 1_000_000, 128_000, price("5", "25", "0.5", "6.25")),
    claude("anthropic.claude-sonnet-4-6", 1_000_000, 64_000, price("3", "15", "0.3", "3.75")),
    claude(
      "anthropic.claude-opus-4-5-20251101-v1:0", 200_000, 64_000, price("5", "25", "0.5", "6.25")),
    claude(
      "anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000, 64_000, longSonnet,
      retires: "2027-04-08"),
    claude(
      "anthropic.claude-haiku-4-5-20251001-v1:0", 200_000, 64_000, price("1", "5", "0.1", "1.25")),
    claude(
      "anthropic.claude-opus-4-1-20250805-v1:0", 200_000, 32_000, price("15", "75", "1.5", "18.75"),
      retires: "2027-01-08", holdsToSchema: false),
  ]

  private static let nova: [ModelDescriptor] = [
    text("amazon.nova-2-lite-v1:0", 1_000_000, 64_000, price("0.3", "2.5", "0.075"), sees + thinks),
    text("amazon.nova-pro-v1:0", 300_000, 10_000, price("0.8", "3.2", "0.2"), sees),
    text("amazon.nova-lite-v1:0", 300_000, 10_000, price("0.06", "0.24", "0.015"), sees),
    text("amazon.nova-micro-v1:0", 128_000, 10_000, price("0.035", "0.14", "0.00875"), calls),
  ]

  /// Models with open weights and others; most leave on one day.
  private static let open: [ModelDescriptor] = [
    text("openai.gpt-oss-120b-1:0", 128_000, 16_384, price("0.15", "0.6"), calls + thinks + holds),
    text("openai.gpt-oss-20b-1:0", 128_000, 16_384, price("0.07", "0.3"), calls + thinks + holds),
    text("deepseek.r1-v1:0", 128_000, 8_192, price("1.35", "5.4"), [.reasoning], "2027-03-30"),
    text("deepseek.v3-v1:0", 128_000, 8_000, price("0.58", "1.68"), calls + holds, "2027-03-30"),
    text("deepseek.v3.2", 164_000, 8_000, price("0.62", "1.85"), calls + holds),
    text("qwen.qwen3-235b-a22b-2507-v1:0", 262_144, 8_192, price("0.22", "0.88"), calls + holds),
    text("qwen.qwen3-32b-v1:0", 32_768, 8_192, price("0.15", "0.6"), calls + holds),
    text(
      "qwen.qwen3-coder-480b-a35b-v1:0", 262_144, 16_384, price("0.45", "1.8"), calls + holds,
      "2027-03-30"),
    text("moonshot.kimi-k2-thinking", 256_000, 16_000, price("0.6", "2.5"), free, "2027-03-30"),
    text("moonshotai.kimi-k2.5", 256_000, 16_000, price("0.6", "3"), sees),
    text("minimax.minimax-m2", 1_000_000, 8_000, price("0.3", "1.2"), free + holds, "2027-03-30"),
    text("zai.glm-5", 200_000, 128_000, price("1", "3.2"), calls + thinks + holds),
    text(
      "mistral.mistral-large-3-675b-instruct", 256_000, 32_000, price("0.5", "1.5"),
      free + eyes + holds),
    text("mistral.pixtral-large-2502-v1:0", 128_000, 16_384, price("2", "6"), free + eyes),
    text("google.gemma-3-27b-it", 128_000, 8_000, price("0.23", "0.38"), eyes, "2027-03-30"),
    text(
      "meta.llama4-maverick-17b-instruct-v1:0", 1_000_000, 8_192, price("0.24", "0.97"),
      free + eyes, "2027-03-30"),
    text(
      "meta.llama4-scout-17b-instruct-v1:0", 10_000_000, 8_192, price("0.17", "0.66"), free + eyes,
      "2027-03-30"),
    text(
      "meta.llama3-3-70b-instruct-v1:0", 128_000, 4_096, price("0.72", "0.72"), free, "2027-03-30"),
    text(
      "meta.llama3-1-70b-instruct-v1:0", 128_000, 4_096, price("0.72", "0.72"), free, "2027-03-30"),
    text(
      "meta.llama3-1-8b-instruct-v1:0", 128_000, 4_096, price("0.22", "0.22"), free, "2027-03-30"),
  ]

  /// Models that have left or are not offered by name, and what holds for a maker's others.
  static let families: [ModelDescriptor] = [
    ModelDescriptor(
      "anthropic.", can: [.streaming, .systemText, .imageInput, .documentInput, .tools],
      cannot: never, inputs: media, tokens: BedrockTokens.profile(of: "anthropic.")),
    claude(
      "anthropic.claude-sonnet-4-2025", 200_000, 64_000, longSonnet,
      retires: "2026-10-14", holdsToSchema: false),
    claude(
      "anthropic.claude-opus-4-2025", 200_000, 32_000, price("15", "75", "1.5", "18.75"),
      retires: "2026-05-31", holdsToSchema: false),
    claude(
      "anthropic.claude-3-7-sonnet", 200_000, 64_000, price("3", "15", "0.3", "3.75"),
      retires: "2026-04-28", holdsToSchema: false),
    text("anthropic.claude-3-5-sonnet", 200_000, 8_192, price("3", "15"), sees, "2026-07-30"),
    text("anthropic.claude-3-5-haiku", 200_000, 8_192, price("0.8", "4"), sees, "2026-06-19"),
    text("anthropic.claude-3-sonnet", 200_000, 4_096, price("3", "15"), sees, "2026-07-30"),
    text("anthropic.claude-3-haiku", 200_000, 4_096, price("0.25", "1.25"), sees),
    text("anthropic.claude-v2", 100_000, 4_096, price("8", "24"), [], "2025-07-21"),
    text("anthropic.claude-instant-v1", 100_000, 4_096, price("0.8", "2.4"), [], "2025-07-21"),
    text("ai21.jamba-1-5-large", 256_000, 4_096, price("2", "8"), free, "2026-11-26"),
    text("ai21.jamba-1-5-mini", 256_000, 4_096, price("0.2", "0.4"), free, "2026-11-26"),
    prompt("ai21.j2-mid", 8_191, 8_191, price("12.5", "12.5"), "2024-08-31", streams: false),
    prompt("ai21.j2-ultra", 8_191, 8_191, price("18.8", "18.8"), "2024-08-31", streams: false),
    prompt("amazon.titan-text-express", 8_192, 8_192, price("0.2", "0.6"), "2025-08-15"),
    prompt("amazon.titan-text-lite", 4_096, 4_096, price("0.15", "0.2"), "2025-08-15"),
    prompt("amazon.titan-text-premier", 32_000, 3_072, price("0.5", "1.5"), "2025-08-15"),
    prompt("amazon.titan-tg1-large", nil, nil, nil),
    text("amazon.nova-premier", 1_000_000, 10_000, price("2.5", "12.5", "0.625"), sees),
    prompt("cohere.command-text", 4_096, 4_096, price("1", "2")),
    prompt("cohere.command-light", 4_096, 4_096, price("0.3", "0.6")),
    text("cohere.command-r-v1", 128_000, 4_000, price("0.5", "1.5"), free, "2026-08-19"),
    text("cohere.command-r-plus", 128_000, 4_000, price("3", "15"), free, "2026-08-19"),
    text("meta.llama3-8b", 8_192, 2_048, price("0.3", "0.6"), [], "2027-03-30"),
    text("meta.llama3-70b", 8_192, 2_048, price("2.65", "3.5"), [], "2027-03-30"),
    text("meta.llama2-", 4_096, 2_048, nil, [], "2024-10-30"),
    prompt("mistral.mistral-7b", 32_000, 4_096, price("0.15", "0.2"), "2027-03-30"),
    prompt("mistral.mixtral-8x7b", 32_000, 4_096, price("0.45", "0.7"), "2027-03-30"),
    text("mistral.mistral-large-2402", 32_000, 4_096, price("4", "12"), free),
  ]

  private static let always: Set<Ability> = [.streaming, .systemText, .documentInput]
  private static let never: Set<Ability> = [.audioInput, .imageOutput, .imageEdit]
  /// Calls tools as it likes.
  private static let free: [Ability] = [.tools]
  private static let calls: [Ability] = free + [.toolChoice]
  private static let eyes: [Ability] = [.imageInput]
  private static let sees: [Ability] = calls + eyes
  private static let thinks: [Ability] = [.reasoning]
  private static let holds: [Ability] = [.structuredOutput]
  private static let optional: Set<Ability> = [.imageInput, .tools, .toolChoice]

  /// Bedrock API Reference, Message: 20 pictures of 3.75 MB and 8,000 pixels, five documents of
  /// 4.5 MB.
  private static let media: [MediaLimit] =
    ["image/png", "image/jpeg", "image/gif", "image/webp"].map {
      MediaLimit($0, count: 20, bytes: 3_750_000, side: 8000)
    } + documents

  private static let documents: [MediaLimit] =
    [
      "application/pdf", "text/*", "application/json", "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ].map { MediaLimit($0, count: 5, bytes: 4_500_000) }

  private static func text(
    _ id: String, _ window: Int?, _ output: Int?, _ prices: Prices?, _ more: [Ability],
    _ retires: String? = nil
  ) -> ModelDescriptor {
    let can = always.union(more)
    return ModelDescriptor(
      id, window: window, maxOutput: output, can: can,
      cannot: never.union(optional.subtracting(can)),
      inputs: can.contains(.imageInput) ? media : documents, prices: prices,
      retires: retires.flatMap { Day($0) }, tokens: BedrockTokens.profile(of: id))
  }

  /// A model that takes no instructions apart from the conversation, and text alone.
  private static func prompt(
    _ id: String, _ window: Int?, _ output: Int?, _ prices: Prices?, _ retires: String? = nil,
    streams: Bool = true
  ) -> ModelDescriptor {
    var model = text(id, window, output, prices, [], retires)
    model.can = streams ? [.streaming] : []
    model.cannot.formUnion([.systemText, .structuredOutput, .reasoning])
    if !streams { model.cannot.insert(.streaming) }
    model.inputs = []
    return model
  }

  private static func claude(
    _ id: String, _ window: Int, _ output: Int, _ prices: Prices?, retires: String? = nil,
    holdsToSchema: Bool = true
  ) -> ModelDescriptor {
    var model = text(
      id, window, output, prices, sees + thinks + (holdsToSchema ? holds : []), retires)
    if !holdsToSchema { model.cannot.insert(.structuredOutput) }
    return model
  }

  /// A Claude that takes no sampling options.
  private static func latest(
    _ id: String, _ prices: Prices?, forced: Bool = true
  ) -> ModelDescriptor {
    var model = claude(id, 1_000_000, 128_000, prices)
    model.rejects = [.temperature, .topP, .topK]
    if !forced {
      model.can.remove(.toolChoice)
      model.cannot.insert(.toolChoice)
    }
    return model
  }

  private static func picture(
    _ id: String, _ each: String, retires: String? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, can: [.imageOutput, .imageEdit],
      cannot: Set(Ability.allCases).subtracting([.imageOutput, .imageEdit]),
      inputs: ["image/png", "image/jpeg"].map { MediaLimit($0, count: 5, side: 1408) },
      prices: Prices(image: USD(each), asOf: Day("2026-11-30"), source: source),
      retires: retires.flatMap { Day($0) })
  }

  private static func price(
    _ input: String, _ output: String, _ cached: String? = nil, _ write: String? = nil
  ) -> Prices {
    Prices(
      input, output, cached: cached, cacheWrite: write, asOf: "2026-11-30", source: source)
  }

  /// Sonnets whose window can be widened to a million tokens by a beta.
  private static let longSonnet = price("3", "15", "0.3", "3.75")
    .above(200_000, "6", "22.5", cached: "0.6", cacheWrite: "7.5")

  private static let source = "https://aws.amazon.com/bedrock/pricing"
}
