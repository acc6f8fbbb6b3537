import SwitchboardCore

/// How long media are, guessed from their bytes where nobody says.
enum MediaLength {
  /// Whether a document is text, and is shown to the model as such.
  static func isText(_ mime: String) -> Bool {
    mime.hasPrefix("text/") || mime == "application/json" || mime == "application/xml"
      || mime.hasSuffix("+json") || mime.hasSuffix("+xml")
  }

  /// The pages of a document: those that a PDF names openly, or one for 50 KB.
  static func pages(_ media: Media) -> Int {
    guard let bytes = media.bytes else { return 1 }
    return max(1, pageObjects(bytes), bytes.count / 50_000)
  }

  /// Seconds of sound at 128 kbit/s; a minute where the bytes lie elsewhere.
  static func secondsOfSound(_ media: Media) -> Int {
    media.bytes.map { max(1, $0.count / 16_000) } ?? 60
  }

  /// Seconds of film at 1 Mbit/s; a minute where the bytes lie elsewhere.
  static func secondsOfFilm(_ media: Media) -> Int {
    media.bytes.map { max(1, $0.count / 125_000) } ?? 60
  }

  /// How often a PDF says `/Type /Page` (ISO 32000, 7.7.3.3); none where its objects are packed.
  private static func pageObjects(_ bytes: [UInt8]) -> Int {
    let type = Array("/Type".utf8)
    let page = Array("/Page".utf8)
    func stands(_ word: [UInt8], at place: Int) -> Bool {
      place + word.count <= bytes.count && bytes[place..<place + word.count].elementsEqual(word)
    }
    var count = 0
    var place = 0
    while let slash = bytes[place...].firstIndex(of: 0x2F) {
      place = slash + 1
      guard stands(type, at: slash) else { continue }
      var next = slash + type.count
      while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x0A || bytes[next] == 0x0D {
        next += 1
      }
      guard stands(page, at: next) else { continue }
      let end = next + page.count
      // `/Pages` is the list of them.
      if end == bytes.count || bytes[end] != 0x73 { count += 1 }
    }
    return count
  }
}
