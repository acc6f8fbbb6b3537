import SwitchboardBedrock
import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

struct BedrockContractTests {
  /// A way of an entry, a model, a stream and a whole answer.
  static let answers: [(way: String, model: String, stream: [UInt8], whole: String)] = [
    (
      "converse", "anthropic.claude-opus-4-6-v1",
      FrameBytes.event("messageStart", #"{"role":"assistant"}"#)
        + FrameBytes.event(
          "contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":"Hé"}}"#)
        + FrameBytes.event("messageStop", #"{"stopReason":"end_turn"}"#)
        + FrameBytes.event("metadata", #"{"usage":{"inputTokens":1,"outputTokens":2}}"#),
      #"{"output":{"message":{"content":[{"text":"Hé"}]}},"stopReason":"end_turn"}"#
    ),
    (
      "invoke", "meta.llama3-8b-instruct-v1:0",
      FrameBytes.chunk(#"{"generation":"Hé","prompt_token_count":1,"stop_reason":null}"#)
        + FrameBytes.chunk(#"{"generation":"","generation_token_count":2,"stop_reason":"stop"}"#),
      #"{"generation":"Hé","stop_reason":"stop"}"#
    ),
    (
      "invoke", "anthropic.claude-haiku-4-5-20251001-v1:0",
      FrameBytes.chunk(#"{"type":"message_start","message":{"id":"m","content":[]}}"#)
        + FrameBytes.chunk(
          #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé"}}"#)
        + FrameBytes.chunk(#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#)
        + FrameBytes.chunk(#"{"type":"message_stop"}"#),
      #"{"type":"message","content":[{"type":"text","text":"Hé"}],"stop_reason":"end_turn"}"#
    ),
  ]

  @Test(arguments: answers)
  func `the vendor keeps the contract`(
    way: String, model: String, stream: [UInt8], whole: String
  ) async {
    let contract = VendorContract(model: model) { key, transport in
      try BedrockProvider(
        configuration: VendorConfiguration(
          id: "contract", kind: "bedrock", keys: KeyRing(key),
          values: ["region": "us-east-1", "protocol": JSON(way)]),
        transport: transport)
    }
    let findings = await contract.findings(
      stream: ScriptedResponse(body: stream), whole: ScriptedResponse(whole))
    #expect(findings == [])
  }
}
