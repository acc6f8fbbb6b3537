import SwitchboardCore

/// Files that are shown to a model.
enum MediaFiles {
  /// A picture.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`: the file cannot be read,
  ///   or is no picture.
  static func picture(_ path: String) async throws -> Part {
    let media = try await media(path)
    // SVG is a program that draws; no model looks at one.
    guard media.family == .image, media.mime != "image/svg+xml" else {
      let bytes = media.bytes ?? []
      let found =
        media.mime != Self.unknown
        ? "it is \(media.mime)" : MediaSniffer.isText(bytes) ? "it is text" : "its kind is unknown"
      throw SwitchboardError(
        .invalidRequest, "\(InputFile.shown(path)) is no picture: \(found).")
    }
    return .media(media)
  }

  /// A document: a text becomes part of the prompt under its name, everything else media.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  static func document(_ path: String) async throws -> Part {
    let media = try await media(path)
    if media.mime != Self.unknown, !Self.isMarkup(media.mime) { return .media(media) }
    let bytes = media.bytes ?? []
    guard MediaSniffer.isText(bytes) else {
      throw SwitchboardError(
        .invalidRequest,
        "\(InputFile.shown(path)) is neither text nor a kind of document that is known.")
    }
    let title = media.name.map { "\($0):\n\n" } ?? ""
    return .text(title + String(decoding: bytes, as: UTF8.self))
  }

  private static let unknown = "application/octet-stream"

  private static func isMarkup(_ mime: String) -> Bool {
    mime == "text/html" || mime == "image/svg+xml"
  }

  private static func media(_ path: String) async throws -> Media {
    let bytes = try await InputFile.bytes(path)
    if bytes.isEmpty {
      throw SwitchboardError(.invalidRequest, "\(InputFile.shown(path)) is empty.")
    }
    let name = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
    return Media(bytes: bytes, mime: unknown, name: name)
  }
}
