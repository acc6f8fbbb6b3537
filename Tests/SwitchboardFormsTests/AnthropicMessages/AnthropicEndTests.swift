import SwitchboardCore
import SwitchboardForms
import Testing

/// How answers of the form end, well and badly.
struct AnthropicEndTests {
  private typealias A = AnthropicAnswers

  @Test(arguments: [
    ("end_turn", FinishReason.Kind.stop), ("stop_sequence", .stop), ("max_tokens", .length),
    ("model_context_window_exceeded", .length), ("pause_turn", .pause), ("refusal", .refusal),
    ("tool_use", .toolCalls), ("something_new", .other),
  ])
  func `every stop reason has its meaning`(word: String, kind: FinishReason.Kind) throws {
    let reply = try #require(
      try A().stream(A.text(A.words(0, "a"), stop: JSON(word))).reply)
    #expect(reply.finish.kind == kind)
    #expect(reply.finish.raw == word)
  }

  @Test func `a refusal brings its words, or at least its category`() throws {
    func finish(_ details: JSON) throws -> FinishReason? {
      let events: [JSON] = [
        ["type": "message_start", "message": ["id": "m", "model": "c"]],
        [
          "type": "message_delta", "delta": ["stop_reason": "refusal", "stop_details": details],
          "usage": ["output_tokens": 0],
        ],
        ["type": "message_stop"],
      ]
      return try A().stream(A.sse(events)).reply?.finish
    }
    let full: JSON = ["type": "refusal", "category": "bio", "explanation": "Not this."]
    #expect(try finish(full)?.message == "Not this.")
    #expect(try finish(["category": "bio", "explanation": nil])?.message == "bio")
    #expect(try finish(nil)?.message == nil)
    #expect(try finish(nil)?.kind == .refusal)
  }

  @Test func `the text that ended an answer is told`() throws {
    let body = """
      {"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"stop_sequence",\
      "stop_sequence":"##","usage":{}}
      """
    #expect(try #require(try A().whole(body).reply).finish.message == "##")
  }

  @Test func `an end of turn with calls in it is an end by calls`() throws {
    let stream = A.text(
      A.block(0, ["type": "tool_use", "id": "t", "name": "f", "input": [:]]))
    #expect(try #require(try A().stream(stream).reply).finish.kind == .toolCalls)
  }

  @Test func `a later report without a reason takes nothing back`() throws {
    let events: [JSON] =
      [["type": "message_start", "message": ["id": "m"]]] + A.words(0, "a") + [
        ["type": "message_delta", "delta": ["stop_reason": "end_turn"]],
        ["type": "message_delta", "delta": ["stop_reason": nil]], ["type": "message_stop"],
      ]
    #expect(try A().stream(A.sse(events)).reply?.finish.raw == "end_turn")
  }

  @Test(arguments: [true, false])
  func `a stream without its reason is truncated and keeps what came`(hasStop: Bool) throws {
    let events: [JSON] =
      [["type": "message_start", "message": ["id": "m"]]] + A.words(0, "Half an ans")
      + (hasStop ? [["type": "message_stop"]] : [])
    let answer = try A().stream(A.sse(events))
    #expect(answer.failure == .truncated)
    #expect(answer.partial?.text == "Half an ans")
  }

  @Test func `a stream cut in an open call keeps the words and not the call`() throws {
    let events: [JSON] =
      [["type": "message_start", "message": ["id": "m"]]] + A.words(0, "I look.")
      + Array(
        A.block(
          1, ["type": "tool_use", "id": "t", "name": "f", "input": [:]],
          ["type": "input_json_delta", "partial_json": "{\"a\":"]
        ).dropLast())
    let answer = try A().stream(A.sse(events))
    #expect(answer.failure == .truncated)
    #expect(answer.partial?.parts == [.text("I look.")])
  }

  @Test func `a failure in the middle brings the vendor's words and what came before`() throws {
    let error: JSON = [
      "type": "error", "request_id": "req_1",
      "error": ["type": "overloaded_error", "message": "Overloaded"],
    ]
    let events: [JSON] =
      [["type": "message_start", "message": ["id": "m"]]] + A.words(0, "fig ") + [error]
    let answer = try A().stream(A.sse(events))
    #expect(answer.message == "Overloaded")
    #expect(answer.code == "overloaded_error")
    #expect(answer.requestID == "req_1")
    #expect(answer.partial?.text == "fig ")
  }

  @Test(arguments: [
    "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"No.\"}}",
    "{\"error\":{\"type\":\"api_error\",\"message\":\"No.\"}}",
  ])
  func `a failure in place of an answer is a failure, streamed or not`(body: String) throws {
    #expect(try A().whole(body).message == "No.")
    #expect(try A().stream(body).message == "No.")
    #expect(try A().stream("event: error\ndata: \(body)\n\n").message == "No.")
  }

  @Test(arguments: ["{\"completion\":\"hi\"}", "{}", "[]", "{\"content\":\"hi\"}", "not json"])
  func `a body of another form is not taken for an answer`(body: String) throws {
    #expect(try A().whole(body).failure == .decoding)
  }

  @Test func `what follows the end is not read`() throws {
    let stream = A.text(A.words(0, "a"))
    let extra = "event: data\ndata: [DONE]\n\nevent: error\ndata: {\"error\":{}}\n\n"
    #expect(try A().stream(stream + extra) == (try A().stream(stream)))
  }

  @Test func `a stream that stops after its reason is whole`() throws {
    let stream = A.text(A.words(0, "a"))
    let cut = try #require(stream.firstRange(of: "event: message_stop"))
    #expect(try A().stream(String(stream[..<cut.lowerBound])) == (try A().stream(stream)))
  }
}

/// Streams that are not as the reference has them.
struct AnthropicOddStreamTests {
  private typealias A = AnthropicAnswers

