import CZlib

/// Packed bytes of the zlib form (RFC 1950), by the system's library.
enum Zlib {
  /// Packs bytes.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    let most = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(most)) { buffer, count in
      var length = most
      let code = compress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
      // With room for the bound there is nothing left to fail but memory.
      precondition(code == Z_OK, "zlib has no memory")
      count = Int(length)
    }
  }

  /// Unpacks bytes; `nil` unless they are whole, undamaged and unpack to exactly so many.
  static func unpack(_ bytes: [UInt8], count wanted: Int) -> [UInt8]? {
    var isGood = false
    let unpacked = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      var length = uLong(wanted)
      let code = uncompress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
      isGood = code == Z_OK && length == wanted
      count = Int(length)
    }
    return isGood ? unpacked : nil
  }

  /// The checksum that PNG has behind each chunk (W3C PNG §5.5).
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { buffer in
      UInt32(CZlib.crc32(0, buffer.baseAddress, uInt(buffer.count)))
    }
  }
}
