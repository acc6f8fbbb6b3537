import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// How bytes become deltas, whatever the line ends and wherever the reads end.
@Suite(.timeLimit(.minutes(10)))
struct EventStreamTests {
  private static let pe = #"data: {"choices":[{"index":0,"delta":{"content":"pe"}}]}"#
  private static let ar = #"data: {"choices":[{"index":0,"delta":{"content":"ar"}}]}"#

  @Test(arguments: [
    ["\(pe)\r", "\n\r", "\n\(ar)\r\n\r\ndata: [DONE]\r\n\r\n"],
    ["\(pe)\r\r", "\(ar)\r\rdata: [DONE]\r\r"], ["\(pe)\n", "\n\(ar)\n\n", "data: [DONE]\n\n"],
    ["\(pe)\r\n\n", "\(ar)\n\r\n", "data: [DONE]\r\n\r\n"],
  ])
  func `a carriage return at the end of a read and its line feed are one line end`(
    pieces: [String]
  ) async throws {
    let line = try PieceByPiece(pieces.map { Array($0.utf8) })
    let router = try Line.router(at: line.server, transport: line.transport)
    let reading = try await router.read()
    #expect(reading.deltas == ["pe", "ar"])
    #expect(reading.reply?.reply.text == "pear")
    #expect(reading.failure == nil)
  }

  @Test func `a character cut by a read stays whole, wherever the cut is`() async throws {
    let bytes = Array((Chat.text("kiwi 🥝!") + Chat.done).utf8)
    for cut in 1..<bytes.count {
      let line = try PieceByPiece([Array(bytes[..<cut]), Array(bytes[cut...])])
      let reading = try await Line.router(at: line.server, transport: line.transport).read()
      #expect(reading.text == "kiwi 🥝!", "cut at \(cut)")
    }
  }

  @Test(arguments: Line.Form.allCases)
  func `a delta is handed out before the next one is sent`(form: Line.Form) async throws {
    let gate = LoopbackGate()
    let (head, first, rest) = Self.halves(form)
    let server = try LoopbackServer(
      .eventStream.chunk(head).chunk(first).wait(gate).chunk(rest).end())
    let answer = try Line.router(form, at: server).answer(to: .hello)
    var texts: [String] = []
    for try await event in answer {
      guard case .partDelta(_, let text) = event else { continue }
      if texts.isEmpty { #expect(!gate.isOpen) }
      texts.append(text)
      gate.open()
    }
    #expect(texts == ["A", "B"])
    #expect(answer.finished?.reply.finish.kind == .stop)
  }

  /// A stream up to its first delta, that, and the rest.
  private static func halves(_ form: Line.Form) -> (head: String, first: String, rest: String) {
    switch form {
    case .chat:
      return (Chat.delta(["role": "assistant"]), Chat.text("A"), Chat.text("B") + Chat.end())
    case .messages:
      return (
        Messages.start + Messages.open(["type": "text", "text": ""]), Messages.text("A"),
        Messages.text("B") + Messages.close() + Messages.end()
      )
    case .responses:
      let item: JSON = ["type": "message", "id": "msg_1", "role": "assistant", "content": []]
      func delta(_ text: String) -> String {
        Chat.event([
          "type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0,
          "content_index": 0, "delta": JSON(text),
        ])
      }
      let whole: JSON = [
        "type": "message", "id": "msg_1", "role": "assistant",
        "content": [["type": "output_text", "text": "AB"]],
      ]
      return (
        Chat.event(["type": "response.created", "response": ["id": "r"]])
          + Chat.event(["type": "response.output_item.added", "output_index": 0, "item": item]),
        delta("A"),
        delta("B")
          + Chat.event(["type": "response.output_item.done", "output_index": 0, "item": whole])
          + Chat.event([
            "type": "response.completed",
            "response": ["id": "r", "status": "completed", "output": [whole]],
          ])
      )
    }
  }

  private static let fig = #"data: {"choices":[{"index":0,"delta":{"content":"fig"}}]}"#
  private static let quiet =
    ": warming up\n\nretry: 1500\n\nid: 7\n\nevent: ping\ndata:\n\nevent: ping\n"
    + "data: {\"type\":\"ping\"}\n\n\(fig)\n\n:\n\ndata: [DONE]\n\n"

  @Test(
    arguments: [
      ("\u{FEFF}" + quiet, [1, 2]), ("\u{FEFF}" + quiet, [2]), ("\u{FEFF}" + quiet, nil),
      (quiet, nil), ("\u{FEFF}\(fig)\n\ndata: [DONE]\n\n", [1]),
      ("\u{FEFF}\(fig)\n\ndata: [DONE]\n\n", [1, 2]),
      ("\u{FEFF}\(fig)\n\ndata: [DONE]\n\n", [3]), ("\u{FEFF}\(fig)\n\ndata: [DONE]\n\n", nil),
      ("\r\n\n\(fig)\n\ndata: [DONE]\n\n", nil), (": \n\n: x\n\n\(fig)\n\ndata: [DONE]\n\n", nil),
    ] as [(String, [Int]?)])
  func `marks, comments and blocks without data are no events`(
    text: String, cuts: [Int]?
  ) async throws {
    let bytes = Array(text.utf8)
    // Without cuts every byte is a read.
    let ends = (cuts ?? Array(1..<bytes.count)) + [bytes.count]
    let pieces = zip([0] + ends, ends).map { Array(bytes[$0..<$1]) }
    let line = try PieceByPiece(pieces)
    let reading = try await Line.router(at: line.server, transport: line.transport).read()
    #expect(reading.deltas == ["fig"])
    #expect(reading.reply?.reply.finish.kind == .stop)
    #expect(reading.reply?.reply.warnings.map(\.code) == [.unknownModel])
  }

  @Test(arguments: ["", "\u{FEFF}", "\r\n \t"])
  func `a mark or white space before a whole answer changes nothing`(
    start: String
  ) async throws {
    let body: JSON = [
      "choices": [
        ["index": 0, "message": ["role": "assistant", "content": "fig"], "finish_reason": "stop"]
      ]
    ]
    for stream in [false, true] {
      let line = try PieceByPiece(
        [Array(start.utf8), Array(body.text.utf8)].filter { !$0.isEmpty })
      var request = ChatRequest.hello
      request.stream = stream
      let router = try Line.router(at: line.server, transport: line.transport)
      #expect(try await router.read(request).text == "fig", "\(stream)")
    }
  }

  @Test func `separators of Unicode are no line ends`() async throws {
    let text = "one\u{2028}two\u{2029}three\u{85}four"
    let server = try LoopbackServer(Chat.answer(text))
    #expect(try await Line.router(at: server).read().text == text)
  }

  @Test func `a stream under another type is still a stream`() async throws {
    for type in ["application/json", "application/octet-stream", "text/html", "x"] {
      let server = try LoopbackServer(
        .stream(["Content-Type": type]).chunk(Chat.text("fig")).chunk(Chat.end()).end())
      #expect(try await Line.router(at: server).read().text == "fig", "\(type)")
    }
  }
}
