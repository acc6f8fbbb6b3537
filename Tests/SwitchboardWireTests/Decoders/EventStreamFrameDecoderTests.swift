import Testing

@testable import SwitchboardWire

struct EventStreamFrameDecoderTests {
  /// What a frame says, kept beyond the call that hands it out.
  struct Seen: Equatable {
    var fields: [String: EventStreamFrame.Value]
    var payload: String
  }

  static let stream =
    FrameBytes.event("messageStart", #"{"role":"assistant"}"#)
    + FrameBytes.event("contentBlockDelta", #"{"delta":{"text":"kiwi 🥝"}}"#)
    + FrameBytes.frame([], [])
    + FrameBytes.event("messageStop", #"{"stopReason":"end_turn"}"#)

  static func frames(_ pieces: [[UInt8]], limit: Int = 1 << 20) throws -> [Seen] {
    var decoder = EventStreamFrameDecoder(limit: limit)
    var seen: [Seen] = []
    for piece in pieces {
      try decoder.decode(piece) { frame in
        seen.append(
          Seen(
            fields: Dictionary(frame.fields.map { ($0.name, $0.value) }) { first, _ in first },
            payload: String(decoding: frame.payload, as: UTF8.self)))
      }
    }
    return seen
  }

  @Test func `reads the frames of a chunk`() throws {
    let seen = try Self.frames([Self.stream])
    #expect(
      seen.map(\.payload) == [
        #"{"role":"assistant"}"#, #"{"delta":{"text":"kiwi 🥝"}}"#, "",
        #"{"stopReason":"end_turn"}"#,
      ])
    #expect(seen[0].fields[":event-type"] == .string("messageStart"))
    #expect(seen[0].fields[":message-type"] == .string("event"))
    #expect(seen[2].fields.isEmpty)
  }

  @Test func `a stream cut in two anywhere gives the same frames`() throws {
    let whole = try Self.frames([Self.stream])
    for cut in 0...Self.stream.count {
      #expect(
        try Self.frames([Array(Self.stream[..<cut]), Array(Self.stream[cut...])]) == whole,
        "cut at \(cut)")
    }
  }

  @Test(arguments: [1, 2, 3, 5, 11, 12, 13, 64])
  func `a stream in pieces of one size gives the same frames`(size: Int) throws {
    let pieces = stride(from: 0, to: Self.stream.count, by: size).map {
      Array(Self.stream[$0..<min($0 + size, Self.stream.count)])
    }
    #expect(try Self.frames(pieces) == Self.frames([Self.stream]))
  }

  @Test func `a frame that was sent by hand of the specification is read`() throws {
    // smithy.io/2.0/aws/amazon-eventstream: the shortest frame, without fields and payload.
    let empty: [UInt8] = [
      0, 0, 0, 0x10, 0, 0, 0, 0, 0x05, 0xC2, 0x48, 0xEB, 0x7D, 0x98, 0xC8, 0xFF,
    ]
    #expect(try Self.frames([empty]) == [Seen(fields: [:], payload: "")])
    #expect(FrameBytes.frame([], []) == empty)
  }

  @Test func `fields of every type are read`() throws {
    let fields: [(String, UInt8, [UInt8])] = [
      ("yes", 0, []), ("no", 1, []), ("byte", 2, [0xFF]), ("short", 3, [0x01, 0x02]),
      ("int", 4, [0xFF, 0xFF, 0xFF, 0xFE]), ("long", 5, [0x80, 0, 0, 0, 0, 0, 0, 0]),
      ("bytes", 6, [0, 2, 7, 8]), ("text", 7, [0, 3, 0x61, 0x62, 0x63]),
      ("time", 8, [0, 0, 0, 0, 0, 0, 3, 0xE8]), ("uuid", 9, Array(0..<16)),
    ]
    let seen = try Self.frames([FrameBytes.frame(fields, [])])
    #expect(
      seen.first?.fields == [
        "yes": .bool(true), "no": .bool(false), "byte": .integer(-1), "short": .integer(258),
        "int": .integer(-2), "long": .integer(.min), "bytes": .bytes([7, 8]),
        "text": .string("abc"),
        "time": .timestamp(1000), "uuid": .uuid(Array(0..<16)),
      ])
  }

