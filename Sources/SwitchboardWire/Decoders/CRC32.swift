/// The checksum of gzip (RFC 1952 §8), eight bytes a step.
///
/// Eight tables say what each of eight bytes does to the checksum at its distance from the end
/// ("slicing by 8": Kounavis and Berry, "Novel Table Lookup-Based Algorithms for High-Performance CRC
/// Generation", IEEE Transactions on Computers 57, 2008).
package struct CRC32: Sendable {
  private let tables: [UInt32]

  /// The one set of tables.
  package static let standard = CRC32()

  private init() {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<(8 * 256) {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
    self.tables = tables
  }

  /// The checksum of bytes, going on from the checksum of those before them.
  package func checksum(_ bytes: UnsafeRawBufferPointer, after earlier: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var value = ~earlier
      var offset = 0
      while offset &+ 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          ^ UInt64(value)
        value =
          tables[1792 &+ Int(word & 0xFF)] ^ tables[1536 &+ Int(word >> 8 & 0xFF)]
          ^ tables[1280 &+ Int(word >> 16 & 0xFF)] ^ tables[1024 &+ Int(word >> 24 & 0xFF)]
          ^ tables[768 &+ Int(word >> 32 & 0xFF)] ^ tables[512 &+ Int(word >> 40 & 0xFF)]
          ^ tables[256 &+ Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        offset &+= 8
      }
      while offset < bytes.count {
        value = tables[Int((value ^ UInt32(bytes[offset])) & 0xFF)] ^ (value >> 8)
        offset &+= 1
      }
      return ~value
    }
  }
}
