/// Takes a stream of server-sent events apart (WHATWG HTML §9.2.5 and §9.2.6), chunk by chunk.
///
/// The decoder works on bytes: a line ends at LF, CR or CRLF and nowhere else, so that U+2028, U+2029
/// and U+0085 in a JSON string are left alone, and a character cut by a chunk stays whole. An event is
/// handed out as soon as the line end of its blank line is there. Any chunking gives the same events.
///
/// It differs from a browser in three things, because the vendors do:
/// - An event whose data is empty is not handed out, also when it has a `data` field. Browsers hold
///   back only those without one.
/// - At the end of the stream, an event that lacks only its blank line, or that and the end of its
///   last line, is handed out by ``finish(_:)``. Browsers drop it.
/// - `id` and `retry` are ignored: nobody can go back into the middle of a model's answer.
public struct ServerSentEventDecoder: Sendable {
  /// Receives the name, empty for none, and the data of an event.
  ///
  /// Both are valid during the call only.
  public typealias Body = (_ name: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer) throws ->
    Void

  /// The largest size of an event in bytes: its name, its data and the line being read.
  public let limit: Int

  /// How many comment lines were seen; vendors send them as signs of life.
  public private(set) var comments = 0

  /// What outlives a chunk: the data of the event so far, then the line so far.
  ///
  /// From `dataStart` on lies the text of all `data` fields, joined by LF; the line is from `lineStart`.
  private var kept: [UInt8] = []
  private var dataStart = 0
  private var lineStart = 0
  private var keepsData = false

  private var name: [UInt8] = []
  private var leadingMarkBytes = 0
  private var skipsLineFeed = false
  private var hasFailed = false

  /// U+FEFF in UTF-8, dropped once at the start of a stream (WHATWG Encoding §6, "UTF-8 decode").
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Above this, the room of an event is given back when the event is over.
  private static let roomToKeep = 1 << 16

  /// Creates a decoder for one stream.
  public init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// How many bytes of memory the decoder holds.
  var room: Int { kept.capacity + name.capacity }

  /// Reads a chunk and hands out the events that end in it.
  ///
  /// An event that lies whole in the chunk is handed out without being copied.
  ///
  /// - Throws: ``StreamDecodingError`` for an event above the limit, and whatever the body throws.
  ///   After either the decoder can not be used any more.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ body: Body) throws {
    guard !hasFailed else { throw StreamDecodingError(reason: .usedAfterError, limit: limit) }
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    hasFailed = true
    try read(UnsafeRawBufferPointer(start: base, count: bytes.count), at: base, body)
    hasFailed = false
  }

  /// Reads a chunk and hands out the events that end in it.
  ///
  /// - Throws: As for a buffer.
  public mutating func decode(_ bytes: [UInt8], _ body: Body) throws {
    try bytes.withUnsafeBytes { try decode($0, body) }
  }

  /// Ends the stream and hands out an event that was not ended by a blank line.
  ///
  /// Where the connection broke in the middle of a line, the data of that event is cut too: data that
  /// is no JSON here means a truncated stream, not a vendor that speaks badly. The decoder is as new
  /// afterwards, but for its count of comments.
  ///
  /// - Throws: ``StreamDecodingError`` after an earlier error, and whatever the body throws.
  public mutating func finish(_ body: Body) throws {
    guard !hasFailed else { throw StreamDecodingError(reason: .usedAfterError, limit: limit) }
    hasFailed = true
    if kept.count > lineStart { endKeptLine() }
    try handOut(Pending(), body)
    leadingMarkBytes = 0
    skipsLineFeed = false
    hasFailed = false
  }
}

