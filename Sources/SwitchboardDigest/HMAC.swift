#if canImport(CryptoKit)
private import CryptoKit
#else
private import CCrypto
#endif

/// Keyed digests (RFC 2104) with SHA-256.
public enum HMAC {
  /// Signs bytes with a key.
  ///
  /// - Returns: 32 bytes.
  public static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
    let code = CryptoKit.HMAC<CryptoKit.SHA256>.authenticationCode(
      for: bytes, using: SymmetricKey(data: key))
    return Array(code)
    #else
    guard let keyLength = CInt(exactly: key.count) else {
      preconditionFailure("an HMAC key of 2 GiB or more")
    }
    return digestBytes {
      CCrypto.HMAC(EVP_sha256(), key, keyLength, bytes, bytes.count, $0, $1) != nil
    }
    #endif
  }

  /// Compares two codes in a time that does not depend on where they differ.
  ///
  /// - Returns: Whether they are equal; codes of different lengths never are.
  public static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
