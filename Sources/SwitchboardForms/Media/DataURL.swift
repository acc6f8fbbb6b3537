import SwitchboardCore

/// Media as text of the `data:` scheme (RFC 2397).
enum DataURL {
  /// The address that holds the bytes of media.
  static func text(mime: String, bytes: [UInt8]) -> String {
    "data:\(mime);base64,\(Base64.encode(bytes))"
  }

  /// The media that an address holds; `nil` for other schemes and for broken base64.
  static func media(_ url: String) -> Media? {
    guard url.hasPrefix("data:"), let comma = url.firstIndex(of: ",") else { return nil }
    let fields = url[url.index(url.startIndex, offsetBy: 5)..<comma].split(separator: ";")
    let text = url[url.index(after: comma)...]
    guard fields.last == "base64", let bytes = Base64.decode(String(text)) else { return nil }
    return Media(bytes: bytes, mime: fields.first.map(String.init) ?? "application/octet-stream")
  }
}
