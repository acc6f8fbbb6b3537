import SwitchboardCore

/// How the tokens of Bedrock's models are reckoned, by the beginnings of their names.
///
/// The vocabularies are those that the makers publish with their weights or counts; pictures of
/// Claude cost their pixels divided by 750 (platform.claude.com/docs/en/build-with-claude/vision, read
/// on 2026-11-30). Nothing is said of models whose maker publishes nothing.
enum BedrockTokens {
  /// The profile of a model; `nil` where nothing is known.
  static func profile(of model: String) -> TokenProfile? {
    rows.first { row in row.names.contains { model.hasPrefix($0) } }?.profile
  }

  private static let rows: [(names: [String], profile: TokenProfile)] = [
    (
      ["anthropic.claude-haiku-4"],
      claude(.words49k, .area(pixels: 750, side: 1_568, most: 1_600), toolList: 496)
    ),
    (
      [
        "anthropic.claude-3", "anthropic.claude-sonnet-4",
        "anthropic.claude-opus-4-1", "anthropic.claude-opus-4-2", "anthropic.claude-opus-4-5",
        "anthropic.claude-opus-4-6",
      ], claude(.words49k, .area(pixels: 750, side: 1_568, most: 1_600))
    ),
    (
      ["anthropic.claude-v2", "anthropic.claude-instant"],
      TokenProfile(vocabulary: .bpe65k)
    ),
    (
      ["anthropic."], claude(.words15k, .area(pixels: 750, side: 2_576, most: 4_784))
    ),
    (["openai.gpt-oss"], TokenProfile(vocabulary: .bpe200k)),
    (["deepseek.", "meta.llama3", "meta.llama4"], TokenProfile(vocabulary: .bpe129k)),
    (["qwen."], TokenProfile(vocabulary: .bpe152k)),
    (["google.gemma"], TokenProfile(vocabulary: .pieces262k, picture: .flat(258))),
    (
      ["mistral.mistral-large-3", "mistral.pixtral"], TokenProfile(vocabulary: .bpe131k)
    ),
    (["mistral.", "meta.llama2"], TokenProfile(vocabulary: .pieces32k)),
  ]

  private static func claude(
    _ vocabulary: TokenVocabulary, _ picture: PictureTokens, toolList: Int = 346
  ) -> TokenProfile {
    TokenProfile(
      vocabulary: vocabulary, perToolList: toolList, perTool: 8, perSchema: 160, perToolCall: 10,
      perToolResult: 10,
      picture: picture, perPage: 3_000)
  }
}
