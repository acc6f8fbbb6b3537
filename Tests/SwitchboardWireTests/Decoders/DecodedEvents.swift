import SwitchboardWire

/// What a decoder handed out, for comparison.
struct DecodedEvent: Hashable, Sendable, CustomStringConvertible {
  var name = ""
  var data: String

  var description: String { "\(name)|\(data)" }
}

/// The events of chunks, and how they were read.
struct DecodedEvents {
  /// The events, with the number of the chunk after which each came; the end counts as a chunk.
  private(set) var events: [DecodedEvent] = []
  private(set) var chunks: [Int] = []
  private(set) var comments = 0

  init(_ chunks: [[UInt8]], limit: Int = 1 << 20) throws {
    var decoder = ServerSentEventDecoder(limit: limit)
    for (number, chunk) in chunks.enumerated() {
      try decoder.decode(chunk) { add($0, $1, number) }
    }
    try decoder.finish { add($0, $1, chunks.count) }
    comments = decoder.comments
  }

  init(_ chunks: [String]) throws {
    try self.init(chunks.map { Array($0.utf8) })
  }

  private mutating func add(
    _ name: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer, _ chunk: Int
  ) {
    events.append(
      DecodedEvent(
        name: String(decoding: name, as: UTF8.self), data: String(decoding: data, as: UTF8.self)))
    chunks.append(chunk)
  }
}

/// Cuts bytes into chunks of one size.
func chunks(of bytes: [UInt8], size: Int) -> [[UInt8]] {
  stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
}
