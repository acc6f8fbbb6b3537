import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardWire
import Testing

struct OpenAIContractTests {
  private static let stream = """
    data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hé"}}]}

    data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":"{}"}}]}}]}

    data: {"id":"c","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

    data: {"id":"c","model":"m","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}

    data: [DONE]


    """

  private static let whole = """
    {"id":"c","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hé"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}
    """

  @Test func `the vendor keeps the contract over chat completions`() async {
    let contract = VendorContract(model: "gpt-4.1") { key, transport in
      try OpenAIProvider(
        configuration: VendorConfiguration(
          id: "contract", kind: "openai", keys: KeyRing(key), values: ["protocol": "chat"]),
        transport: transport)
    }
    let findings = await contract.findings(
      stream: ScriptedResponse(headers: ["content-type": "text/event-stream"], Self.stream),
      whole: ScriptedResponse(Self.whole))
    #expect(findings == [])
  }

  @Test func `the vendor keeps the contract over Responses`() async {
    let output = """
      [{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"Z0FB"},\
      {"type":"message","id":"m","content":[{"type":"output_text","text":"Hé"}]},\
      {"type":"function_call","id":"fc","call_id":"t","name":"f","arguments":"{}"}]
      """
    let response = "{\"id\":\"r\",\"status\":\"completed\",\"output\":\(output)}"
    let stream = """
      data: {"type":"response.created","response":{"id":"r","model":"m"}}

      data: {"type":"response.output_text.delta","output_index":1,"item_id":"m","delta":"H"}

      data: {"type":"response.output_text.delta","output_index":1,"item_id":"m","delta":"é"}

      data: {"type":"response.completed","response":\(response)}


      """
    let contract = VendorContract(model: "gpt-5.4") { key, transport in
      try OpenAIProvider(
        configuration: VendorConfiguration(id: "contract", kind: "openai", keys: KeyRing(key)),
        transport: transport)
    }
    let findings = await contract.findings(
      stream: ScriptedResponse(headers: ["content-type": "text/event-stream"], stream),
      whole: ScriptedResponse(response))
    #expect(findings == [])
  }
}