extension ServerSentEventDecoder {
  /// The parts of the current event that lie in the current chunk.
  private struct Pending {
    var name: UnsafeRawBufferPointer?
    var data: UnsafeRawBufferPointer?
  }

  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, at base: UnsafeRawPointer, _ body: Body
  ) throws {
    var offset = try skipStart(bytes)
    var ends = LineEnds(base: base, count: bytes.count)
    var pending = Pending()

    if kept.count > lineStart, offset < bytes.count {
      let end = ends.next(from: offset)
      try keep(UnsafeRawBufferPointer(rebasing: bytes[offset..<(end ?? bytes.count)]))
      guard let end else { return }
      endKeptLine()
      offset = offsetAfterLineEnd(end, in: bytes)
    }
    while offset < bytes.count, let end = ends.next(from: offset) {
      if end == offset {
        try handOut(pending, body)
        pending = Pending()
      } else {
        let line = UnsafeRawBufferPointer(start: base + offset, count: end - offset)
        try take(line, at: base + offset, &pending)
      }
      offset = offsetAfterLineEnd(end, in: bytes)
    }
    keep(pending)
    if offset < bytes.count {
      try keep(UnsafeRawBufferPointer(start: base + offset, count: bytes.count - offset))
    }
  }

  /// The offset of the first byte that counts: after a byte-order mark at the start of the stream, and
  /// after the LF of a CRLF that two chunks share.
  private mutating func skipStart(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    var offset = 0
    let mark = Self.byteOrderMark
    while leadingMarkBytes < mark.count, offset < bytes.count {
      if bytes[offset] == mark[leadingMarkBytes] {
        leadingMarkBytes += 1
        offset += 1
      } else {
        let seen = mark[..<leadingMarkBytes]
        leadingMarkBytes = mark.count
        try seen.withUnsafeBytes { try keep($0) }
      }
    }
    if skipsLineFeed, offset < bytes.count {
      skipsLineFeed = false
      if bytes[offset] == LineEnds.lineFeed { offset += 1 }
    }
    return offset
  }

  @inline(__always)
  private mutating func offsetAfterLineEnd(_ end: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes[end] == LineEnds.carriageReturn else { return end + 1 }
    guard end + 1 < bytes.count else {
      skipsLineFeed = true
      return end + 1
    }
    return bytes[end + 1] == LineEnds.lineFeed ? end + 2 : end + 1
  }

  /// Takes a line, never an empty one, that lies whole in the chunk.
  @inline(__always)
  private mutating func take(
    _ line: UnsafeRawBufferPointer, at base: UnsafeRawPointer, _ pending: inout Pending
  ) throws {
    let nameCount = pending.name?.count ?? name.count
    let dataCount = pending.data?.count ?? (kept.count - dataStart)
    guard line.count <= limit - nameCount - dataCount else { throw tooLong }

    switch ServerSentEventLine(at: base, count: line.count) {
    case .comment: comments += 1
    case .other: break
    case .name(let offset):
      pending.name = UnsafeRawBufferPointer(start: base + offset, count: line.count - offset)
    case .data(let offset):
      let value = UnsafeRawBufferPointer(start: base + offset, count: line.count - offset)
      if pending.data == nil, !keepsData {
        pending.data = value
      } else {
        keepData(&pending)
        kept.makeRoom(for: 1 + value.count, limit: limit)
        kept.append(LineEnds.lineFeed)
        kept.append(contentsOf: value)
        lineStart = kept.count
      }
    }
  }

  /// Takes the line at the end of the kept bytes, where it stays if it is the first of the data.
  private mutating func endKeptLine() {
    let count = kept.count - lineStart
    let line = kept.withUnsafeBytes { bytes -> ServerSentEventLine in
      guard let base = bytes.baseAddress, count > 0 else { return .other }
      return ServerSentEventLine(at: base + lineStart, count: count)
    }
    switch line {
    case .comment:
      comments += 1
      kept.removeSubrange(lineStart...)
    case .other:
      kept.removeSubrange(lineStart...)
    case .name(let offset):
      name = Array(kept[(lineStart + offset)...])
      kept.removeSubrange(lineStart...)
    case .data(let offset) where keepsData:
      kept.replaceSubrange(lineStart..<(lineStart + offset), with: [LineEnds.lineFeed])
      lineStart = kept.count
    case .data(let offset):
      keepsData = true
      dataStart = lineStart + offset
      lineStart = kept.count
    }
  }

  /// Hands out the event, if it has data, and forgets it.
  @inline(__always)
  private mutating func handOut(_ pending: Pending, _ body: Body) throws {
    if let data = pending.data, name.isEmpty {
      guard !data.isEmpty else { return }
      try body(pending.name ?? UnsafeRawBufferPointer(start: nil, count: 0), data)
      return
    }
    if keepsData || !name.isEmpty { try handOutKept(pending, body) }
  }

  private mutating func handOutKept(_ pending: Pending, _ body: Body) throws {
    try name.withUnsafeBytes { name in
      try kept.withUnsafeBytes { bytes in
        let data = pending.data ?? UnsafeRawBufferPointer(rebasing: bytes[dataStart..<lineStart])
        if !data.isEmpty { try body(pending.name ?? name, data) }
      }
    }
    dataStart = 0
    lineStart = 0
    keepsData = false
    name.removeAll(keepingCapacity: name.capacity <= Self.roomToKeep)
    kept.removeAll(keepingCapacity: kept.capacity <= Self.roomToKeep)
  }
}

extension ServerSentEventDecoder {
  private var tooLong: StreamDecodingError { StreamDecodingError(reason: .tooLong, limit: limit) }

  /// Keeps a piece of a line.
  private mutating func keep(_ piece: UnsafeRawBufferPointer) throws {
    guard piece.count <= limit - name.count - (kept.count - dataStart) else { throw tooLong }
    kept.makeRoom(for: piece.count, limit: limit)
    kept.append(contentsOf: piece)
  }

  /// Keeps what the chunk holds of an event that goes on in the next.
  private mutating func keep(_ pending: Pending) {
    var pending = pending
    keepData(&pending)
    if let name = pending.name { self.name = Array(name) }
  }

  /// Keeps data of which there is more to come.
  ///
  /// It is called at the start of a line, where nothing but data can have been kept.
  private mutating func keepData(_ pending: inout Pending) {
    guard let data = pending.data else { return }
    kept.makeRoom(for: data.count, limit: limit)
    kept.append(contentsOf: data)
    dataStart = 0
    lineStart = kept.count
    keepsData = true
    pending.data = nil
  }
}
