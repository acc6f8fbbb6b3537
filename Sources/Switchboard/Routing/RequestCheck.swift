import SwitchboardCore

/// What is wrong with a request whoever should answer it.
enum RequestCheck {
  /// Refuses what no vendor could make sense of.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  static func check(_ request: ChatRequest) throws {
    if request.messages.isEmpty, (request.system ?? "").isEmpty {
      throw SwitchboardError(.invalidRequest, "The request has no messages.")
    }
    var names: Set<String> = []
    for tool in request.tools where !names.insert(tool.name).inserted {
      throw SwitchboardError(.invalidRequest, "Two tools are named '\(tool.name)'.")
    }
    if case .named(let name) = request.toolChoice, !names.contains(name) {
      throw SwitchboardError(
        .invalidRequest, "The tool choice names '\(name)', which is not among the tools.")
    }
    for (_, part) in request.partsWithMedia(request.messages.indices) { try check(part) }
    if let newest = request.messages.last, newest.role == .user, !newest.parts.contains(where: says)
    {
      throw SwitchboardError(
        .invalidRequest, "The newest message has no words and nothing else in it; write something.")
    }
  }

  /// Whether a part holds more than white space.
  private static func says(_ part: Part) -> Bool {
    if case .text(let text) = part.content { text.contains { !$0.isWhitespace } } else { true }
  }

  private static func check(_ part: Part) throws {
    switch part.content {
    case .media(let media):
      // The bytes say what they are; a declared type is believed only where they are silent.
      if let bytes = media.bytes, media.family == .image, MediaSniffer.mime(of: bytes) == nil {
        throw SwitchboardError(
          .invalidRequest,
          "The media \(media.name.map { "'\($0)'" } ?? "part") of type '\(media.mime)' are no picture of a known form."
        )
      }
      if media.mime == "image/svg+xml" {
        throw SwitchboardError(
          .invalidRequest,
          "The picture \(media.name.map { "'\($0)' " } ?? "")is an SVG drawing, which no model is shown; "
            + "give it as PNG, or as a text.")
      }
    case .toolResult(let result):
      for part in result.content { try check(part) }
    default:
      break
    }
  }
}
