import SwitchboardAnthropic
import SwitchboardBedrock
import SwitchboardConformance
import SwitchboardCore
import SwitchboardGemini
import SwitchboardHTTPFunction
import SwitchboardOllama
import SwitchboardOpenAI
import SwitchboardOpenAICompatible
import SwitchboardWire
import Testing

/// A vendor with one of its models, and an answer as it gives them: thinking that is signed, words,
/// and two calls side by side, as far as it has them.
///
/// What an answer says holds the vendor's name, so that it is found again wherever it goes.
struct PortableVendor: Sendable, CustomTestStringConvertible {
  let id: VendorID
  let model: String
  let answer: String
  let make: @Sendable (VendorID, any HTTPTransport) throws -> any TextProvider

  var testDescription: String { id.rawValue }

  var reference: ModelReference { ModelReference(vendor: id, model: model) }

  /// The vendor with a transport that answers everything with its one answer.
  func connected() throws -> (provider: any TextProvider, transport: ScriptedTransport) {
    let transport = ScriptedTransport(ScriptedResponse(answer))
    return (try make(id, transport), transport)
  }

  static let all = [
    anthropic, responses, chat, openRouter, mistral, gemini, converse, nova, jurassic, ollama,
    function,
  ]

  private static func call(_ name: String, _ place: String) -> String {
    #"{"name":"look","arguments":"{\"at\":\"\#(name)-\#(place)\"}"}"#
  }

  /// A message of chat completions.
  private static func completion(_ name: String, details: String = "") -> String {
    """
    {"id":"c1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{
      "role":"assistant","content":"\(name) says",\(details)
      "tool_calls":[{"id":"call_1","type":"function","function":\(call(name, "first"))},
                    {"id":"call_2","type":"function","function":\(call(name, "second"))}]},
      "finish_reason":"tool_calls"}],"usage":{"prompt_tokens":9,"completion_tokens":9}}
    """
  }

  static let anthropic = PortableVendor(
    id: "anthropic", model: "claude-sonnet-5",
    answer: """
      {"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[
        {"type":"thinking","thinking":"anthropic-thought","signature":"anthropic-seal=="},
        {"type":"text","text":"anthropic says"},
        {"type":"tool_use","id":"toolu_1","name":"look","input":{"at":"anthropic-first"}},
        {"type":"tool_use","id":"toolu_2","name":"look","input":{"at":"anthropic-second"}}],
       "stop_reason":"tool_use","usage":{"input_tokens":9,"output_tokens":9}}
      """
  ) { AnthropicProvider(id: $0, key: Secret("k"), transport: $1) }

  static let responses = PortableVendor(
    id: "openai", model: "gpt-5.4",
    answer: """
      {"id":"resp_1","object":"response","status":"completed","model":"gpt-5.4","output":[
        {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"openai-thought"}],
         "encrypted_content":"openai-seal-that-is-long"},
        {"type":"message","id":"msg_1","role":"assistant","status":"completed",
         "content":[{"type":"output_text","text":"openai says","annotations":[]}]},
        {"type":"function_call","id":"fc_1","call_id":"call_1","name":"look","status":"completed",
         "arguments":"{\\"at\\":\\"openai-first\\"}"},
        {"type":"function_call","id":"fc_2","call_id":"call_2","name":"look","status":"completed",
         "arguments":"{\\"at\\":\\"openai-second\\"}"}],
       "usage":{"input_tokens":9,"output_tokens":9}}
      """
  ) { OpenAIProvider(id: $0, key: Secret("k"), transport: $1) }

  static let chat = PortableVendor(
    id: "openai-chat", model: "gpt-4o-mini", answer: completion("openai-chat")
  ) {
    try OpenAIProvider(
      configuration: VendorConfiguration(
        id: $0, kind: "openai", keys: KeyRing(Secret("k")), values: ["protocol": "chat"]),
      transport: $1)
  }

  static let openRouter = PortableVendor(
    id: "openrouter", model: "maker/thinker",
    answer: completion(
      "openrouter",
      details: """
        "reasoning":"openrouter-thought","reasoning_details":[{"type":"reasoning.text",
        "text":"openrouter-thought","signature":"openrouter-seal-that-is-long"}],
        """)
  ) {
    try OpenAICompatibleProvider(
      configuration: VendorConfiguration(
        id: $0, kind: "openrouter", keys: KeyRing(Secret("k"))), transport: $1)
  }

  static let mistral = PortableVendor(
    id: "mistral", model: "mistral-large-latest", answer: completion("mistral")
  ) {
    try OpenAICompatibleProvider(
      configuration: VendorConfiguration(
        id: $0, kind: "mistral", keys: KeyRing(Secret("k"))), transport: $1)
  }

  static let gemini = PortableVendor(
    id: "gemini", model: "gemini-3.8-flash",
    answer: """
      {"candidates":[{"content":{"role":"model","parts":[
        {"text":"gemini-thought","thought":true},
        {"text":"gemini says"},
        {"functionCall":{"name":"look","args":{"at":"gemini-first"}},
         "thoughtSignature":"gemini-seal"},
        {"functionCall":{"name":"look","args":{"at":"gemini-second"}}}]},
       "finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":9}}
      """
  ) { GeminiProvider(id: $0, key: Secret("k"), transport: $1) }

  /// A message of Converse.
  private static func converse(_ name: String, thought: String = "") -> String {
    """
    {"output":{"message":{"role":"assistant","content":[\(thought)
      {"text":"\(name) says"},
      {"toolUse":{"toolUseId":"t1","name":"look","input":{"at":"\(name)-first"}}},
      {"toolUse":{"toolUseId":"t2","name":"look","input":{"at":"\(name)-second"}}}]}},
     "stopReason":"tool_use","usage":{"inputTokens":9,"outputTokens":9}}
    """
  }

  static let converse = PortableVendor(
    id: "bedrock", model: "anthropic.claude-sonnet-5",
    answer: converse(
      "bedrock",
      thought: """
        {"reasoningContent":{"reasoningText":{"text":"bedrock-thought","signature":"bedrock-seal"}}},
        """)
  ) { try BedrockProvider(id: $0, region: "us-east-1", key: Secret("k"), transport: $1) }

  static let nova = PortableVendor(
    id: "nova", model: "amazon.nova-pro-v1:0", answer: converse("nova")
  ) { try BedrockProvider(id: $0, region: "us-east-1", key: Secret("k"), transport: $1) }

  /// A model that is given one text and nothing else.
  static let jurassic = PortableVendor(
    id: "jurassic", model: "ai21.j2-ultra-v1",
    answer: """
      {"id":1,"prompt":{"text":"","tokens":[]},"completions":[{"data":{"text":"jurassic says",
       "tokens":[]},"finishReason":{"reason":"endoftext"}}]}
      """
  ) { try BedrockProvider(id: $0, region: "us-east-1", key: Secret("k"), transport: $1) }

  static let ollama = PortableVendor(
    id: "ollama", model: "qwen3-vl",
    answer: """
      {"model":"qwen3-vl","message":{"role":"assistant","content":"ollama says",
       "thinking":"ollama-thought","tool_calls":[
        {"function":{"name":"look","arguments":{"at":"ollama-first"}}},
        {"function":{"name":"look","arguments":{"at":"ollama-second"}}}]},
       "done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":9}
      """
  ) { OllamaProvider(id: $0, transport: $1) }

  static let function = PortableVendor(
    id: "function", model: "default", answer: "function says"
  ) { HTTPFunctionProvider(id: $0, baseURL: "https://f.example", transport: $1) }
}
