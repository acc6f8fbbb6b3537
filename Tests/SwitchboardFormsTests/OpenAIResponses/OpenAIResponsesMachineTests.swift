import SwitchboardCore
import SwitchboardForms
import Testing

/// The stream machine of the form, and its agreement with the reader of whole answers.
struct OpenAIResponsesMachineTests {
  private typealias R = ResponsesAnswers

  private static let thought: JSON = [
    "type": "reasoning", "id": "rs_1", "encrypted_content": "Z0FB",
    "summary": [
      ["type": "summary_text", "text": "**Counting**"],
      ["type": "summary_text", "text": "Two figs – naïve 👩‍👩‍👧."],
    ],
  ]
  private static let call = R.call("fc_1", "call_1", "count", "{\"n\":9007199254740993}")
  private static let output: [JSON] = [
    thought, R.message("msg_1", "Two figs – naïve 👩‍👩‍👧", [("phase", "commentary")]), call,
  ]
  private static let usage: (String, JSON) = (
    "usage",
    [
      "input_tokens": 12, "input_tokens_details": ["cached_tokens": 8], "output_tokens": 30,
      "output_tokens_details": ["reasoning_tokens": 20], "total_tokens": 42,
    ]
  )

  /// Thinking in two summaries, text and a call, with an event that nobody knows.
  private static let full = R.text([
    R.created, ["type": "response.in_progress", "response": R.response("in_progress")],
    R.item("added", 0, ["type": "reasoning", "id": "rs_1", "summary": []]),
    R.delta("reasoning_summary_text", 0, "rs_1", "**Count", [("summary_index", 0)]),
    R.delta("reasoning_summary_text", 0, "rs_1", "ing**", [("summary_index", 0)]),
    R.delta(
      "reasoning_summary_text", 0, "rs_1", "Two figs – naïve 👩‍👩‍👧.", [("summary_index", 1)]),
    R.item("done", 0, thought),
    R.item("added", 1, ["type": "message", "id": "msg_1", "role": "assistant", "content": []]),
    ["type": "response.content_part.added", "output_index": 1, "item_id": "msg_1"],
    R.delta("output_text", 1, "msg_1", "Two figs "),
    ["type": "response.brand_new", "output_index": 1, "delta": 7],
    R.delta("output_text", 1, "msg_1", "– naïve 👩‍👩‍👧"),
    R.item("done", 1, output[1]),
    R.item(
      "added", 2, ["type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "count"]),
    R.delta("function_call_arguments", 2, "fc_1", "{\"n\":9007199"),
    R.delta("function_call_arguments", 2, "fc_1", "254740993}"),
    R.item("done", 2, call), R.completed(output, [usage]),
  ])

  @Test func `a stream and a whole answer become the same reply`() throws {
    let outcome = try R().stream(Self.full)
    #expect(outcome.violation == nil)
    let reply = try #require(outcome.reply)
    #expect(
      reply.message.parts == [
        Part(
          .reasoning(Reasoning("**Counting**\n\nTwo figs – naïve 👩‍👩‍👧.")),
          vendorData: [
            "openai": ["item": Self.thought, "account": "work"]
          ]),
        Part(.text("Two figs – naïve 👩‍👩‍👧"), vendorData: ["openai": ["phase": "commentary"]]),
        Part(
          .toolCall(
            ToolCall(id: "call_1", name: "count", argumentsText: "{\"n\":9007199254740993}"))),
      ])
    #expect(reply.finish == FinishReason(.toolCalls, raw: "completed"))
    #expect(reply.origin.responseModel == "gpt-5.4-2026-03-05")
    #expect(reply.origin.responseID == "resp_1")
    #expect(reply.usage?.input == 12)
    #expect(reply.usage?.cachedInput == 8)
    #expect(reply.usage?.output == 30)
    #expect(reply.usage?.reasoning == 20)
    let other = try #require(
      try R().whole(R.response("completed", Self.output, [Self.usage])).reply)
    #expect(other.message == reply.message)
    #expect(other.finish == reply.finish)
    #expect(other.usage == reply.usage)
  }

  @Test func `bytes cut anywhere give the same events`() throws {
    let expected = try R().stream(Self.full)
    #expect(try R().stream(Self.full, piece: 1) == expected)
    for cut in 1..<Self.full.utf8.count {
      #expect(try R().stream(Self.full, cut: cut) == expected, "cut at \(cut)")
    }
  }

