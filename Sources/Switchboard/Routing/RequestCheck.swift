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
    for message in request.messages {
      for part in message.parts { try check(part) }
    }
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
    case .toolResult(let result):
      for part in result.content { try check(part) }
    default:
      break
    }
  }
}
