import Testing

@testable import SwitchboardWire

struct LineDecoderTests {
  static func lines(_ chunks: [[UInt8]], limit: Int = 1 << 20) throws -> [String] {
    var decoder = LineDecoder(limit: limit)
    var lines: [String] = []
    for chunk in chunks {
      try decoder.decode(chunk) { lines.append(String(decoding: $0, as: UTF8.self)) }
    }
    try decoder.finish { lines.append(String(decoding: $0, as: UTF8.self)) }
    return lines
  }

  static let streams: [(text: String, lines: [String])] = [
    ("", []),
    ("\n\r\n \t\n", []),
    ("{\"a\":1}\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]),
    ("{\"a\":1}\r\n{\"b\":2}\r\n", ["{\"a\":1}", "{\"b\":2}"]),
    ("{\"a\":1}\n\n\n{\"b\":2}", ["{\"a\":1}", "{\"b\":2}"]),
    ("{\"done\":true}", ["{\"done\":true}"]),
    ("{\"done\":true}\r", ["{\"done\":true}"]),
    ("a\rb\r\r\n", ["a\rb\r"]),
    (" {} \n", [" {} "]),
    ("\"🥝\u{2028}\u{85}\"\n", ["\"🥝\u{2028}\u{85}\""]),
  ]

  @Test(arguments: streams.indices)
  func `a stream gives its lines however it is cut`(index: Int) throws {
    let stream = Self.streams[index]
    let bytes = Array(stream.text.utf8)
    #expect(try Self.lines([bytes]) == stream.lines)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
        #expect(try Self.lines(chunks) == stream.lines)
      }
    }
    #expect(try Self.lines(chunks(of: bytes, size: 1)) == stream.lines)
  }

  @Test(arguments: [("123456789\n", false), ("1234567890\n", false), ("12345678901\n", true)])
  func `the limit holds for any chunking`(text: String, isTooLong: Bool) throws {
    for size in 1...text.utf8.count {
      let decode = { _ = try Self.lines(chunks(of: Array(text.utf8), size: size), limit: 10) }
      if isTooLong {
        #expect(throws: StreamDecodingError(reason: .tooLong, limit: 10)) { try decode() }
      } else {
        #expect(throws: Never.self) { try decode() }
      }
    }
  }

  @Test func `an endless line is stopped at the limit`() throws {
    let limit = 1 << 20
    var decoder = LineDecoder(limit: limit)
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 16_384)
    var read = 0
    #expect(throws: StreamDecodingError(reason: .tooLong, limit: limit)) {
      while true {
        try decoder.decode(chunk) { _ in }
        read += chunk.count
        #expect(decoder.room <= limit + 4096)
      }
    }
    #expect(read == limit)
  }

  @Test func `three mebibytes in reads of 64 bytes come whole`() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "A"), count: 3 << 20) + [0x0A]
    var decoder = LineDecoder(limit: 4 << 20)
    var lengths: [Int] = []
    for chunk in chunks(of: bytes, size: 64) {
      try decoder.decode(chunk) { lengths.append($0.count) }
    }
    #expect(lengths == [3 << 20])
    #expect(decoder.room < 1 << 17)
  }

  @Test func `what the body throws comes through and ends the decoding`() throws {
    struct Stop: Error {}
    var decoder = LineDecoder()
    #expect(throws: Stop.self) { try decoder.decode(Array("a\nb\n".utf8)) { _ in throw Stop() } }
    #expect(throws: StreamDecodingError.self) { try decoder.decode(Array("c\n".utf8)) { _ in } }
    #expect(throws: StreamDecodingError.self) { try decoder.finish { _ in } }
  }
}
