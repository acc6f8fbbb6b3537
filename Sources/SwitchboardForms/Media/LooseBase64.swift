import SwitchboardCore

/// Base64 as a careless sender writes it: characters that do not belong to it are skipped
/// (RFC 2045 §6.8), padding among them.
enum LooseBase64 {
  /// The bytes; `nil` when there are none.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes = Base64.decode(text)
    if bytes == nil {
      var known = text.utf8.filter { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2F, 0x5F: true
        default: false
        }
      }
      // A single character is no byte.
      if known.count % 4 == 1 { known.removeLast() }
      bytes = Base64.decode(known)
    }
    return bytes.flatMap { $0.isEmpty ? nil : $0 }
  }
}
