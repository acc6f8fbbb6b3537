/// Takes an AWS event stream apart, frame by frame (smithy.io/2.0/aws/amazon-eventstream).
///
/// A frame is a prelude of twelve bytes (length of the frame, length of its header fields, checksum of
/// these eight bytes), the header fields, the payload, and a checksum of all that is before it;
/// numbers are big-endian, checksums are those of gzip. Both checksums are verified. Any chunking gives
/// the same frames.
public struct EventStreamFrameDecoder: Sendable {
  /// Receives a frame, which is valid during the call alone.
  public typealias Body = (_ frame: EventStreamFrame) throws -> Void

  /// The largest size of a frame in bytes, its prelude and checksums among them.
  public let limit: Int

  /// The frame so far, when it began in an earlier chunk.
  private var kept: [UInt8] = []
  /// The length of the frame in ``kept``, once its prelude was read.
  private var keptLength: Int?
  private var hasFailed = false

  private static let preludeLength = 12
  private static let checksumLength = 4
  /// What the specification allows.
  private static let longestHeaders = 128 << 10
  /// Above this, the room of a frame is given back when the frame is over.
  private static let roomToKeep = 1 << 16

  /// Creates a decoder for one stream.
  public init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// How many bytes of memory the decoder holds.
  var room: Int { kept.capacity }

  /// Reads a chunk and hands out the frames that end in it.
  ///
  /// A frame that lies whole in the chunk is handed out without being copied.
  ///
  /// - Throws: ``EventStreamFrameError`` for a frame that is damaged, and whatever the body throws.
  ///   After either the decoder can not be used any more.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ body: Body) throws {
    guard !hasFailed else { throw EventStreamFrameError(reason: .usedAfterError) }
    hasFailed = true
    var rest = bytes
    while !rest.isEmpty {
      if kept.isEmpty, rest.count >= Self.preludeLength {
        let length = try frameLength(rest)
        if length <= rest.count {
          try handOut(UnsafeRawBufferPointer(rebasing: rest.prefix(length)), body)
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(length))
          continue
        }
      }
      try keep(&rest, body)
    }
    hasFailed = false
  }

  /// Reads a chunk and hands out the frames that end in it.
  ///
  /// - Throws: As for a buffer.
  public mutating func decode(_ bytes: [UInt8], _ body: Body) throws {
    try bytes.withUnsafeBytes { try decode($0, body) }
  }

  /// Moves the next bytes of a frame from a chunk to what is kept, up to the end of the frame.
  private mutating func keep(_ rest: inout UnsafeRawBufferPointer, _ body: Body) throws {
    let wanted = keptLength ?? Self.preludeLength
    let piece = rest.prefix(wanted - kept.count)
    if kept.capacity < kept.count + piece.count {
      // By doubling and no further than the frame: its length is the sender's word alone.
      kept.reserveCapacity(
        max(kept.count + piece.count, min(2 * kept.capacity, keptLength ?? wanted)))
    }
    kept.append(contentsOf: piece)
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    guard kept.count == wanted else { return }
    guard keptLength != nil else {
      keptLength = try kept.withUnsafeBytes { try frameLength($0) }
      return
    }
    try kept.withUnsafeBytes { try handOut($0, body) }
    keptLength = nil
    kept.removeAll(keepingCapacity: kept.capacity <= Self.roomToKeep)
  }

  /// The length of the frame whose prelude stands at the beginning of bytes.
  private func frameLength(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    let checked = UnsafeRawBufferPointer(rebasing: bytes[0..<8])
    guard CRC32.standard.checksum(checked) == Self.number(bytes, at: 8) else {
      throw EventStreamFrameError(reason: .preludeChecksum)
    }
    let length = Int(Self.number(bytes, at: 0))
    let headers = Int(Self.number(bytes, at: 4))
    let least = Self.preludeLength + headers + Self.checksumLength
    guard headers <= Self.longestHeaders, length >= least else {
      throw EventStreamFrameError(reason: .malformed)
    }
    guard length <= limit else { throw EventStreamFrameError(reason: .tooLong(limit: limit)) }
    return length
  }

  private func handOut(_ frame: UnsafeRawBufferPointer, _ body: Body) throws {
    let end = frame.count - Self.checksumLength
    let checked = UnsafeRawBufferPointer(rebasing: frame[0..<end])
    guard CRC32.standard.checksum(checked) == Self.number(frame, at: end) else {
      throw EventStreamFrameError(reason: .messageChecksum)
    }
    let payload = Self.preludeLength + Int(Self.number(frame, at: 4))
    guard
      let frame = EventStreamFrame(
        headers: UnsafeRawBufferPointer(rebasing: frame[Self.preludeLength..<payload]),
        payload: UnsafeRawBufferPointer(rebasing: frame[payload..<end]))
    else { throw EventStreamFrameError(reason: .malformed) }
    try body(frame)
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

/// Why a decoder of an AWS event stream stopped.
public struct EventStreamFrameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable, Hashable {
    /// The lengths at the start of a frame are not those that were sent.
    case preludeChecksum
    /// The bytes of a frame are not those that were sent.
    case messageChecksum
    /// The parts of a frame do not fit into it.
    case malformed
    /// A frame is longer than the limit in bytes.
    case tooLong(limit: Int)
    /// The decoder was used again after it, or the body given to it, had thrown.
    case usedAfterError
  }

  /// What went wrong.
  public var reason: Reason

  /// Creates an error.
  public init(reason: Reason) { self.reason = reason }

  /// One sentence for people.
  public var description: String {
    switch reason {
    case .preludeChecksum: "The checksum of a frame's lengths is wrong; the stream is damaged."
    case .messageChecksum: "The checksum of a frame is wrong; the stream is damaged."
    case .malformed: "A frame of the event stream is malformed."
    case .tooLong(let limit): "A frame of the event stream is longer than \(limit) bytes."
    case .usedAfterError: "The event stream was read on after it had failed."
    }
  }
}
