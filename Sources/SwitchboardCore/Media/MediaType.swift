/// Media types as vendors compare them: letter by letter.
enum MediaType {
  /// The registered name of a type as people and servers write it.
  ///
  /// Type and subtype are in small letters (RFC 6838 §4.2), and names that were never registered give
  /// way to the one that was. Pictures lose their parameters, which none of them has; others keep
  /// them, as `audio/L16;rate=24000` needs.
  static func registered(_ mime: String) -> String {
    let halves = mime.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var essence = trimmed(halves.first ?? "").lowercased()
    essence = names[essence] ?? essence
    guard halves.count == 2, !essence.hasPrefix("image/") else { return essence }
    return "\(essence);\(halves[1])"
  }

  private static let names = [
    "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png",
    "audio/mp3": "audio/mpeg", "audio/x-mp3": "audio/mpeg", "audio/wave": "audio/wav",
    "audio/x-wav": "audio/wav", "audio/vnd.wave": "audio/wav", "audio/x-flac": "audio/flac",
    "application/x-pdf": "application/pdf",
  ]

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
