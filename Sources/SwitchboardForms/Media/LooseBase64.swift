import SwitchboardCore

/// Pictures in base64 as careless senders write them: characters that do not belong to it are
/// skipped (RFC 2045 §6.8), padding among them.
enum LooseBase64 {
  /// The bytes of a picture; `nil` when there are none, or none that show a picture where the text
  /// is no clean base64.
  static func picture(_ text: String) -> [UInt8]? {
    if let bytes = Base64.decode(text) { return bytes.isEmpty ? nil : bytes }
    var known = text.utf8.filter { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2F, 0x5F: true
      default: false
      }
    }
    // A single character is no byte.
    if known.count % 4 == 1 { known.removeLast() }
    guard let bytes = Base64.decode(known),
      MediaSniffer.mime(of: bytes)?.hasPrefix("image/") == true
    else { return nil }
    return bytes
  }
}
