import SwitchboardCore

/// Reckons the tokens of a request without any vendor's vocabulary.
///
/// Latin text has about four bytes a token; other scripts have fewer letters a token. Every message
/// and tool adds a few tokens of its own, and a picture about as many as vendors charge for one of
/// medium size.
enum TokenEstimate {
  /// The tokens of a picture whose size is unknown.
  static let picture = 1_000

  /// The prompt tokens of a request.
  ///
  /// - Complexity: O(n) in the bytes of the request's text.
  static func input(of request: ChatRequest) -> Int {
    var tokens = 3 + text(request.system ?? "")
    for message in request.messages {
      tokens += 4 + parts(message.parts)
    }
    for tool in request.tools {
      tokens += 8 + text(tool.name) + text(tool.description ?? "") + text(tool.parameters.text)
    }
    if let schema = request.output?.schema { tokens += 8 + text(schema.text) }
    return tokens
  }

  /// The tokens of a text.
  static func text(_ text: String) -> Int {
    var ascii = 0
    var others = 0
    for byte in text.utf8 {
      if byte < 0x80 {
        ascii += 1
      } else if byte >= 0xC0 {
        others += 1
      }
    }
    return (ascii + 3) / 4 + (others * 2 + 2) / 3
  }

  /// The tokens of the parts of a message.
  static func parts(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + part($1) } }

  private static func part(_ part: Part) -> Int {
    switch part.content {
    case .text(let text): self.text(text)
    case .reasoning(let reasoning): text(reasoning.text)
    case .media(let media): self.media(media)
    case .toolCall(let call): 8 + text(call.name) + text(call.argumentsText)
    case .toolResult(let result): 8 + result.content.reduce(0) { $0 + self.part($1) }
    case .source, .opaque: 0
    }
  }

  private static func media(_ media: Media) -> Int {
    guard media.family == .image else {
      // Documents in base64 are read as text and pictures; a page has about 2 KB of text.
      return max(picture, (media.bytes?.count ?? 0) / 8)
    }
    guard let width = media.width, let height = media.height else { return picture }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? picture : min(max(85, pixels / 750), 1_600)
  }
}
