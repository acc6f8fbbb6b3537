import SwitchboardCore
import SwitchboardForms

/// Writes requests in the form, for a model of which only its longest answer is known.
struct AnthropicRequests {
  var model = "claude-haiku-4-5"
  var facts: ModelDescriptor?
  var dialect = AnthropicMessagesDialect()

  /// The request as it is sent.
  func write(_ request: ChatRequest) throws -> AnthropicMessagesRequest {
    try AnthropicMessagesRequest(
      request, origin: Origin(vendor: "work", kind: "anthropic", model: model),
      model: facts ?? ModelDescriptor(model, maxOutput: 64_000), dialect: dialect)
  }

  /// The body's bytes as text.
  func text(_ request: ChatRequest) throws -> String { try write(request).body.text }

  /// The turns and the codes of the warnings.
  func turns(_ messages: Message...) throws -> (JSON, [Warning.Code]) {
    let written = try write(ChatRequest(messages: messages))
    return (written.body["messages"], written.warnings.map(\.code))
  }
}

extension Part {
  /// A call of the tool `f`.
  static func call(_ id: String, _ arguments: String = "{}") -> Part {
    Part(.toolCall(ToolCall(id: id, name: "f", argumentsText: arguments)))
  }

  /// A result of one text.
  static func result(_ id: String, _ text: String) -> Part {
    Part(.toolResult(ToolResult(callID: id, content: [.text(text)])))
  }

  /// Thinking as the vendor wants it back.
  static func thought(_ text: String, signature: String) -> Part {
    Part(.reasoning(Reasoning(text)), vendorData: ["anthropic": ["signature": JSON(signature)]])
  }

  /// A block that only its vendor understands.
  static func block(_ block: JSON) -> Part {
    Part(.opaque, vendorData: ["anthropic": ["block": block]])
  }
}
