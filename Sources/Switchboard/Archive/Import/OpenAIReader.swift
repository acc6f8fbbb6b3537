import SwitchboardCore

/// Reads messages as OpenAI's chat form has them (platform.openai.com/docs/api-reference/chat), which
/// many tools write.
enum OpenAIReader {
  /// The conversations of a file: one of its messages, or one for every `messages` in it.
  static func drafts(
    _ document: ImportDocument, at time: Double
  ) throws -> [ConversationDraft] {
    guard let first = document.values.first, first.json["messages"].exists else {
      return [try draft(document.values, at: time)]
    }
    return try document.values.map { value in
      let messages = try value.object()["messages"]
      if !messages.exists { throw messages.wrong("an array of messages") }
      return try draft(messages.elements(), at: time)
    }
  }

  private static func draft(
    _ messages: [CheckedJSON], at time: Double
  ) throws -> ConversationDraft {
    let content = JSON.array(messages.map(\.json)).canonical()
    var draft = ConversationDraft(
      ConversationID(of: String(decoding: content, as: UTF8.self), from: .openai))
    var names: [String: String] = [:]
    var last: Int?
    for json in messages {
      let (message, notes) = try message(try json.object(), &names)
      draft.tally.count(isEmpty: message == nil, notes: notes)
      if let message { last = draft.add(message, after: last, at: time) }
    }
    draft.branches = [(Branch.main, last)]
    return draft
  }

  /// Reads a message, or none where nothing is said; the names are the tools' by the ids of their
  /// calls, for the results that follow.
  private static func message(
    _ json: CheckedJSON, _ names: inout [String: String]
  ) throws -> (Message?, [ImportNote]) {
    var parts = ImportedParts()
    if let thinking = try json["reasoning_content"].optionalString() {
      parts.add(.reasoning(Reasoning(thinking)))
    }
    if json["content"].json.kind == .string {
      parts.add(.text(try json["content"].string()))
    } else {
      for part in try json["content"].elements() { try read(try part.object(), into: &parts) }
    }
    if let refusal = try json["refusal"].optionalString() { parts.add(.text(refusal)) }
    let role: Message.Role
    switch try json["role"].string() {
    case "system", "developer": role = .system
    case "user": role = .user
    case "assistant":
      role = .assistant
      try readCalls(json, into: &parts, &names)
    case "tool":
      return result(parts, of: try json["tool_call_id"].optionalString() ?? "", names)
    case "function":
      return result(parts, of: legacy + (try json["name"].string()), names)
    default:
      throw json["role"].wrong(
        "'system', 'developer', 'user', 'assistant', 'tool' or 'function'")
    }
    return (parts.isEmpty ? nil : Message(role: role, parts: parts.parts), parts.notes)
  }

  /// The beginning of ids that are made for calls of the older form, which have none.
  private static let legacy = "call_function_"

  /// A result of a call; a text when there is no such call before it, because no vendor takes a result
  /// without its call.
  private static func result(
    _ parts: ImportedParts, of id: String, _ names: [String: String]
  ) -> (Message?, [ImportNote]) {
    if let name = names[id] {
      let result = ToolResult(callID: id, name: name, content: parts.parts)
      return (.tool([result]), parts.notes)
    }
    var text = ImportedParts()
    text.add(tool: "result of a tool", parts.text)
    return (Message(role: .assistant, parts: text.parts), parts.notes + text.notes)
  }

  private static func readCalls(
    _ json: CheckedJSON, into parts: inout ImportedParts, _ names: inout [String: String]
  ) throws {
    for call in try json["tool_calls"].elements() {
      let function = try call.object()["function"].object()
      let id = try call["id"].string()
      let name = try function["name"].string()
      names[id] = name
      parts.add(.toolCall(try self.call(id, name, function["arguments"])))
    }
    if json["function_call"].exists {
      let function = try json["function_call"].object()
      let name = try function["name"].string()
      names[legacy + name] = name
      parts.add(.toolCall(try self.call(legacy + name, name, function["arguments"])))
    }
  }

  private static func call(
    _ id: String, _ name: String, _ arguments: CheckedJSON
  ) throws -> ToolCall {
    if arguments.json.kind == .object {
      return ToolCall(id: id, name: name, arguments: arguments.json)
    }
    return ToolCall(id: id, name: name, argumentsText: try arguments.optionalString() ?? "{}")
  }

  private static func read(_ part: CheckedJSON, into parts: inout ImportedParts) throws {
    switch try part["type"].optionalString() ?? "" {
    case "text", "input_text", "output_text": parts.add(.text(try part["text"].string()))
    case "refusal": parts.add(.text(try part["refusal"].string()))
    case "image_url", "input_image":
      let field = part["image_url"]
      let url = try field.json.kind == .object ? field["url"].string() : field.string()
      guard let media = DataAddress.media(url) else {
        if url.hasPrefix("data:") { throw field.wrong("an address or base64 data") }
        return parts.add(.media(Media(url: url, mime: "image/*")))
      }
      parts.add(.media(media))
    case "input_audio":
      let audio = try part["input_audio"].object()
      guard let bytes = Base64.decode(try audio["data"].string()) else {
        throw audio["data"].wrong("base64 text")
      }
      let format = try audio["format"].optionalString() ?? "wav"
      parts.add(.media(Media(bytes: bytes, mime: "audio/\(format)")))
    case "file", "input_file":
      let file = part["file"].exists ? try part["file"].object() : part
      let name = try file["filename"].optionalString()
      if let data = try file["file_data"].optionalString() {
        guard var media = DataAddress.media(data) else {
          throw file["file_data"].wrong("an address that holds base64 data")
        }
        media.name = name
        return parts.add(.media(media))
      }
      parts.add(missing: "file", [name, try file["file_id"].optionalString()])
    case let kind: parts.add(unknown: kind, part["text"].json.string)
    }
  }
}
