import SwitchboardCore

/// Writes media as parts (ai.google.dev/api/caching, "Blob" and "FileData").
enum GeminiMedia {
  /// The part: bytes inline, a text document as text, an address as a file that the vendor fetches.
  static func part(_ media: Media) -> JSON {
    switch media.location {
    case .bytes(let bytes) where isText(media):
      // A text document is text; its name, for which the form has no place, stands above it.
      let name = media.name.map { "\($0):\n" } ?? ""
      return ["text": JSON(name + String(decoding: bytes, as: UTF8.self))]
    case .bytes(let bytes):
      // The vendor has a name of its own for this one (…/gemini-api/docs/video-understanding).
      let mime = media.mime == "video/x-msvideo" ? "video/avi" : media.mime
      return ["inlineData": ["mimeType": JSON(mime), "data": JSON(Base64.encode(bytes))]]
    case .url(let url):
      let isKnown = media.mime != "application/octet-stream"
      return [
        "fileData": .object([
          ("mimeType", isKnown ? JSON(media.mime) : .missing), ("fileUri", JSON(url)),
        ])
      ]
    }
  }

  private static func isText(_ media: Media) -> Bool {
    media.mime.hasPrefix("text/") || media.mime == "application/json"
      || media.mime == "application/xml"
  }
}
