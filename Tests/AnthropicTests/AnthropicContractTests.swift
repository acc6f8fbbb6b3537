import SwitchboardAnthropic
import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

struct AnthropicContractTests {
  private static let stream = """
    event: message_start
    data: {"type":"message_start","message":{"id":"m","model":"c","usage":{"input_tokens":3}}}

    event: content_block_start
    data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

    event: ping
    data: {"type": "ping"}

    event: content_block_delta
    data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé"}}

    event: content_block_stop
    data: {"type":"content_block_stop","index":0}

    event: message_delta
    data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

    event: message_stop
    data: {"type":"message_stop"}


    """

  private static let whole = """
    {"type":"message","id":"m","model":"c","content":[{"type":"text","text":"Hé"}],\
    "stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":2}}
    """

  @Test func `the vendor keeps the contract`() async {
    let contract = VendorContract(model: "claude-haiku-4-5") { key, transport in
      AnthropicProvider(id: "contract", key: key, transport: transport)
    }
    let findings = await contract.findings(
      stream: ScriptedResponse(headers: ["content-type": "text/event-stream"], Self.stream),
      whole: ScriptedResponse(Self.whole))
    #expect(findings == [])
  }
}
