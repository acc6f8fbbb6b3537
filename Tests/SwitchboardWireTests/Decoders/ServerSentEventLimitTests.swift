import Testing

@testable import SwitchboardWire

struct ServerSentEventLimitTests {
  static let tooLong = StreamDecodingError(reason: .tooLong, limit: 20)

  /// Streams and whether an event of theirs is above a limit of 20 bytes.
  static let streams: [(text: String, isTooLong: Bool)] = [
    ("data: 12345678901234\n\n", false),
    ("data: 123456789012345\n\n", true),
    (": 345678901234567890\n\n", false),
    (": 3456789012345678901\n\n", true),
    ("data: 1234567\ndata: 123456\n\n", false),
    ("data: 1234567\ndata: 1234567\n\n", false),
    ("data: 1234567\ndata: 12345678\n\n", true),
    ("event: 1234567\ndata: 1234567\n\n", false),
    ("event: 1234567\ndata: 12345678\n\n", true),
    ("data: 1234567\nevent: 123456\n\n", false),
    ("data: 1234567\nevent: 1234567\n\n", true),
    ("data: 1234567\n: comments of an event\n\n", true),
    ("data: 123456789\n\ndata: 123456789\n\ndata: 123456789\n\n", false),
    ("x: 4567890\nx: 4567890\nx: 4567890\ndata: 1\n\n", false),
    ("\u{FEFF}data: 12345678901234\n\n", false),
    ("data: a\n\ndata: 123456789012345678901234567890", true),
  ]

  @Test(arguments: streams.indices)
  func `the limit holds for any chunking`(index: Int) throws {
    let stream = Self.streams[index]
    let bytes = Array(stream.text.utf8)
    for size in 1...bytes.count {
      let decode = { _ = try DecodedEvents(chunks(of: bytes, size: size), limit: 20) }
      if stream.isTooLong {
        #expect(throws: Self.tooLong, "chunks of \(size)") { try decode() }
      } else {
        #expect(throws: Never.self, "chunks of \(size)") { try decode() }
      }
    }
  }

  @Test func `events before the one that is too long are handed out`() throws {
    var decoder = ServerSentEventDecoder(limit: 20)
    var seen: [String] = []
    #expect(throws: Self.tooLong) {
      try decoder.decode(Array("data: a\n\ndata: 123456789012345\n\ndata: b\n\n".utf8)) {
        seen.append(String(decoding: $1, as: UTF8.self))
      }
    }
    #expect(seen == ["a"])
  }

  @Test(arguments: ["data: ", ": ", "event: ", "unknown: ", "x"])
  func `an endless line is stopped at the limit`(start: String) throws {
    let limit = 1 << 20
    var decoder = ServerSentEventDecoder(limit: limit)
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 16_384)
    try decoder.decode(Array(start.utf8)) { _, _ in }
    var read = start.utf8.count
    #expect(throws: StreamDecodingError(reason: .tooLong, limit: limit)) {
      while true {
        try decoder.decode(chunk) { _, _ in }
        read += chunk.count
        #expect(decoder.room <= limit + 4096)
      }
    }
    #expect(read > limit - chunk.count && read <= limit)
  }

  @Test func `endless data lines are stopped at the limit`() throws {
    let limit = 1 << 16
    var decoder = ServerSentEventDecoder(limit: limit)
    var lines = 0
    #expect(throws: StreamDecodingError(reason: .tooLong, limit: limit)) {
      while lines < limit {
        try decoder.decode(Array("data: x\n".utf8)) { _, _ in }
        lines += 1
        #expect(decoder.room <= limit + 4096)
      }
    }
    #expect(lines > limit / 2 - 8)
  }

  @Test func `endless comments are no event and take no room`() throws {
    var decoder = ServerSentEventDecoder(limit: 64)
    let chunk = Array(String(repeating: ": still here\n\n", count: 1000).utf8)
    for piece in chunks(of: chunk, size: 7) { try decoder.decode(piece) { _, _ in } }
    #expect(decoder.comments == 1000)
    #expect(decoder.room < 4096)
  }

  @Test(arguments: [64, 16_384, 5_000_000])
  func `three mebibytes of data come whole and the room is given back`(size: Int) throws {
    let text = [UInt8](repeating: UInt8(ascii: "A"), count: 3 << 20)
    let bytes = Array("data: ".utf8) + text + Array("\n\ndata: [DONE]\n\n".utf8)
    var decoder = ServerSentEventDecoder(limit: 4 << 20)
    var lengths: [Int] = []
    for chunk in chunks(of: bytes, size: size) {
      try decoder.decode(chunk) { lengths.append($1.count) }
      #expect(decoder.room <= 4 << 20 + 4096)
    }
    #expect(lengths == [3 << 20, 6])
    #expect(decoder.room < 1 << 17)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a chunk full of one line end takes linear time`() throws {
    // Searching the other line end anew for each line would look at 10^12 bytes here.
    for end: UInt8 in [0x0A, 0x0D] {
      var decoder = ServerSentEventDecoder()
      try decoder.decode([UInt8](repeating: end, count: 1 << 20)) { _, _ in }
    }
  }
}
