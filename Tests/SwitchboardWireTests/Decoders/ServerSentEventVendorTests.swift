import SwitchboardWire
import Testing

/// Streams as vendors and the boxes between send them, each of which some client got wrong.
struct ServerSentEventVendorTests {
  static func chat(_ text: String) -> String {
    #"{"choices":[{"index":0,"delta":{"content":"\#(text)"}}]}"#
  }

  @Test func `a CRLF that two reads share is one line end`() throws {
    let result = try DecodedEvents([
      "data: \(Self.chat("pe"))\r", "\n\r",
      "\ndata: \(Self.chat("ar"))\r\n\r\ndata: [DONE]\r\n\r\n",
    ])
    #expect(result.events.map(\.data) == [Self.chat("pe"), Self.chat("ar"), "[DONE]"])
    #expect(result.chunks == [1, 2, 2])
  }

  @Test func `a lone CR is a line end`() throws {
    let result = try DecodedEvents([
      "data: \(Self.chat("pe"))\r\r", "data: \(Self.chat("ar"))\r\rdata: [DONE]\r\r",
    ])
    #expect(result.events.map(\.data) == [Self.chat("pe"), Self.chat("ar"), "[DONE]"])
    #expect(result.chunks == [0, 1, 1])
  }

  @Test func `a character cut by a read stays whole`() throws {
    let bytes = Array("data: \(Self.chat("kiwi 🥝!"))\n\ndata: [DONE]\n\n".utf8)
    for cut in 0...bytes.count {
      let result = try DecodedEvents([Array(bytes[..<cut]), Array(bytes[cut...])])
      #expect(result.events.map(\.data) == [Self.chat("kiwi 🥝!"), "[DONE]"])
    }
  }

  @Test func `a blank line is the border of two events`() throws {
    let text = """
      event: content_block_delta
      data: {"delta":{"text":"A"}}

      event: content_block_delta
      data: {"delta":{"text":"B"}}


      """
    let border = try #require(text.firstRange(of: "\n\n")).upperBound
    let result = try DecodedEvents([String(text[..<border]), String(text[border...])])
    #expect(result.events.map(\.name) == ["content_block_delta", "content_block_delta"])
    #expect(result.chunks == [0, 1])
  }

  @Test func `marks, comments and blocks without data are no events`() throws {
    let text = """
      : warming up

      retry: 1500

      id: 7

      event: ping
      data:

      event: ping
      data: {"type":"ping"}

      data: \(Self.chat("fig"))

      :

      data: [DONE]


      """
    let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    for size in 1...bytes.count {
      let result = try DecodedEvents(chunks(of: bytes, size: size))
      #expect(result.events.map(\.name) == ["ping", "", ""])
      #expect(result.events.map(\.data) == [#"{"type":"ping"}"#, Self.chat("fig"), "[DONE]"])
      #expect(result.comments == 2)
    }
  }

  @Test func `a mark split by a read does not hide the first event`() throws {
    let rest = [0xBB, 0xBF] + Array("data: fig\n\ndata: [DONE]\n\n".utf8)
    #expect(try DecodedEvents([[0xEF], rest]).events.map(\.data) == ["fig", "[DONE]"])
  }

  @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0xBE], [0xBB]] as [[UInt8]])
  func `the beginning of a mark is part of the first line`(start: [UInt8]) throws {
    let bytes = start + Array("data: no\ndata: fig\n\n".utf8)
    for size in 1...bytes.count {
      #expect(try DecodedEvents(chunks(of: bytes, size: size)).events.map(\.data) == ["fig"])
    }
  }

  @Test func `an error event is an event like any other`() throws {
    let error = #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#
    let result = try DecodedEvents(["data: 1\n\nevent: error\ndata: \(error)\n\n"])
    #expect(result.events.last == DecodedEvent(name: "error", data: error))
  }

  @Test func `a stream that breaks off has no more events than it has`() throws {
    let delta = #"{"type":"input_json_delta","partial_json":"{\"from\":\"a.txt\",\"to\":\"b"}"#
    let result = try DecodedEvents(["event: content_block_delta\ndata: \(delta)\n\n"])
    #expect(result.events == [DecodedEvent(name: "content_block_delta", data: delta)])
    #expect(result.chunks == [0])
  }

  @Test func `keep-alives between the lines of OpenRouter and Perplexity are comments`() throws {
    let text = ": OPENROUTER PROCESSING\n\n: \n\n: ping - 2026-01-01\r\n\r\ndata: a\n\n"
    let result = try DecodedEvents([text])
    #expect(result.events.map(\.data) == ["a"])
    #expect(result.comments == 3)
  }

  @Test func `a bare JSON body with the type of an event stream gives no event`() throws {
    let body = "{\n  \"error\": {\n    \"code\": 404\n  }\n}\n"
    #expect(try DecodedEvents([body]).events.isEmpty)
  }

  @Test func `random bytes never stop the decoder and any chunking agrees`() throws {
    var random = SplitMix64(seed: 1)
    let pieces = [
      "data", "event", ":", " ", "\n", "\r", "\r\n", "id: 1", "\u{FEFF}", "é", "\0", "x",
    ]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...24, using: &random) {
        if Bool.random(using: &random), Bool.random(using: &random) {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else if let piece = pieces.randomElement(using: &random) {
          bytes += Array(piece.utf8)
        }
      }
      let whole = try DecodedEvents([bytes])
      var parts: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...min(5, rest.count), using: &random)
        parts.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let cut = try DecodedEvents(parts)
      #expect(cut.events == whole.events && cut.comments == whole.comments)
    }
  }
}
