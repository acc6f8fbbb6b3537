/// Takes a stream of lines apart, one JSON value a line (NDJSON, JSON Lines), chunk by chunk.
///
/// A line ends at LF or CRLF; a CR elsewhere is an ordinary byte. Lines without anything but white
/// space are skipped. Any chunking gives the same lines.
public struct LineDecoder: Sendable {
  /// Receives a line without its end; the bytes are valid during the call only.
  public typealias Body = (_ line: UnsafeRawBufferPointer) throws -> Void

  /// The largest size of a line in bytes.
  public let limit: Int

  /// The line so far, when it began in an earlier chunk.
  private var kept: [UInt8] = []
  private var hasFailed = false

  /// Above this, the room of a line is given back when the line is over.
  private static let roomToKeep = 1 << 16

  /// Creates a decoder for one stream.
  public init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// How many bytes of memory the decoder holds.
  var room: Int { kept.capacity }

  /// Reads a chunk and hands out the lines that end in it.
  ///
  /// A line that lies whole in the chunk is handed out without being copied.
  ///
  /// - Throws: ``StreamDecodingError`` for a line above the limit, and whatever the body throws.
  ///   After either the decoder can not be used any more.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ body: Body) throws {
    guard !hasFailed else { throw StreamDecodingError(reason: .usedAfterError, limit: limit) }
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    hasFailed = true
    var ends = LineEnds(base: base, count: bytes.count, lineFeedOnly: true)
    var offset = 0
    while let end = ends.next(from: offset) {
      let piece = UnsafeRawBufferPointer(start: base + offset, count: end - offset)
      if kept.isEmpty {
        guard piece.count <= limit else { throw tooLong }
        try handOut(piece, body)
      } else {
        try keep(piece)
        try handOutKept(body)
      }
      offset = end + 1
    }
    try keep(UnsafeRawBufferPointer(start: base + offset, count: bytes.count - offset))
    hasFailed = false
  }

  /// Reads a chunk and hands out the lines that end in it.
  ///
  /// - Throws: As for a buffer.
  public mutating func decode(_ bytes: [UInt8], _ body: Body) throws {
    try bytes.withUnsafeBytes { try decode($0, body) }
  }

  /// Ends the stream and hands out a last line that has no line end.
  ///
  /// Where the connection broke in the middle of a line, that line is cut too: no JSON here means a
  /// truncated stream, not a vendor that speaks badly. The decoder is as new afterwards.
  ///
  /// - Throws: ``StreamDecodingError`` after an earlier error, and whatever the body throws.
  public mutating func finish(_ body: Body) throws {
    guard !hasFailed else { throw StreamDecodingError(reason: .usedAfterError, limit: limit) }
    hasFailed = true
    try handOutKept(body)
    hasFailed = false
  }

  private var tooLong: StreamDecodingError { StreamDecodingError(reason: .tooLong, limit: limit) }

  private func handOut(_ line: UnsafeRawBufferPointer, _ body: Body) throws {
    var line = line
    if line.last == LineEnds.carriageReturn {
      line = UnsafeRawBufferPointer(rebasing: line.dropLast())
    }
    // White space of JSON: RFC 8259 §2.
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    try body(line)
  }

  private mutating func handOutKept(_ body: Body) throws {
    try kept.withUnsafeBytes { try handOut($0, body) }
    kept.removeAll(keepingCapacity: kept.capacity <= Self.roomToKeep)
  }

  /// Keeps a piece of a line.
  private mutating func keep(_ piece: UnsafeRawBufferPointer) throws {
    guard piece.count <= limit - kept.count else { throw tooLong }
    kept.makeRoom(for: piece.count, limit: limit)
    kept.append(contentsOf: piece)
  }
}
