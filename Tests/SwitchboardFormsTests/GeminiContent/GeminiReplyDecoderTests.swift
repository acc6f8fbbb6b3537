import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiReplyDecoderTests {
  private typealias Answers = GeminiAnswers

  private static let first = #"{"candidates":[{"content":{"parts":[{"text":"a { \" } \\"}]}}]}"#
  private static let last = #"""
    {
      "candidates": [
        {"content": {"parts": [{"text": "b\n"}]},
         "finishReason": "STOP"}
      ]
    }
    """#

  /// The same answer in every framing in which it was seen.
  static let bodies: [String] = [
    "data: \(first)\r\n\r\ndata: \(last.split(separator: "\n").joined())\r\n\r\n",
    "data: \(first)\n\ndata: \(last.split(separator: "\n").joined())",
    "[\(first)\n,\r\n\(last)]", "[\(first),\(last)\n]\n", " \r\n[\(first) , \(last)",
    "\u{FEFF}data: \(first)\r\rdata: \(last.split(separator: "\n").joined())\r\r",
    ": hello\n\ndata: \(first)\n\n\(last)\n",
  ]

  @Test(arguments: bodies)
  func `every framing gives the same answer, cut anywhere`(body: String) throws {
    let whole = try Answers.events(body)
    #expect(whole.failure == nil)
    #expect(try Answers.reply(whole.events).text == "a { \" } \\b\n")
    let count = body.utf8.count
    for cut in 1..<count {
      #expect(try Answers.events(body, pieces: [cut]).events == whole.events)
    }
    #expect(try Answers.events(body, pieces: Array(1..<count)).events == whole.events)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a failure on lines of its own in the middle of a stream is seen`(end: String) throws {
    let body =
      "data: \(Self.first)\(end)\(end){\(end)  \"error\": {\(end)    \"code\": 499,\(end)"
      + "    \"message\": \"The operation was cancelled.\"\(end)  }\(end)}\(end)"
    for cut in 1..<body.utf8.count {
      let (events, failure) = try Answers.events(body, pieces: [cut])
      #expect(failure?.message == "The operation was cancelled.")
      #expect(events.contains(.partDelta(index: 0, text: "a { \" } \\")))
    }
  }

  @Test func `events may follow a bare value`() throws {
    let body =
      "data: \(Self.first)\n\n\(Self.first)\ndata: \(Self.last.split(separator: "\n").joined())\n\n"
    #expect(try Answers.reply(body).text == "a { \" } \\a { \" } \\b\n")
  }

  @Test func `separators of other systems inside a text are left alone`() throws {
    let text = "a\u{2028}b\u{2029}c\u{85}d"
    #expect(try Answers.reply(Answers.event(#"{"text":"\#(text)"}"#, finish: "STOP")).text == text)
  }

  @Test func `the end that other servers write is none of the answer`() throws {
    let body = Answers.event(#"{"text":"x"}"#, finish: "STOP") + "data: [DONE]\n\n"
    #expect(try Answers.reply(body).text == "x")
  }
}