  @Test func `what the stream left out is taken from its end`() throws {
    let reply = try #require(try R().events([R.created, R.completed(Self.output)]).reply)
    #expect(reply.message.parts.count == 3)
    #expect(reply.text == "Two figs – naïve 👩‍👩‍👧")
    #expect(reply.message.toolCalls.map(\.id) == ["call_1"])
  }

  @Test func `words that were handed out stay when the end says others`() throws {
    let outcome = try R().events([
      R.created, R.item("added", 0, ["type": "message", "id": "m", "content": []]),
      R.delta("output_text", 0, "m", "Done."), R.item("done", 0, R.message("m", "Done.")),
      R.completed([R.message("m", "Done. Here is all of it.")]),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.text == "Done.")
  }

  @Test func `ids that change with every event are joined by place`() throws {
    let outcome = try R().events([
      R.created, R.item("added", 0, ["type": "message", "id": "a1", "content": []]),
      R.delta("output_text", 0, "a2", "Hel"), R.delta("output_text", 0, "a3", "lo"),
      R.item("done", 0, R.message("a4", "Hello")),
      R.item("added", 1, ["type": "function_call", "id": "b1", "call_id": "c", "name": "now"]),
      R.delta("function_call_arguments", 1, "b2", "{}"),
      R.item("done", 1, R.call("b3", "c", "now", "{}")),
      R.completed([R.message("a5", "Hello"), R.call("b4", "c", "now", "{}")]),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.message.parts.count == 2)
    #expect(outcome.reply?.text == "Hello")
    #expect(outcome.reply?.message.toolCalls.map(\.argumentsText) == ["{}"])
  }

  @Test func `calls that all claim the first place are told apart by id`() throws {
    let outcome = try R().events([
      R.created,
      R.item("added", 0, ["type": "function_call", "id": "f1", "call_id": "c1", "name": "mul"]),
      R.item("added", 0, ["type": "function_call", "id": "f2", "call_id": "c2", "name": "mul"]),
      R.delta("function_call_arguments", 0, "f1", "{\"a\":1}"),
      R.delta("function_call_arguments", 0, "f2", "{\"a\":2}"),
      R.item("done", 0, R.call("f1", "c1", "mul", "{\"a\":1}")),
      R.item("done", 0, R.call("f2", "c2", "mul", "{\"a\":2}")), R.completed(),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.message.toolCalls.map(\.argumentsText) == ["{\"a\":1}", "{\"a\":2}"])
  }

  @Test func `pieces of items that were never announced are words or nothing`() throws {
    let outcome = try R().events([
      R.created, R.delta("function_call_arguments", 4, "fc_9", "{}"),
      R.delta("output_text", 5, "m_9", "Hi"), R.delta("output_text", 5, "m_9", "!"),
      R.completed(),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.message.parts == [.text("Hi!")])
  }

  @Test func `pieces behind the end of their item are passed over`() throws {
    let outcome = try R().events([
      R.created, R.delta("output_text", 0, "m", "Hi"), R.item("done", 0, R.message("m", "Hi")),
      R.delta("output_text", 0, "m", " again"), R.completed(),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.text == "Hi")
  }

  @Test func `a call without an id gets one, the same every time`() throws {
    let call: JSON = ["type": "function_call", "name": "now", "arguments": ""]
    var answers = R()
    answers.messages = [.user("a"), .assistant("b"), .user("c")]
    for _ in 0..<2 {
      let reply = try #require(try answers.whole(R.response("completed", [call, call])).reply)
      #expect(reply.message.toolCalls.map(\.id) == ["call_1_0", "call_1_1"])
      #expect(reply.message.toolCalls.map(\.arguments) == [[:], [:]])
    }
  }

  @Test func `a renamed tool comes back under its own name`() throws {
    let answers = R(tools: [ToolDefinition(name: "files.read")])
    let call = R.call("fc", "c", "files_read", "{}")
    let reply = try #require(try answers.whole(R.response("completed", [call])).reply)
    #expect(reply.message.toolCalls.map(\.name) == ["files.read"])
  }

  @Test func `wrong types fail their field and not the stream`() throws {
    let outcome = try R().events([
      ["type": "response.created", "response": 5],
      ["type": "response.output_item.added", "output_index": "x", "item": []],
      ["type": "response.output_text.delta", "output_index": -1, "item_id": 7, "delta": "Hi"],
      ["type": "response.output_text.annotation.added", "annotation": 3],
      ["type": "response.output_item.done", "item": ["type": "message", "content": "no"]],
      R.completed([], [("usage", ["input_tokens": -3, "output_tokens": 1e300])]),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.text == "Hi")
    #expect(outcome.reply?.usage?.input == nil)
    #expect(outcome.reply?.usage?.output == nil)
  }
}
