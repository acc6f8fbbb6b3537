import SwitchboardCore
import SwitchboardForms
import Testing

/// How answers end, well and badly.
struct OpenAIResponsesEndTests {
  private typealias R = ResponsesAnswers

  @Test(
    arguments: [
      ("completed", JSON.missing, FinishReason.Kind.stop, "completed"),
      ("complete", .missing, .stop, "complete"),
      ("incomplete", "max_output_tokens", .length, "incomplete:max_output_tokens"),
      ("incomplete", "content_filter", .contentFilter, "incomplete:content_filter"),
      ("incomplete", .missing, .other, "incomplete"),
      ("queued", .missing, .other, "queued"),
      ("in_progress", .missing, .other, "in_progress"),
      ("cancelled", .missing, .other, "cancelled"),
    ] as [(String, JSON, FinishReason.Kind, String)])
  func `a status is a finish reason`(
    status: String, detail: JSON, kind: FinishReason.Kind, raw: String
  ) throws {
    let details: (String, JSON) = ("incomplete_details", .object([("reason", detail)]))
    let reply = try #require(try R().whole(R.response(status, [], [details])).reply)
    #expect(reply.finish == FinishReason(kind, raw: raw))
  }

  @Test func `an incomplete stream keeps its words and half its call`() throws {
    let call = R.call("fc", "c", "add", "{\"x\":48151")
    let outcome = try R().events([
      R.created,
      R.item("added", 0, ["type": "function_call", "id": "fc", "call_id": "c", "name": "add"]),
      R.delta("function_call_arguments", 0, "fc", "{\"x\":48151"), R.item("done", 0, call),
      [
        "type": "response.incomplete",
        "response": R.response(
          "incomplete", [call], [("incomplete_details", ["reason": "max_output_tokens"])]),
      ],
    ])
    let reply = try #require(outcome.reply)
    #expect(reply.finish == FinishReason(.length, raw: "incomplete:max_output_tokens"))
    #expect(reply.message.toolCalls.map(\.argumentsText) == ["{\"x\":48151"])
    #expect(reply.message.toolCalls[0].arguments == nil)
  }

  @Test func `a refusal's words are in the finish and not in the text`() throws {
    let item: JSON = [
      "type": "message", "id": "m", "content": [["type": "refusal", "refusal": "I cannot."]],
    ]
    let whole = try #require(try R().whole(R.response("completed", [item])).reply)
    #expect(whole.finish == FinishReason(.refusal, raw: "completed", message: "I cannot."))
    #expect(whole.text == "")
    let streamed = try R().events([
      R.created, R.delta("refusal", 0, "m", "I can"), R.delta("refusal", 0, "m", "not."),
      R.item("done", 0, item), R.completed([item]),
    ])
    #expect(streamed.reply?.finish == whole.finish)
  }

  @Test func `the mark of chat completions behind the end changes nothing`() throws {
    let text = R.text([R.created, R.delta("output_text", 0, "m", "Hi"), R.completed()])
    #expect(try R().stream(text + "data: [DONE]\n\n") == R().stream(text))
    let more = R.text([R.delta("output_text", 1, "n", "Ho"), R.completed()])
    #expect(try R().stream(text + more) == R().stream(text))
  }

  @Test(arguments: ["", "data: [DONE]\n\n"])
  func `a stream without its end is truncated and keeps what came`(mark: String) throws {
    let text = R.text([R.created, R.delta("output_text", 0, "m", "Hi")])
    let outcome = try R().stream(text + mark)
    #expect(outcome.failure?.hasPrefix("truncated") == true)
    #expect(outcome.events.contains(.partDelta(index: 0, text: "Hi")))
  }

  @Test(
    arguments: [
      ["type": "error", "code": "server_error", "message": "Sorry.", "param": nil],
      ["type": "error", "error": ["code": "server_error", "message": "Sorry.", "type": "x"]],
      [
        "type": "response.failed",
        "response": ["status": "failed", "error": ["code": "server_error", "message": "Sorry."]],
      ],
      ["type": "response.done", "response": ["status": "failed", "error": ["message": "Sorry."]]],
      ["error": ["message": "Sorry.", "code": 500]],
    ] as [JSON])
  func `a failure inside a stream has the vendor's words`(event: JSON) throws {
    let outcome = try R().events([R.created, R.delta("output_text", 0, "m", "Hi"), event])
    #expect(outcome.failure?.contains("Sorry.") == true)
    #expect(outcome.failure?.hasPrefix("server") == true)
    #expect(outcome.events.contains(.partDelta(index: 0, text: "Hi")))
  }

  @Test func `a failure inside a whole answer of status 200 is one`() throws {
    let failed = R.response("failed", [], [("error", ["code": "server_error", "message": "No."])])
    #expect(try R().whole(failed).failure == "server: No.")
    #expect(try R().whole(["error": ["message": "No."]]).failure == "server: No.")
  }

  @Test(
    arguments: [
      [:], ["id": "c", "object": "chat.completion", "choices": []], [1], "text", ["output": "x"],
    ] as [JSON])
  func `a body of another form is a decoding failure`(body: JSON) throws {
    #expect(try R().whole(body).failure?.hasPrefix("decoding") == true)
  }

  @Test func `an event that is no JSON is a decoding failure`() throws {
    let outcome = try R().stream("data: {\"type\":\n\ndata: {}\n\n")
    #expect(outcome.failure?.hasPrefix("decoding") == true)
  }
}
