import SwitchboardCore
import Testing

/// What is said of requests that are not of the public form.
struct RequestFormTests {
  @Test(arguments: [
    ("{}", "messages"), ("[]", "The value"), (#"{"messages":{}}"#, "messages"),
    (#"{"messages":[1]}"#, "messages[0]"),
    (#"{"messages":[{"role":"king","parts":[]}]}"#, "messages[0].role"),
    (#"{"messages":[{"role":"user","parts":[{"type":"x"}]}]}"#, "messages[0].parts[0].type"),
    (#"{"messages":[],"options":{"maxOutputTokens":0}}"#, "options.maxOutputTokens"),
    (#"{"messages":[],"options":{"topK":1.5}}"#, "options.topK"),
    (#"{"messages":[],"tools":[{"name":"t","parameters":"one\ntwo\r\n"}]}"#, "tools[0].parameters"),
    (#"{"messages":[],"tools":[{"name":7}]}"#, "tools[0].name"),
    (#"{"messages":[],"stream":"\u001b[2J"}"#, "stream"),
    (#"{"messages":[],"vendorOptions":{"a":1}}"#, "vendorOptions.a"),
  ])
  func `a field of a wrong form is named in one sentence`(text: String, place: String) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: SwitchboardError.self) { try ChatRequest(json: json) }
    let message = try #require(error?.message)
    #expect(error?.kind == .invalidRequest)
    #expect(message.contains(place), "\(message)")
    #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(message)")
  }
}
