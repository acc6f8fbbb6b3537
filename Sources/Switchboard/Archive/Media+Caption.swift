package import SwitchboardCore

extension Media {
  /// What the media are, in words: name, type, size in pixels, and bytes or address.
  package var caption: String {
    var words = [name, mime].compactMap { $0 }
    if let width, let height { words.append("\(width)×\(height)") }
    switch location {
    case .bytes(let bytes): words.append(Self.size(bytes.count))
    case .url(let url): words.append(url)
    }
    return words.joined(separator: ", ")
  }

  /// A number of bytes, as `812 bytes`, `1.2 KB` or `3.4 MB` (of 1,000 and 1,000,000 bytes).
  private static func size(_ count: Int) -> String {
    if count < 1_000 { return "\(count) byte\(count == 1 ? "" : "s")" }
    let (unit, name) = count < 999_950 ? (1_000, "KB") : (1_000_000, "MB")
    let tenths = (count * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
