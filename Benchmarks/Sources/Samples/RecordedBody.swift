import SwitchboardCore

/// A vendor's request body, read back into what it says as far as tokens depend on it.
struct RecordedBody {
  private let body: JSON

  init(_ body: JSON) { self.body = body }

  /// The request; `nil` for a form that is not read here.
  func request(api: String) -> ChatRequest? {
    if api.hasSuffix(".responses") || api.hasSuffix("_responses") { return responses }
    if body["anthropic_version"].exists || api == "anthropic.messages" { return messages }
    if api.hasPrefix("gemini.") && body["contents"].exists { return contents }
    return api.contains("chat") && body["messages"].exists ? chat : nil
  }

  private var chat: ChatRequest {
    var request = ChatRequest(messages: body["messages"].elements.map(Self.chatMessage))
    request.tools = body["tools"].elements.map { Self.tool($0["function"], "parameters") }
    let schema = body["response_format"]["json_schema"]["schema"]
    if schema.exists { request.output = .json(schema: schema) }
    return request
  }

  private static func chatMessage(_ message: JSON) -> Message {
    var parts = texts(message["content"])
    if let thought = message["reasoning_content"].string {
      parts.append(Part(.reasoning(Reasoning(thought))))
    }
    for call in message["tool_calls"].elements {
      parts.append(toolCall(call["function"], "arguments"))
    }
    switch message["role"].string {
    case "system", "developer": return Message(role: .system, parts: parts)
    case "assistant": return Message(role: .assistant, parts: parts)
    case "tool": return .tool([ToolResult(callID: "1", content: parts)])
    default: return .user(parts)
    }
  }

  private var messages: ChatRequest {
    var request = ChatRequest(
      messages: body["messages"].elements.map { message in
        let parts = message["content"].string.map { [Part.text($0)] }
        return Message(
          role: message["role"].string == "assistant" ? .assistant : .user,
          parts: parts ?? message["content"].elements.map(Self.block))
      })
    request.system = Self.texts(body["system"]).map(\.content).reduce(into: nil as String?) {
      if case .text(let text) = $1 { $0 = ($0 ?? "") + text }
    }
    request.tools = body["tools"].elements.map { Self.tool($0, "input_schema") }
    let schema = body["output_format"]["schema"]
    if schema.exists { request.output = .json(schema: schema) }
    return request
  }

  private static func block(_ block: JSON) -> Part {
    switch block["type"].string {
    case "tool_use": toolCall(block, "input")
    case "tool_result":
      Part(.toolResult(ToolResult(callID: "1", content: texts(block["content"]))))
    case "thinking": Part(.reasoning(Reasoning(block["thinking"].string ?? "")))
    default: .text(block["text"].string ?? "")
    }
  }

  private var responses: ChatRequest {
    let input = body["input"]
    var request = ChatRequest(
      messages: input.string.map { [.user($0)] } ?? input.elements.map(Self.item))
    request.system = body["instructions"].string
    request.tools = body["tools"].elements.map { Self.tool($0, "parameters") }
    let schema = body["text"]["format"]["schema"]
    if schema.exists { request.output = .json(schema: schema) }
    return request
  }

  private static func item(_ item: JSON) -> Message {
    switch item["type"].string {
    case "function_call":
      return Message(role: .assistant, parts: [toolCall(item, "arguments")])
    case "function_call_output":
      return .tool([ToolResult(callID: "1", content: texts(item["output"]))])
    default: return chatMessage(item)
    }
  }

  private var contents: ChatRequest {
    var request = ChatRequest(
      messages: body["contents"].elements.map { content in
        Message(
          role: content["role"].string == "model" ? .assistant : .user,
          parts: content["parts"].elements.map(Self.geminiPart))
      })
    let system = body["systemInstruction"]["parts"].elements.compactMap(\.["text"].string)
    if !system.isEmpty { request.system = system.joined() }
    request.tools = body["tools"].elements.flatMap { $0["functionDeclarations"].elements }.map {
      Self.tool($0, $0["parameters"].exists ? "parameters" : "parametersJsonSchema")
    }
    let schema = body["generationConfig"]["responseSchema"]
    if schema.exists { request.output = .json(schema: schema) }
    return request
  }

  private static func geminiPart(_ part: JSON) -> Part {
    if part["functionCall"].exists { return toolCall(part["functionCall"], "args") }
    if part["functionResponse"].exists {
      return Part(
        .toolResult(
          ToolResult(callID: "1", content: [.text(part["functionResponse"]["response"].text)])))
    }
    return .text(part["text"].string ?? "")
  }

  private static func tool(_ tool: JSON, _ schema: String) -> ToolDefinition {
    ToolDefinition(
      name: tool["name"].string ?? "", description: tool["description"].string,
      parameters: tool[schema].exists ? tool[schema] : [:])
  }

  private static func toolCall(_ call: JSON, _ arguments: String) -> Part {
    Part(
      .toolCall(
        ToolCall(
          id: "1", name: call["name"].string ?? "",
          argumentsText: call[arguments].string ?? call[arguments].text)))
  }

  /// A text, or an array of parts with texts.
  private static func texts(_ content: JSON) -> [Part] {
    if let text = content.string { return [.text(text)] }
    return content.elements.map { .text($0["text"].string ?? "") }
  }
}
