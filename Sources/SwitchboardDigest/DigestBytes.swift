/// Lets libcrypto write a SHA-256 digest or code into a new array.
///
/// The only reason it could fail is a libcrypto built without SHA-256; no caller could go on.
func digestBytes(
  _ write: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Bool
) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
    var length: UInt32 = 0
    guard write(buffer.baseAddress, &length), length == UInt32(SHA256.byteCount) else {
      fatalError("libcrypto has no SHA-256")
    }
    count = SHA256.byteCount
  }
}
