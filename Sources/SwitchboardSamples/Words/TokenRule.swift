package import SwitchboardCore

/// Counts made-up tokens: one for every four bytes of UTF-8 begun, four more for each message, and
/// 256 for each picture or document.
package enum TokenRule {
  /// The tokens of a request.
  package static func count(_ request: ChatRequest) -> Int {
    var count = request.system.map(Self.count) ?? 0
    for message in request.messages {
      count += 4 + message.parts.reduce(0) { $0 + Self.count($1) }
    }
    for tool in request.tools {
      count += Self.count(tool.name) + Self.count(tool.description ?? "")
      count += Self.count(tool.parameters.text)
    }
    if let schema = request.output?.schema { count += Self.count(schema.text) }
    return count
  }

  /// The tokens of a text.
  package static func count(_ text: String) -> Int { (text.utf8.count + 3) / 4 }

  private static func count(_ part: Part) -> Int {
    switch part.content {
    case .text(let text): count(text)
    case .reasoning(let reasoning): count(reasoning.text)
    case .media: 256
    case .toolCall(let call): count(call.name) + count(call.argumentsText)
    case .toolResult(let result): result.content.reduce(4) { $0 + count($1) }
    case .source(let source): count(source.citedText ?? "")
    case .opaque: 0
    }
  }
}