  @Test func `unknown events, members and deltas are passed over`() throws {
    let odd: [JSON] = [
      ["type": "telemetry", "x": 1],
      [
        "type": "content_block_delta", "index": 0,
        "delta": ["type": "mood_delta", "mood": "good"],
      ],
    ]
    let words = A.words(0, "a", "b")
    let stream = A.text(Array(words[..<2]) + odd + Array(words[2...]))
    #expect(try #require(try A().stream(stream).reply).text == "ab")
  }

  @Test func `text without a block's start or index is still text`() throws {
    let deltas: [JSON] = [
      ["type": "content_block_delta", "delta": ["type": "text_delta", "text": "a"]],
      ["type": "content_block_delta", "index": 0, "delta": ["type": "text_delta", "text": "b"]],
    ]
    let answer = try A().stream(A.text(deltas))
    #expect(answer.reply?.text == "ab")
    #expect(answer.violations.isEmpty)
  }

  @Test func `a second start and a block opened twice break nothing`() throws {
    let again: JSON = [
      "type": "message_start", "message": ["id": "other", "usage": ["input_tokens": 99]],
    ]
    let stream = A.text(
      Array(A.words(0, "a").dropLast()) + [again] + A.words(0, "b") + A.words(1, "c"))
    let answer = try A().stream(stream)
    let reply = try #require(answer.reply)
    #expect(answer.violations.isEmpty)
    #expect(reply.message.parts == [.text("a"), .text("b"), .text("c")])
    #expect(reply.origin.responseID == "msg_1")
    #expect(reply.usage?.input == 12)
  }

  @Test(arguments: [
    "{\"type\":1}", "{\"type\":\"content_block_delta\",\"index\":\"x\",\"delta\":7}",
    "{\"type\":\"content_block_start\",\"index\":-5,\"content_block\":null}",
    "{\"type\":\"content_block_start\",\"index\":1e300,\"content_block\":[]}",
    "{\"type\":\"content_block_stop\",\"index\":9}", "{\"type\":\"message_delta\",\"delta\":3}",
    "{\"type\":\"message_delta\",\"usage\":{\"output_tokens\":-1,\"input_tokens\":1e400}}",
    "{\"type\":\"message_start\",\"message\":[]}", "[]", "7", "null",
  ])
  func `a wrong type fails its field and not the stream`(data: String) throws {
    let stream = A.text(A.words(0, "a"))
    let place = try #require(stream.firstRange(of: "event: message_delta"))
    let odd = stream[..<place.lowerBound] + "data: \(data)\n\n" + stream[place.lowerBound...]
    let answer = try A().stream(String(odd))
    #expect(answer.reply?.text == "a")
    #expect(answer.violations.isEmpty)
  }

  @Test func `an event that is no JSON is a failure of decoding`() throws {
    #expect(try A().stream("data: {\"type\":\n\n").failure == .decoding)
  }

  @Test func `an origin without a kind keeps no data for a vendor`() throws {
    let stream = A.text(A.block(0, ["type": "redacted_thinking", "data": "Emw3"]))
    let reply = try #require(try AnthropicAnswers(kind: nil).stream(stream).reply)
    #expect(reply.message.parts[0].vendorData.isEmpty)
  }
}

/// Usage, which the form reports in running totals with the cache counted apart.
struct AnthropicUsageTests {
  private typealias A = AnthropicAnswers

  private func usages(_ start: JSON, _ reports: JSON...) throws -> [Usage] {
    let begin: JSON = ["type": "message_start", "message": ["id": "m", "usage": start]]
    let deltas: [JSON] = reports.map {
      ["type": "message_delta", "delta": ["stop_reason": "end_turn"], "usage": $0]
    }
    return try A().stream(A.sse([begin] + deltas + [["type": "message_stop"]])).usages
  }

  @Test func `later totals replace earlier ones and what is left out stays`() throws {
    let all = try usages(
      ["input_tokens": 12, "output_tokens": 1], ["output_tokens": 9],
      ["input_tokens": 12, "output_tokens": 15, "cache_read_input_tokens": 0])
    #expect(all.map(\.output) == [1, 9, 15])
    #expect(all.map(\.input) == [12, 12, 12])
    #expect(all.last?.cachedInput == 0)
  }

  @Test func `input counts the fresh, the read and the written tokens`() throws {
    let usage = try #require(
      try usages([
        "input_tokens": 50, "cache_read_input_tokens": 9000, "cache_creation_input_tokens": 1000,
        "output_tokens": 10, "output_tokens_details": ["thinking_tokens": 4],
      ]).first)
    #expect(usage.input == 10_050)
    #expect(usage.cachedInput == 9000)
    #expect(usage.cacheWrite == 1000)
    #expect(usage.reasoning == 4)
  }

  @Test func `the tokens of the prompt are known from the start`() throws {
    let events: [JSON] = [
      ["type": "message_start", "message": ["usage": ["input_tokens": 2500, "output_tokens": 1]]]
    ]
    let answer = try A().stream(A.sse(events))
    #expect(answer.failure == .truncated)
    #expect(answer.usages.first?.input == 2500)
  }

  @Test func `null takes nothing back and absurd numbers are unknown`() throws {
    let kept = try usages(
      ["input_tokens": 5, "cache_read_input_tokens": 2], ["cache_read_input_tokens": nil])
    #expect(kept.last?.input == 7)
    let negative = try usages(["input_tokens": -1, "output_tokens": -7])
    #expect(negative.first?.input == nil)
    #expect(negative.first?.output == nil)
    let huge = try usages([
      "input_tokens": 9_223_372_036_854_775_807, "cache_read_input_tokens": 9,
    ])
    #expect(huge.first?.input == nil)
  }
}
