import SwitchboardAnthropic
import SwitchboardBedrock
import SwitchboardCore
import SwitchboardGemini
import SwitchboardOllama
import SwitchboardOpenAI
import SwitchboardWire

/// A vendor whose decoding and encoding are measured: one row each.
struct VendorRow: Sendable {
  /// How a stream of the vendor is framed.
  enum Framing: Sendable {
    case serverSentEvents
    /// With the `type` of each event as its name.
    case namedEvents
    case lines
    /// Of AWS, each event with its name as the one member of an object around it.
    case frames
  }

  /// The name in the figures.
  let name: String

  /// The model that is asked.
  let model: ModelReference

  /// How its stream is framed.
  var framing = Framing.serverSentEvents

  /// What stands before the text in a stream, one JSON text an event.
  var opening: [String] = []

  /// An event with a piece of text, as it travels.
  let piece: String

  /// What stands behind the text.
  let closing: [String]

  /// Makes the vendor with a key that opens nothing.
  let provider: @Sendable (any HTTPTransport) throws -> any TextProvider

  /// Every vendor that is measured.
  static let all = [
    VendorRow(
      name: "anthropic", model: "anthropic/claude-sonnet-4-5", framing: .namedEvents,
      opening: [
        #"{"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","#
          + #""content":[],"model":"claude-sonnet-4-5","stop_reason":null,"#
          + #""usage":{"input_tokens":19,"output_tokens":1}}}"#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
      ],
      piece:
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" fjord"}}"#,
      closing: [
        #"{"type":"content_block_stop","index":0}"#,
        #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}"#,
        #"{"type":"message_stop"}"#,
      ],
      provider: { AnthropicProvider(key: key, transport: $0) }),
    VendorRow(
      name: "bedrock", model: "bedrock/amazon.nova-lite-v1:0", framing: .frames,
      opening: [#"{"messageStart":{"p":"abcdefghijk","role":"assistant"}}"#],
      piece: #"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":" fjord"},"#
        + #""p":"abcdefghijklmnopqrstuvwxyzABCDEF"}}"#,
      closing: [
        #"{"contentBlockStop":{"contentBlockIndex":0,"p":"abcdefghijklm"}}"#,
        #"{"messageStop":{"p":"abcdefghijklmnop","stopReason":"end_turn"}}"#,
        #"{"metadata":{"metrics":{"latencyMs":412},"p":"abcdefgh","#
          + #""usage":{"inputTokens":19,"outputTokens":9,"totalTokens":28}}}"#,
      ],
      provider: {
        try BedrockProvider(
          configuration: VendorConfiguration(
            id: "bedrock", kind: "bedrock", keys: KeyRing(), values: ["region": "us-east-1"]),
          transport: $0, surroundings: awsKeys)
      }),
    VendorRow(
      name: "gemini", model: "gemini/gemini-2.5-flash",
      piece: gemini(#"{"content":{"parts":[{"text":" fjord"}],"role":"model"},"index":0}"#),
      closing: [
        gemini(#"{"content":{"role":"model"},"finishReason":"STOP","index":0}"#)
      ],
      provider: { GeminiProvider(key: key, transport: $0) }),
    VendorRow(
      name: "ollama", model: "ollama/llama3.2", framing: .lines,
      piece: #"{"model":"llama3.2","created_at":"2026-01-31T09:30:00.123456789Z","#
        + #""message":{"role":"assistant","content":" fjord"},"done":false}"#,
      closing: [
        #"{"model":"llama3.2","created_at":"2026-01-31T09:30:01.123456789Z","#
          + #""message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"#
          + #""prompt_eval_count":19,"eval_count":9}"#
      ],
      provider: { OllamaProvider(transport: $0) }),
    VendorRow(
      name: "openai", model: "openai/gpt-4o-mini", framing: .namedEvents,
      opening: [
        #"{"type":"response.created","response":{"id":"resp_1","model":"gpt-4o-mini"}}"#,
        #"{"type":"response.output_item.added","output_index":0,"#
          + #""item":{"id":"msg_1","type":"message","role":"assistant","content":[]}}"#,
        #"{"type":"response.content_part.added","item_id":"msg_1","output_index":0,"#
          + #""content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}"#,
      ],
      piece: #"{"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_1","#
        + #""output_index":0,"content_index":0,"delta":" fjord","logprobs":[]}"#,
      closing: [
        #"{"type":"response.completed","response":{"id":"resp_1","model":"gpt-4o-mini","#
          + #""status":"completed","output":[],"usage":{"input_tokens":19,"output_tokens":9}}}"#
      ],
      provider: { OpenAIProvider(key: key, transport: $0) }),
    VendorRow(
      name: "openaiChat", model: "openai/gpt-4o-mini", piece: Samples.chunk,
      closing: [
        #"{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#, "[DONE]",
      ],
      provider: {
        try OpenAIProvider(
          configuration: VendorConfiguration(
            id: "openai", kind: "openai", keys: KeyRing(key), values: ["protocol": "chat"]),
          transport: $0)
      }),
  ]

  private static let key = Secret("sk-for-the-benchmarks")

  /// Keys of an account, so that requests are signed.
  static let awsKeys = UserSurroundings(
    variable: { ["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "for-the-benchmarks"][$0] },
    file: { _ in nil })

  private static func gemini(_ candidate: String) -> String {
    #"{"candidates":["# + candidate
      + #"],"usageMetadata":{"promptTokenCount":19,"candidatesTokenCount":9,"totalTokenCount":28},"#
      + #""modelVersion":"gemini-2.5-flash","responseId":"r1"}"#
  }
}

extension VendorRow {
  /// A stream with so many pieces of text, as it travels.
  func stream(pieces: Int) throws -> [UInt8] {
    try opening.flatMap(framed) + repeatElement(framed(piece), count: pieces).joined()
      + closing.flatMap(framed)
  }

  private func framed(_ data: String) throws -> [UInt8] {
    switch framing {
    case .lines:
      return Array("\(data)\n".utf8)
    case .serverSentEvents:
      return Array("data: \(data)\n\n".utf8)
    case .namedEvents:
      let type = try JSON(parsing: data)["type"].string ?? ""
      return Array("event: \(type)\ndata: \(data)\n\n".utf8)
    case .frames:
      return try JSON(parsing: data).members.flatMap { event, payload in
        EventFrame.bytes(event, payload: payload.encoded())
      }
    }
  }
}
