import SwitchboardCore

/// What is known of the families of open models (ollama.com/library, read on 2026-11-30).
///
/// The server itself says more (see ``OllamaModelList``); what a row leaves open is unknown, since
/// anybody may make models under these names.
enum OllamaModels {
  static let families: [ModelDescriptor] = [
    family("llama3.1", window: 131_072, [.tools]),
    family("llama3.2", window: 131_072, [.tools]),
    family("llama3.2-vision", window: 131_072, [.imageInput]),
    family("llama3.3", window: 131_072, [.tools]),
    family("llava", [.imageInput]),
    family("gemma3", [.imageInput]),
    family("qwen2.5", [.tools]),
    family("qwen2.5vl", [.imageInput]),
    family("qwen3", [.tools, .reasoning]),
    family("qwen3-vl", [.tools, .reasoning, .imageInput]),
    family("deepseek-r1", [.reasoning]),
    family("gpt-oss", window: 131_072, [.tools, .reasoning]),
    family("mistral", [.tools]),
    family("phi4", [.tools]),
  ]

  private static func family(
    _ id: String, window: Int? = nil, _ can: Set<Ability>
  ) -> ModelDescriptor {
    ModelDescriptor(
      id, window: window, can: can.union([.streaming, .systemText, .structuredOutput]),
      inputs: can.contains(.imageInput) ? pictures : [MediaLimit("text/*")],
      rejects: [.countPenalty])
  }

  /// The picture types that the server decodes.
  static let pictures = [
    MediaLimit("image/png"), MediaLimit("image/jpeg"), MediaLimit("image/webp"),
    MediaLimit("text/*"),
  ]
}
