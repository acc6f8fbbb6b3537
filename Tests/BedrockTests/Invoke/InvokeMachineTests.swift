import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

struct InvokeMachineTests {
  /// A model, the pieces of its stream, its whole answer, and what both say.
  struct Answer: Sendable, CustomTestStringConvertible {
    var model: String
    var pieces: [String]
    var whole: String
    var word: String?
    var kind: FinishReason.Kind = .stop
    var testDescription: String { model }
  }

  static let metrics =
    #""amazon-bedrock-invocationMetrics":{"inputTokenCount":3,"outputTokenCount":2}"#

  static let answers: [Answer] = [
    Answer(
      model: "amazon.titan-text-express-v1",
      pieces: [
        #"{"outputText":"ki","index":0,"inputTextTokenCount":3,"completionReason":null}"#,
        #"{"outputText":"wi","index":0,"totalOutputTextTokenCount":2,"completionReason":"FINISH"}"#,
      ],
      whole: #"""
        {"inputTextTokenCount":3,"results":[{"tokenCount":2,"outputText":"kiwi",\#
        "completionReason":"FINISH"}]}
        """#, word: "FINISH"),
    Answer(
      model: "meta.llama3-8b-instruct-v1:0",
      pieces: [
        #"""
        {"generation":"ki","prompt_token_count":3,"generation_token_count":1,\#
        "stop_reason":null}
        """#,
        #"""
        {"generation":"wi","prompt_token_count":null,"generation_token_count":2,\#
        "stop_reason":"length"}
        """#,
      ],
      whole: #"""
        {"generation":"kiwi","prompt_token_count":3,"generation_token_count":2,\#
        "stop_reason":"length"}
        """#,
      word: "length", kind: .length),
    Answer(
      model: "anthropic.claude-v2",
      pieces: [
        #"{"completion":"ki","stop_reason":null}"#,
        #"{"completion":"wi","stop_reason":"stop_sequence",\#(metrics)}"#,
      ], whole: #"{"completion":"kiwi","stop_reason":"stop_sequence"}"#, word: "stop_sequence"),
    Answer(
      model: "cohere.command-text-v14",
      pieces: [
        #"{"text":"ki","is_finished":false}"#, #"{"text":"wi","is_finished":false}"#,
        #"""
        {"finish_reason":"COMPLETE","is_finished":true,"generations":[{"text":"kiwi",\#
        "finish_reason":"COMPLETE"}],\#(metrics)}
        """#,
      ], whole: #"{"generations":[{"text":"kiwi","finish_reason":"COMPLETE"}]}"#, word: "COMPLETE"),
    Answer(
      model: "cohere.command-r-v1:0",
      pieces: [
        #"{"event_type":"stream-start"}"#, #"{"event_type":"text-generation","text":"ki"}"#,
        #"{"event_type":"text-generation","text":"wi"}"#,
        #"""
        {"event_type":"stream-end","finish_reason":"COMPLETE","response":{"text":"kiwi"},\#
        \#(metrics)}
        """#,
      ], whole: #"{"text":"kiwi","generation_id":"g","finish_reason":"COMPLETE"}"#,
      word: "COMPLETE"),
    Answer(
      model: "mistral.mistral-7b-instruct-v0:2",
      pieces: [
        #"{"outputs":[{"text":"ki","stop_reason":null}]}"#,
        #"{"outputs":[{"text":"wi","stop_reason":"stop"}],\#(metrics)}"#,
      ], whole: #"{"outputs":[{"text":"kiwi","stop_reason":"stop"}]}"#, word: "stop"),
    Answer(
      model: "ai21.jamba-1-5-mini-v1:0",
      pieces: [
        #"{"choices":[{"index":0,"delta":{"role":"assistant","content":"ki"}}]}"#,
        #"{"choices":[{"index":0,"delta":{"content":"wi"},"finish_reason":"stop"}]}"#,
        #"{\#(metrics)}"#, "[DONE]",
      ], whole: #"{"choices":[{"index":0,"message":{"content":"kiwi"},"finish_reason":"stop"}]}"#,
      word: "stop"),
    Answer(
      model: "arn:aws:sagemaker:us-east-1:1:endpoint/mine",
      pieces: [
        #"{"choices":[{"index":0,"text":"ki"}]}"#,
        #"{"choices":[{"index":0,"text":"wi","finish_reason":"eos"}],\#(metrics)}"#,
      ], whole: #"{"choices":[{"text":"kiwi","finish_reason":"eos"}]}"#, word: "eos"),
    Answer(
      model: "amazon.nova-lite-v1:0",
      pieces: [
        #"{"messageStart":{"role":"assistant"}}"#,
        #"{"contentBlockDelta":{"delta":{"text":"ki"},"contentBlockIndex":0}}"#,
        #"{"contentBlockStop":{"contentBlockIndex":0}}"#,
        #"{"contentBlockDelta":{"delta":{"text":"wi"},"contentBlockIndex":1}}"#,
        #"{"contentBlockStop":{"contentBlockIndex":1}}"#,
        #"{"messageStop":{"stopReason":"end_turn"}}"#,
        #"{"metadata":{"usage":{"inputTokens":3,"outputTokens":2}},\#(metrics)}"#,
      ],
      whole: #"{"output":{"message":{"content":[{"text":"kiwi"}]}},"stopReason":"end_turn"}"#,
      word: "end_turn"),
    Answer(
      model: "anthropic.claude-haiku-4-5-20251001-v1:0",
      pieces: [
        #"""
        {"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":3,\#
        "output_tokens":1}}}
        """#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ki"}}"#,
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"wi"}}"#,
        #"{"type":"content_block_stop","index":0}"#,
        #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}"#,
        #"""
        {"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":3,\#
        "outputTokenCount":1}}
        """#,
      ],
      whole: #"""
        {"type":"message","content":[{"type":"text","text":"kiwi"}],"stop_reason":"end_turn"}
        """#,
      word: "end_turn"),
  ]

  @Test(arguments: answers)
  func `a stream is read, cut at any byte`(answer: Answer) async throws {
    let bytes = answer.pieces.flatMap { FrameBytes.chunk($0) }
    let reply = try await Vendor.reply([bytes], model: answer.model)
    #expect(reply.message.parts.map(\.content) == [.text("kiwi")])
    #expect(reply.finish.raw == answer.word)
    #expect(reply.finish.kind == answer.kind)
    #expect(reply.usage?.input == 3)
    #expect(reply.usage?.output == 2)
    #expect(try await Vendor.reply(bytes.map { [$0] }, model: answer.model) == reply)
    for cut in stride(from: 1, to: bytes.count, by: 7) {
      let other = try await Vendor.reply(
        [Array(bytes[..<cut]), Array(bytes[cut...])], model: answer.model)
      #expect(other == reply, "cut at \(cut)")
    }
  }

  @Test(arguments: answers)
  func `a whole answer says the same, with the counts of its header`(answer: Answer) async throws {
    let reply = try await Vendor.reply(
      [Array(answer.whole.utf8)], model: answer.model, stream: false,
      headers: [
        "x-amzn-bedrock-input-token-count": "3", "x-amzn-bedrock-output-token-count": "2",
      ])
    #expect(reply.message.parts.map(\.content) == [.text("kiwi")])
    #expect(reply.finish.raw == answer.word)
    #expect(reply.finish.kind == answer.kind)
    #expect(reply.usage?.input == 3)
    #expect(reply.usage?.output == 2)
  }

  @Test(arguments: answers)
  func `a stream that stops short is cut, with what came kept`(answer: Answer) async {
    let bytes = answer.pieces.prefix(answer.pieces.count > 6 ? 3 : 1)
      .flatMap { FrameBytes.chunk($0) }
    await #expect {
      try await Vendor.reply([bytes + [0, 0, 0]], model: answer.model)
    } throws: { error in
      (error as? SwitchboardError)?.kind == .truncated
    }
  }

  @Test func `Jurassic's answer is read`() async throws {
    let reply = try await Vendor.reply(
      [
        Array(
          #"{"completions":[{"data":{"text":"kiwi"},"finishReason":{"reason":"endoftext"}}]}"#.utf8)
      ], model: "ai21.j2-mid-v1", way: nil)
    #expect(reply.text == "kiwi")
    #expect(reply.finish == FinishReason(.stop, raw: "endoftext"))
    #expect(reply.usage == nil)
  }

  @Test func `a guardrail that steps in ends the answer`() async throws {
    let chunk = FrameBytes.chunk(
      #"{"outputText":"Blocked","index":0.0,"amazon-bedrock-guardrailAction":"INTERVENED"}"#)
    let reply = try await Vendor.reply([chunk], model: "amazon.titan-text-express-v1")
    #expect(reply.text == "Blocked")
    #expect(reply.finish == FinishReason(.contentFilter))
  }

  @Test func `counts of a cache are parts of the whole`() async throws {
    let stream =
      FrameBytes.chunk(#"{"generation":"a","stop_reason":"stop"}"#)
      + FrameBytes.chunk(
        #"""
        {"amazon-bedrock-invocationMetrics":{"inputTokenCount":4,"outputTokenCount":2,\#
        "cacheReadInputTokenCount":100,"cacheWriteInputTokenCount":20}}
        """#)
    let reply = try await Vendor.reply([stream], model: "ai21.jamba-1-5-mini-v1:0")
    #expect(reply.usage?.input == 124)
    #expect(reply.usage?.cachedInput == 100)
    #expect(reply.usage?.cacheWrite == 20)
  }

  @Test func `odd chunks do not end the stream`() async throws {
    let stream =
      FrameBytes.event("fromTheFuture", "{}") + FrameBytes.event("chunk", #"{"bytes":7}"#)
      + FrameBytes.event("chunk", #"{"bytes":"***"}"#) + FrameBytes.chunk("[]")
      + FrameBytes.chunk(#"{"generation":7,"x":1}"#)
      + FrameBytes.chunk(
        #"""
        {"generation":"kiwi","stop_reason":"stop","prompt_token_count":-1,\#
        "generation_token_count":1e400}
        """#)
    let reply = try await Vendor.reply([stream], model: "meta.llama3-8b-instruct-v1:0")
    #expect(reply.text == "kiwi")
    #expect(reply.usage?.input == nil)
    #expect(reply.usage?.output == nil)
  }

  @Test func `a damaged frame is never a reply`() async {
    var stream = Self.answers[1].pieces.flatMap { FrameBytes.chunk($0) }
    stream[stream.count - 20] ^= 1
    await #expect {
      try await Vendor.reply([stream], model: Self.answers[1].model)
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == .decoding && failure?.partial?.text == "ki"
    }
  }

  @Test func `no body at all is no reply`() async {
    await #expect {
      try await Vendor.reply([], model: "meta.llama3-8b-instruct-v1:0")
    } throws: { error in
      (error as? SwitchboardError)?.kind == .truncated
    }
  }

  @Test func `a failure in a body of status 200 is a failure`() async {
    await #expect {
      try await Vendor.reply(
        [Array(#"{"__type":"ThrottlingException","message":"Slow down."}"#.utf8)],
        model: "meta.llama3-8b-instruct-v1:0")
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == .rateLimited && failure?.message == "Slow down."
    }
  }
}