  @Test func `a flipped bit anywhere is noticed`() {
    let frame = FrameBytes.event("messageStop", #"{"stopReason":"end_turn"}"#)
    for place in frame.indices {
      var damaged = frame
      damaged[place] ^= 0x10
      #expect(throws: EventStreamFrameError.self, "byte \(place)") {
        try Self.frames([damaged])
      }
    }
  }

  static let malformed: [(fields: [UInt8], name: String)] = [
    ([0, 7, 0, 0], "a name without letters"), ([1, 0x61, 10], "an unknown type"),
    ([1, 0x61], "a field without a type"), ([5, 0x61], "a name longer than the fields"),
    ([1, 0x61, 7, 0, 9, 0x61], "a text longer than the fields"),
    ([1, 0x61, 7, 0], "half a length"),
    ([1, 0x61, 9, 1, 2, 3], "half an id"),
  ]

  @Test(arguments: malformed)
  func `fields that do not fit are refused`(fields: [UInt8], name: String) {
    #expect(throws: EventStreamFrameError(reason: .malformed), "\(name)") {
      try Self.frames([FrameBytes.frame(raw: fields, [])])
    }
  }

  @Test func `lengths that cannot be are refused`() {
    #expect(throws: EventStreamFrameError(reason: .malformed)) {
      try Self.frames([FrameBytes.prelude(length: 15, fields: 0)])
    }
    #expect(throws: EventStreamFrameError(reason: .malformed)) {
      try Self.frames([FrameBytes.prelude(length: 100, fields: 85)])
    }
    #expect(throws: EventStreamFrameError(reason: .malformed)) {
      try Self.frames([FrameBytes.prelude(length: 1 << 30, fields: 1 << 18)])
    }
    #expect(throws: EventStreamFrameError(reason: .tooLong(limit: 64))) {
      try Self.frames([FrameBytes.prelude(length: 65, fields: 0)], limit: 64)
    }
    #expect(throws: EventStreamFrameError(reason: .tooLong(limit: 1 << 20))) {
      try Self.frames([FrameBytes.prelude(length: .max, fields: 0)])
    }
  }

  @Test func `a frame as long as the limit is read`() throws {
    let frame = FrameBytes.frame([], [UInt8](repeating: 0x61, count: 48))
    #expect(try Self.frames([frame], limit: 64).count == 1)
  }

  @Test func `no room is made for bytes that did not come`() throws {
    var decoder = EventStreamFrameDecoder(limit: 32 << 20)
    try decoder.decode(FrameBytes.prelude(length: 32 << 20, fields: 0) + [1, 2, 3]) { _ in }
    #expect(decoder.room < 1024)
  }

  @Test func `a decoder that failed stays failed`() {
    var decoder = EventStreamFrameDecoder()
    #expect(throws: EventStreamFrameError(reason: .preludeChecksum)) {
      try decoder.decode([UInt8](repeating: 1, count: 12)) { _ in }
    }
    #expect(throws: EventStreamFrameError(reason: .usedAfterError)) {
      try decoder.decode(Self.stream) { _ in }
    }
  }

  @Test func `what the reader throws ends the stream`() {
    struct Stop: Error {}
    var decoder = EventStreamFrameDecoder()
    #expect(throws: Stop.self) { try decoder.decode(Self.stream) { _ in throw Stop() } }
    #expect(throws: EventStreamFrameError(reason: .usedAfterError)) {
      try decoder.decode(Self.stream) { _ in }
    }
  }
}

struct CRC32Tests {
  private func checksum(_ bytes: [UInt8], after earlier: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBytes { CRC32.standard.checksum($0, after: earlier) }
  }

  @Test func `is the checksum of gzip`() {
    #expect(checksum([]) == 0)
    // The check value of the catalogue of CRC algorithms (CRC-32/ISO-HDLC).
    #expect(checksum(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test func `is that of one bit at a time, for every length and alignment`() {
    let bytes = (0..<80).map { UInt8(truncatingIfNeeded: $0 * 73 + 11) }
    for start in 0..<9 {
      for end in start..<bytes.count {
        let piece = Array(bytes[start..<end])
        #expect(checksum(piece) == FrameBytes.checksum(piece))
      }
    }
  }

  @Test func `goes on from the bytes before`() {
    let bytes = Array("the quick brown fox".utf8)
    for cut in 0...bytes.count {
      let first = checksum(Array(bytes[..<cut]))
      #expect(checksum(Array(bytes[cut...]), after: first) == checksum(bytes))
    }
  }
}
