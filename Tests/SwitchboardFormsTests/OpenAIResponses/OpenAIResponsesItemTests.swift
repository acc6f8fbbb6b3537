import SwitchboardCore
import SwitchboardForms
import Testing

/// Items beside words and calls: the vendor's own tools, pictures, sources, thinking it keeps back.
struct OpenAIResponsesItemTests {
  private typealias R = ResponsesAnswers

  /// A PNG of one pixel, enough of it to be known.
  private static let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1Pe"

  @Test func `citations become sources, once each`() throws {
    let cited: JSON = [
      "type": "message", "id": "m",
      "content": [
        [
          "type": "output_text", "text": "Figs.",
          "annotations": [
            ["type": "url_citation", "url": "https://example.com/a", "title": "A"],
            ["type": "file_citation", "file_id": "file-1", "filename": "b.pdf"],
          ],
        ]
      ],
    ]
    let outcome = try R().events([
      R.created, R.delta("output_text", 0, "m", "Figs."),
      [
        "type": "response.output_text.annotation.added", "output_index": 0, "item_id": "m",
        "content_index": 0, "annotation": cited["content"][0]["annotations"][0],
      ], R.item("done", 0, cited), R.completed([cited]),
    ])
    #expect(outcome.violation == nil)
    let expected = [
      Part.text("Figs."), Part(.source(Source(title: "A", url: "https://example.com/a"))),
      Part(.source(Source(title: "b.pdf"))),
    ]
    #expect(outcome.reply?.message.parts == expected)
    #expect(try R().whole(R.response("completed", [cited])).reply?.message.parts == expected)
  }

  @Test(arguments: [
    "web_search_call", "code_interpreter_call", "file_search_call", "mcp_call", "newer_than_us",
  ])
  func `an item of the vendor's own is kept as it came`(type: String) throws {
    let item: JSON = ["type": JSON(type), "id": "x_1", "status": "completed", "code": "1+1"]
    let outcome = try R().events([
      R.created, R.item("added", 0, ["type": JSON(type), "id": "x_1"]),
      ["type": JSON("response.\(type).in_progress"), "output_index": 0, "item_id": "x_1"],
      R.item("done", 0, item), R.completed([item]),
    ])
    #expect(outcome.violation == nil)
    let expected = [Part(.opaque, vendorData: ["openai": ["item": item, "account": "work"]])]
    #expect(outcome.reply?.message.parts == expected)
    #expect(try R().whole(R.response("completed", [item])).reply?.message.parts == expected)
  }

  @Test func `the addresses that a search read are sources`() throws {
    let item: JSON = [
      "type": "web_search_call", "id": "ws_1",
      "action": ["type": "search", "sources": [["type": "url", "url": "https://example.com"]]],
    ]
    let reply = try #require(try R().whole(R.response("completed", [item])).reply)
    #expect(reply.message.parts[0] == Part(.source(Source(url: "https://example.com"))))
  }

  @Test func `a made picture is a picture, and its item is kept without it`() throws {
    let item: JSON = [
      "type": "image_generation_call", "id": "ig_1", "status": "completed",
      "result": JSON(Self.png),
      "output_format": "png",
    ]
    let reply = try #require(try R().whole(R.response("completed", [item])).reply)
    let part = try #require(reply.message.parts.first)
    guard case .media(let media) = part.content else {
      Issue.record("\(part) is no picture")
      return
    }
    #expect(media.mime == "image/png")
    #expect(media.bytes == Base64.decode(Self.png))
    #expect(part.vendorData["openai"]?["item"]["id"] == "ig_1")
    #expect(part.vendorData["openai"]?["item"]["result"].isNull == true)
    let streamed = try R().events([
      R.created,
      [
        "type": "response.image_generation_call.partial_image", "output_index": 0,
        "partial_image_b64": "AAAA",
      ], R.item("done", 0, item), R.completed([item]),
    ])
    #expect(streamed.reply?.message == reply.message)
  }

  @Test func `base64 with foreign characters in it is read`() throws {
    let item: JSON = ["type": "image_generation_call", "result": JSON(Self.png + "...AAAA==")]
    let reply = try #require(try R().whole(R.response("completed", [item])).reply)
    #expect(reply.message.parts.count == 1)
  }

  @Test(arguments: [JSON.missing, nil, "", "no picture!"] as [JSON])
  func `a picture that failed is an item of the vendor's own`(result: JSON) throws {
    let item = JSON.object([("type", "image_generation_call"), ("result", result)])
    let reply = try #require(try R().whole(R.response("completed", [item])).reply)
    #expect(reply.message.parts.map(\.content) == [.opaque])
  }

  @Test func `thinking that is kept back is redacted and goes home`() throws {
    let item: JSON = [
      "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0FB",
    ]
    let outcome = try R().events([
      R.created, R.item("added", 0, ["type": "reasoning", "id": "rs_1", "summary": []]),
      R.item("done", 0, item), R.completed([item]),
    ])
    #expect(
      outcome.reply?.message.parts == [
        Part(
          .reasoning(Reasoning("", isRedacted: true)),
          vendorData: ["openai": ["item": item, "account": "work"]])
      ])
  }

  @Test func `thinking without words and without its encrypted form is nothing`() throws {
    let item: JSON = ["type": "reasoning", "id": "rs_1", "summary": [], "content": []]
    let reply = try #require(
      try R().whole(R.response("completed", [item, R.message("m", "Hi")])).reply)
    #expect(reply.message.parts == [.text("Hi")])
  }

  @Test func `plain thinking of open models is words, whole and streamed`() throws {
    let item: JSON = [
      "type": "reasoning", "id": "rs_1", "summary": [],
      "content": [["type": "reasoning_text", "text": "Count."]],
    ]
    let whole = try #require(try R().whole(R.response("completed", [item])).reply)
    let streamed = try R().events([
      R.created, R.delta("reasoning_text", 0, "rs_1", "Cou"),
      R.delta("reasoning_text", 0, "rs_1", "nt."), R.item("done", 0, item), R.completed([item]),
    ])
    #expect(streamed.reply?.message == whole.message)
    #expect(whole.message.parts.map(\.content) == [.reasoning(Reasoning("Count."))])
  }

  @Test func `texts are matched by order when places in the stream are counted otherwise`() throws {
    let outcome = try R().events([
      R.created,
      [
        "type": "response.output_text.delta", "output_index": 0, "item_id": "m",
        "content_index": 1, "delta": "Sure!",
      ], R.item("done", 0, R.message("m", "Sure!")), R.completed(),
    ])
    #expect(outcome.violation == nil)
    #expect(outcome.reply?.message.parts == [.text("Sure!")])
  }

  @Test func `several texts of one message are parts of their own`() throws {
    let item: JSON = [
      "type": "message", "id": "m",
      "content": [
        ["type": "output_text", "text": "One "], ["type": "output_text", "text": "two"],
      ],
    ]
    let reply = try #require(try R().whole(R.response("completed", [item])).reply)
    #expect(reply.message.parts == [.text("One "), .text("two")])
    #expect(reply.text == "One two")
  }
}
