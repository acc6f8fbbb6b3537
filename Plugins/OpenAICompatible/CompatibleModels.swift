import SwitchboardCore

/// What is known of the models behind the rows of the table, read on 2026-11-30.
///
/// What a vendor does not say of a model is left open. Servers on one's own machine say themselves
/// what they have; ids that are not here are sent all the same.
enum CompatibleModels {
  static let models: [VendorKind: [ModelDescriptor]] = [
    "mistral": rows(
      "https://mistral.ai/pricing",
      [
        model(
          "mistral-large-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput], "0.5", "1.5", "0.05"),
        model(
          "mistral-medium-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "1.5", "7.5", "0.15"),
        model(
          "mistral-small-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "0.15", "0.6", "0.015"),
        model(
          "magistral-medium-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "1.5", "7.5", "0.15"),
        model(
          "magistral-small-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "0.15", "0.6", "0.015"),
        model(
          "ministral-14b-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput], "0.2", "0.2", "0.02"),
        model(
          "ministral-8b-latest", 262_144, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput], "0.15", "0.15", "0.015"),
        model(
          "ministral-3b-latest", 131_072, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput], "0.1", "0.1", "0.01"),
        model(
          "codestral-latest", 128_000, nil, [.tools, .toolChoice, .structuredOutput], "0.3", "0.9",
          "0.03"),
        model(
          "devstral-medium-latest", 256_000, nil, [.tools, .toolChoice, .structuredOutput], "0.4",
          "2", "0.04"),
        model(
          "devstral-small-latest", 256_000, nil, [.tools, .toolChoice, .structuredOutput], "0.1",
          "0.3", "0.01"),
        model(
          "pixtral-large-latest", 128_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput], "2", "6", "0.2"),
        model(
          "open-mistral-nemo", 128_000, nil, [.toolChoice, .structuredOutput], "0.3", "0.3", "0.03"),
      ]),
    "deepseek": rows(
      "https://api-docs.deepseek.com/quick_start/pricing",
      [
        model(
          "deepseek-v4-pro", 1_000_000, 393_216,
          [.tools, .toolChoice, .structuredOutput, .reasoning], "1.32", "3.96", "0.044"),
        model(
          "deepseek-v4-flash", 1_000_000, 393_216,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "0.3", "1.2", "0.006"),
        model(
          "deepseek-v3.2", 163_840, nil, [.tools, .toolChoice, .reasoning], "0.28", "0.4", "0.028"),
        model(
          "deepseek-r1", 65_536, 8_192, [.tools, .toolChoice, .reasoning], "0.55", "2.19", "0.14"),
        model(
          "deepseek-chat", 131_072, 8_192, [.tools, .toolChoice, .structuredOutput], "0.28", "0.42",
          "0.028", retires: "2026-07-24"),
        model(
          "deepseek-reasoner", 131_072, 65_536, [.structuredOutput, .reasoning], "0.28", "0.42",
          "0.028", retires: "2026-07-24"),
      ]),
    "xai": rows(
      "https://docs.x.ai/docs/models",
      [
        model(
          "grok-4.7", 500_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "2", "6", "0.5",
          long: ("4", "12", "1")),
        model(
          "grok-4.6", 500_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "2", "6", "0.5",
          long: ("4", "12", "1")),
        model(
          "grok-4.5", 500_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "2", "6", "0.3",
          long: ("4", "12", "0.6")),
        model(
          "grok-4.3", 1_000_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "1.25", "2.5", "0.2",
          long: ("2.5", "5", "0.4")),
        model(
          "grok-4.20", 1_000_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "1.25", "2.5", "0.2",
          long: ("2.5", "5", "0.4")),
        model(
          "grok-code-fast-1", 256_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "1", "2", "0.2",
          long: ("2", "4", "0.4")),
        model(
          "grok-build-latest", 500_000, nil,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "2", "6", "0.3",
          long: ("4", "12", "0.6")),
      ]),
    "groq": rows(
      "https://groq.com/pricing",
      [
        model(
          "openai/gpt-oss-120b", 131_072, 65_536,
          [.tools, .toolChoice, .structuredOutput, .reasoning], "0.15", "0.6", "0.075"),
        model(
          "openai/gpt-oss-20b", 131_072, 65_536,
          [.tools, .toolChoice, .structuredOutput, .reasoning], "0.075", "0.3", "0.0375"),
        model(
          "qwen/qwen3.8-27b", 131_072, 16_384,
          [.imageInput, .tools, .toolChoice, .structuredOutput, .reasoning], "0.8", "4", nil),
      ]),
    "perplexity": rows(
      "https://docs.perplexity.ai/guides/pricing",
      [
        model("sonar", 128_000, nil, [], "1", "1", nil),
        model("sonar-pro", 200_000, 8_000, [], "3", "15", nil),
        model("sonar-reasoning-pro", 128_000, nil, [.reasoning], "2", "8", nil),
        model("sonar-deep-research", 128_000, nil, [.reasoning], "2", "8", nil),
      ]),
  ]

  /// How tokens are reckoned, by the beginnings of names; what nobody says is reckoned carefully.
  ///
  /// That DeepSeek's tools bring a prompt of their own is what its replies report.
  private static let tokens: [(names: [String], profile: TokenProfile)] = [
    (["openai/gpt-oss"], TokenProfile(vocabulary: .bpe200k)),
    (["qwen/"], TokenProfile(vocabulary: .bpe152k)),
    (["deepseek"], TokenProfile(vocabulary: .bpe129k, perToolList: 240)),
    (["sonar"], TokenProfile(vocabulary: .bpe129k)),
    (
      ["mistral", "magistral", "ministral", "codestral", "devstral", "pixtral", "open-mistral"],
      TokenProfile(vocabulary: .bpe131k)
    ),
  ]

  private static func tokens(of id: String) -> TokenProfile? {
    tokens.first { row in row.names.contains { id.hasPrefix($0) } }?.profile
  }

  private struct Row {
    var model: ModelDescriptor
    var prices: (input: String, output: String, cached: String?)
    /// What prompts above 200,000 tokens cost.
    var long: (input: String, output: String, cached: String)?
  }

  private static func rows(_ source: String, _ rows: [Row]) -> [ModelDescriptor] {
    rows.map { row in
      var model = row.model
      model.prices = Prices(
        row.prices.input, row.prices.output, cached: row.prices.cached, asOf: "2026-11-30",
        source: source)
      if let long = row.long {
        model.prices = model.prices?.above(200_000, long.input, long.output, cached: long.cached)
      }
      return model
    }
  }

  private static func model(
    _ id: String, _ window: Int?, _ output: Int?, _ can: Set<Ability>, _ input: String,
    _ price: String, _ cached: String?, retires: String? = nil,
    long: (input: String, output: String, cached: String)? = nil
  ) -> Row {
    Row(
      model: ModelDescriptor(
        id, window: window, maxOutput: output, can: can.union([.streaming, .systemText]),
        cannot: [.videoInput, .imageOutput, .imageEdit], retires: retires.flatMap { Day($0) },
        tokens: tokens(of: id)),
      prices: (input, price, cached), long: long)
  }
}
