#if !canImport(CryptoKit)
private import CCrypto
#endif

/// Signatures with RSA and SHA-256 in the padding of PKCS #1 (RFC 8017 §8.2), as RS256 of JWS wants them
/// (RFC 7518 §3.3).
public enum RSASignature {
  /// Signs bytes.
  ///
  /// - Parameters:
  ///   - bytes: What is signed.
  ///   - privateKey: A private key in PEM form (RFC 7468) without a password.
  /// - Returns: The signature; `nil` when the key is none, and on systems without libcrypto.
  public static func sha256(_ bytes: [UInt8], privateKey: String) -> [UInt8]? {
    #if canImport(CryptoKit)
    return nil
    #else
    let text = Array(privateKey.utf8)
    guard let length = CInt(exactly: text.count), let input = BIO_new_mem_buf(text, length) else {
      return nil
    }
    defer { BIO_free(input) }
    // An empty password: libcrypto would ask at the terminal for that of a key that has one.
    var password: [CChar] = [0]
    guard let key = PEM_read_bio_PrivateKey(input, nil, nil, &password) else { return nil }
    defer { EVP_PKEY_free(key) }
    guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, let context = EVP_MD_CTX_new() else {
      return nil
    }
    defer { EVP_MD_CTX_free(context) }
    var count = 0
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
    else { return nil }
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else { return nil }
    return Array(signature.prefix(count))
    #endif
  }
}
