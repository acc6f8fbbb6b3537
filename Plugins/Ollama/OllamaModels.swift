import SwitchboardCore

/// What is known of the families of open models (ollama.com/library, read on 2026-11-30).
///
/// The server itself says more (see ``OllamaModelList``); what a row leaves open is unknown, since
/// anybody may make models under these names.
enum OllamaModels {
  static let families: [ModelDescriptor] = [
    family("llama3.1", window: 131_072, .bpe129k, [.tools]),
    family("llama3.2", window: 131_072, .bpe129k, [.tools]),
    family("llama3.2-vision", window: 131_072, .bpe129k, [.imageInput]),
    family("llama3.3", window: 131_072, .bpe129k, [.tools]),
    family("llava", .pieces32k, [.imageInput]),
    family("gemma3", .pieces262k, [.imageInput]),
    family("qwen2.5", .bpe152k, [.tools]),
    family("qwen2.5vl", .bpe152k, [.imageInput]),
    family("qwen3", .bpe152k, [.tools, .reasoning]),
    family("qwen3-vl", .bpe152k, [.tools, .reasoning, .imageInput]),
    family("deepseek-r1", .bpe152k, [.reasoning]),
    family("gpt-oss", window: 131_072, .bpe200k, [.tools, .reasoning]),
    family("mistral", .pieces32k, [.tools]),
    family("phi4", .bpe100k, [.tools]),
  ]

  private static func family(
    _ id: String, window: Int? = nil, _ vocabulary: TokenVocabulary, _ can: Set<Ability>
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: window, can: can.union([.streaming, .systemText, .structuredOutput]),
      inputs: can.contains(.imageInput) ? pictures : [MediaLimit("text/*")],
      rejects: [.countPenalty], tokens: TokenProfile(vocabulary: vocabulary))
  }

  /// The picture types that the server decodes.
  static let pictures = [
    MediaLimit("image/png"), MediaLimit("image/jpeg"), MediaLimit("image/webp"),
    MediaLimit("text/*"),
  ]
}
