import Testing

@testable import SwitchboardWire

struct ServerSentEventDecoderTests {
  typealias Event = DecodedEvent

  /// A stream and its events by the rules of WHATWG HTML §9.2.6.
  static let streams: [(text: String, events: [Event])] = [
    ("", []),
    ("\n\n\n", []),
    ("data: a\n\n", [Event(data: "a")]),
    ("data:a\n\n", [Event(data: "a")]),
    ("data:  a \n\n", [Event(data: " a ")]),
    ("data:\ta\n\n", [Event(data: "\ta")]),
    ("data: a\r\rdata: b\r\r", [Event(data: "a"), Event(data: "b")]),
    ("data: a\r\n\r\ndata: b\r\n\r\n", [Event(data: "a"), Event(data: "b")]),
    ("data: a\n\r\ndata: b\r\n\n", [Event(data: "a"), Event(data: "b")]),
    ("data: a\ndata: b\rdata: c\r\n\n", [Event(data: "a\nb\nc")]),
    ("data: YHOO\ndata: +2\ndata: 10\n\n", [Event(data: "YHOO\n+2\n10")]),
    ("event: ping\ndata: {}\n\n", [Event(name: "ping", data: "{}")]),
    ("data: {}\nevent: ping\n\n", [Event(name: "ping", data: "{}")]),
    ("data: 1\nevent: a\ndata: 2\n\n", [Event(name: "a", data: "1\n2")]),
    ("event: a\nevent: b\ndata: x\n\n", [Event(name: "b", data: "x")]),
    ("event: a\nevent\ndata: x\n\n", [Event(data: "x")]),
    ("event: a\n\ndata: x\n\n", [Event(data: "x")]),
    ("event: a\ndata: x\n\ndata: y\n\n", [Event(name: "a", data: "x"), Event(data: "y")]),
    (": note\n\ndata: a\n: note\n:\n\n", [Event(data: "a")]),
    ("id: 7\nretry: 1500\ndata: a\n\n", [Event(data: "a")]),
    ("id: 7\n\nretry: 1500\n\n", []),
    ("data: a\nid: 8\ndata: b\nfoo: c\n\n", [Event(data: "a\nb")]),
    ("foo\nfoo: bar\n: baz\ndata : no\n data: no\nData: no\ndatax: no\ndat: no\n\n", []),
    ("eventx: no\neven: no\nevents\ndata: a\n\n", [Event(data: "a")]),
    // A browser would fire the first as an empty event.
    ("data\n\ndata\ndata\n\ndata:", [Event(data: "\n")]),
    ("event: ping\ndata:\n\ndata: \n\n", []),
    ("data:\n\ndata: x\n\n", [Event(data: "x")]),
    ("data:\ndata: x\n\n", [Event(data: "\nx")]),
    ("data: x\ndata\n\n", [Event(data: "x\n")]),
    (
      "data: a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f\n\n",
      [Event(data: "a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f")]
    ),
    ("data: a\0b\n\n", [Event(data: "a\0b")]),
    ("data: a:b: c\n\n", [Event(data: "a:b: c")]),
    ("event: Ünïcode 🥝\ndata: 🥝\n\n", [Event(name: "Ünïcode 🥝", data: "🥝")]),
    ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [Event(data: "a")]),
    ("\u{FEFF}\u{FEFF}data: a\n\n", []),
    ("\u{FEFF}", []),
    ("\u{FEFF}:x\n\ndata: a\n\n", [Event(data: "a")]),
    // A browser would drop these: they lack their blank line.
    ("data: a\n\ndata: b\n", [Event(data: "a"), Event(data: "b")]),
    ("data: a\n\nevent: e\ndata: b", [Event(data: "a"), Event(name: "e", data: "b")]),
    ("data: [DONE]\r", [Event(data: "[DONE]")]),
    ("data: a\ndata: b", [Event(data: "a\nb")]),
    ("data: a\nevent: e", [Event(name: "e", data: "a")]),
    ("event: e", []),
    ("dat", []),
  ]

  @Test(arguments: streams.indices)
  func `a stream gives its events`(index: Int) throws {
    let stream = Self.streams[index]
    #expect(try DecodedEvents([stream.text]).events == stream.events)
  }

  @Test(arguments: streams.indices)
  func `a stream cut in two anywhere gives the same events`(index: Int) throws {
    let stream = Self.streams[index]
    let bytes = Array(stream.text.utf8)
    for cut in 0...bytes.count {
      let result = try DecodedEvents([Array(bytes[..<cut]), Array(bytes[cut...])])
      #expect(result.events == stream.events, "cut at \(cut)")
    }
  }

  @Test(arguments: streams.indices)
  func `a stream cut in three anywhere gives the same events`(index: Int) throws {
    let stream = Self.streams[index]
    let bytes = Array(stream.text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
        let result = try DecodedEvents(chunks)
        if result.events != stream.events { Issue.record("cut at \(first) and \(second)") }
      }
    }
  }

  @Test(arguments: streams.indices)
  func `a stream byte by byte gives the same events`(index: Int) throws {
    let stream = Self.streams[index]
    #expect(try DecodedEvents(chunks(of: Array(stream.text.utf8), size: 1)).events == stream.events)
  }

  @Test func `comments are counted once each`() throws {
    let text = ": one\n:\ndata: a\n\n: three\r\n\r\n:four"
    for size in 1...text.utf8.count {
      #expect(try DecodedEvents(chunks(of: Array(text.utf8), size: size)).comments == 4)
    }
  }

  @Test func `an event comes with the chunk that ends it`() throws {
    let result = try DecodedEvents(["data: a\n", "\ndata: b\r", "\r", "\ndata: c\n", "\n", ""])
    #expect(result.events.map(\.data) == ["a", "b", "c"])
    #expect(result.chunks == [1, 2, 4])
  }

  @Test func `a decoder is as new after the end`() throws {
    var decoder = ServerSentEventDecoder()
    for _ in 0..<2 {
      var seen: [String] = []
      try decoder.decode(Array("\u{FEFF}data: a\r".utf8)) { _, _ in seen.append("early") }
      try decoder.finish { seen.append(String(decoding: $1, as: UTF8.self)) }
      #expect(seen == ["a"])
    }
    try decoder.finish { _, _ in Issue.record("there is no event") }
  }

  @Test func `an event that lies in one chunk is not copied`() throws {
    var decoder = ServerSentEventDecoder()
    let bytes = Array("event: a\ndata: b\n\n".utf8)
    try bytes.withUnsafeBytes { chunk in
      try decoder.decode(chunk) { name, data in
        #expect(chunk.baseAddress.map { $0 + 7 } == name.baseAddress)
        #expect(chunk.baseAddress.map { $0 + 15 } == data.baseAddress)
      }
    }
    #expect(decoder.room == 0)
  }

  @Test func `what the body throws comes through and ends the decoding`() throws {
    struct Stop: Error {}
    var decoder = ServerSentEventDecoder()
    var count = 0
    #expect(throws: Stop.self) {
      try decoder.decode(Array("data: a\n\ndata: b\n\n".utf8)) { _, _ in
        count += 1
        throw Stop()
      }
    }
    let spent = StreamDecodingError(reason: .usedAfterError, limit: 1 << 20)
    #expect(throws: spent) { try decoder.decode(Array("data: c\n\n".utf8)) { _, _ in count += 1 } }
    #expect(throws: spent) { try decoder.finish { _, _ in count += 1 } }
    #expect(count == 1)
  }
}
