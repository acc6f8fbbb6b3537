#if canImport(CryptoKit)
private import CryptoKit
#else
private import CCrypto
#endif

/// A SHA-256 digest in the making (FIPS 180-4).
///
/// Bytes go in piece by piece; ``finalize()`` ends it. For bytes that are all there, use the static
/// functions.
public struct SHA256: ~Copyable {
  /// The length of a digest in bytes.
  public static let byteCount = 32

  #if canImport(CryptoKit)
  private var state = CryptoKit.SHA256()

  /// Starts a digest.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state.update(bufferPointer: bytes)
  }

  /// Ends the digest.
  ///
  /// - Returns: 32 bytes.
  public consuming func finalize() -> [UInt8] {
    Array(state.finalize())
  }

  /// Digests bytes that are all there.
  ///
  /// - Returns: 32 bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var state = CryptoKit.SHA256()
    state.update(bufferPointer: bytes)
    return Array(state.finalize())
  }
  #else
  private let context: OpaquePointer

  /// Starts a digest.
  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      fatalError("libcrypto has no SHA-256")
    }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let done = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(done == 1, "libcrypto could not go on with a digest")
  }

  /// Ends the digest.
  ///
  /// - Returns: 32 bytes.
  public consuming func finalize() -> [UInt8] {
    digestBytes { EVP_DigestFinal_ex(context, $0, $1) == 1 }
  }

  /// Digests bytes that are all there.
  ///
  /// - Returns: 32 bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    digestBytes { EVP_Digest(bytes.baseAddress, bytes.count, $0, $1, EVP_sha256(), nil) == 1 }
  }
  #endif

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Digests bytes that are all there.
  ///
  /// - Returns: 32 bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }
}
