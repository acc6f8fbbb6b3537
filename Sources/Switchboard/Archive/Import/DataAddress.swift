import SwitchboardCore

/// Addresses that hold the bytes themselves (RFC 2397).
enum DataAddress {
  /// The media that an address holds; `nil` for other addresses, and for broken base64.
  static func media(_ url: String) -> Media? {
    guard url.hasPrefix("data:"), let comma = url.firstIndex(of: ",") else { return nil }
    let fields = url[..<comma].dropFirst(5).split(separator: ";", omittingEmptySubsequences: false)
    guard fields.last == "base64", let bytes = Base64.decode(String(url[comma...].dropFirst()))
    else { return nil }
    let mime = fields.first.map(String.init) ?? ""
    return Media(bytes: bytes, mime: mime.isEmpty ? "application/octet-stream" : mime)
  }
}
