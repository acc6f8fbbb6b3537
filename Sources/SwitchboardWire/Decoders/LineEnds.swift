#if canImport(Darwin)
private import Darwin
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#else
private import Glibc
#endif

/// Finds line ends in a chunk, each byte of which is looked at once for LF and once for CR.
///
/// The next LF and the next CR are remembered. Searching for both anew for each line would make a
/// chunk full of one kind cost the square of its size.
struct LineEnds {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D

  private let base: UnsafeRawPointer
  private let count: Int
  private var nextLineFeed = -1
  private var nextCarriageReturn: Int

  /// Looks at a chunk; where `lineFeedOnly`, a CR is an ordinary byte.
  init(base: UnsafeRawPointer, count: Int, lineFeedOnly: Bool = false) {
    self.base = base
    self.count = count
    self.nextCarriageReturn = lineFeedOnly ? count : -1
  }

  /// The offset of the first line end at or after an offset; `nil` when there is none.
  ///
  /// Offsets must not go down from call to call.
  @inline(__always)
  mutating func next(from offset: Int) -> Int? {
    if nextLineFeed < offset { nextLineFeed = find(Self.lineFeed, from: offset) }
    if nextCarriageReturn < offset { nextCarriageReturn = find(Self.carriageReturn, from: offset) }
    let end = min(nextLineFeed, nextCarriageReturn)
    return end < count ? end : nil
  }

  private func find(_ byte: UInt8, from offset: Int) -> Int {
    guard offset < count, let found = memchr(base + offset, CInt(byte), count - offset) else {
      return count
    }
    return UnsafeRawPointer(found) - base
  }
}
