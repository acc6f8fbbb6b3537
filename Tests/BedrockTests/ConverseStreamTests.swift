import SwitchboardCore
import Testing

@testable import SwitchboardBedrock

struct ConverseStreamTests {
  static let stream =
    FrameBytes.event("messageStart", #"{"role":"assistant","p":"abcd"}"#)
    + FrameBytes.event(
      "contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"Hm 🥝"}}}"#)
    + FrameBytes.event(
      "contentBlockDelta",
      #"""
      {"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"s"}}}
      """#)
    + FrameBytes.event("contentBlockStop", #"{"contentBlockIndex":0}"#)
    + FrameBytes.event(
      "contentBlockStart",
      #"{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"t1","name":"now"}}}"#)
    + FrameBytes.event(
      "contentBlockDelta", #"{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{}"}}}"#)
    + FrameBytes.event("contentBlockStop", #"{"contentBlockIndex":1}"#)
    + FrameBytes.event("messageStop", #"{"stopReason":"tool_use"}"#)
    + FrameBytes.event("metadata", #"{"usage":{"inputTokens":5,"outputTokens":7},"p":"a"}"#)

  @Test func `a stream is read, cut at any byte`() async throws {
    let model = "anthropic.claude-opus-4-6-v1"
    let reply = try await Vendor.reply([Self.stream], model: model, way: "converse")
    #expect(reply.message.toolCalls == [ToolCall(id: "t1", name: "now", argumentsText: "{}")])
    #expect(reply.message.parts.first?.content == .reasoning(Reasoning("Hm 🥝")))
    #expect(reply.usage?.output == 7)
    for cut in 1..<Self.stream.count {
      let pieces = [Array(Self.stream[..<cut]), Array(Self.stream[cut...])]
      #expect(
        try await Vendor.reply(pieces, model: model, way: "converse") == reply, "cut at \(cut)")
    }
    let bytes = Self.stream.map { [$0] }
    #expect(try await Vendor.reply(bytes, model: model, way: "converse") == reply)
  }

  @Test func `a stream that stops anywhere before its end is cut`() async {
    // Behind the reason of the end only the counts are missing.
    let end =
      Self.stream.count
      - FrameBytes.event("messageStop", #"{"stopReason":"tool_use"}"#).count
      - FrameBytes.event("metadata", #"{"usage":{"inputTokens":5,"outputTokens":7},"p":"a"}"#).count
    for stop in stride(from: 1, through: end, by: 7) {
      await #expect {
        try await Vendor.reply(
          [Array(Self.stream[..<stop])], model: "anthropic.claude-opus-4-6-v1", way: "converse")
      } throws: { error in
        (error as? SwitchboardError)?.kind == .truncated
      }
    }
  }

  @Test func `a request for a stream may be answered whole`() async throws {
    let whole = #"{"output":{"message":{"content":[{"text":"kiwi"}]}},"stopReason":"end_turn"}"#
    let reply = try await Vendor.reply(
      [Array(whole.utf8)], model: "amazon.nova-pro-v1:0", way: "converse")
    #expect(reply.text == "kiwi")
  }

  @Test(arguments: [("acme.plum-v1:0", true), ("amazon.nova-pro-v1:0", false)])
  func `a model that might paint may send large frames`(model: String, isRead: Bool) async throws {
    let text = String(repeating: "fig ", count: 400_000)
    let stream =
      FrameBytes.event(
        "contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":"\#(text)"}}"#)
      + FrameBytes.event("messageStop", #"{"stopReason":"end_turn"}"#)
    let reply = Task { try await Vendor.reply([stream], model: model, way: "converse") }
    if isRead {
      #expect(try await reply.value.text == text)
    } else {
      await #expect(throws: SwitchboardError.self) { try await reply.value }
    }
  }
}
