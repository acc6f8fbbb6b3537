import SwitchboardCore

/// Bytes that a source of keys gave, made into a key.
enum KeyText {
  /// The most bytes of a key; those of service accounts have some three thousand.
  static let longest = 16 << 10

  /// The key in some bytes, without the white space around it.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication`, without any of the bytes.
  static func secret(_ bytes: [UInt8], from place: String) throws(SwitchboardError) -> Secret {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw SwitchboardError(.authentication, "The key in \(place) is not UTF-8 text.")
    }
    let secret = Secret(text)
    if secret.isEmpty {
      throw SwitchboardError(
        .authentication, "The key in \(place) is missing or empty; set it and try again.")
    }
    // A header field with a line feed in it would be another header field.
    let isOneLine = secret.reveal().utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isOneLine else {
      throw SwitchboardError(
        .authentication,
        "The key in \(place) has several lines or control characters; keys have none.")
    }
    return secret
  }
}
