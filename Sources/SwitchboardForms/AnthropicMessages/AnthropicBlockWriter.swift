import SwitchboardCore

/// Writes the parts of messages as blocks of the form.
struct AnthropicBlockWriter {
  private let origin: Origin
  private let toolNames: ToolNames
  private let takesAddresses: Bool

  /// platform.claude.com/docs/en/build-with-claude/vision.
  private static let imageTypes: Set<String> = [
    "image/jpeg", "image/png", "image/gif", "image/webp",
  ]

  init(origin: Origin, toolNames: ToolNames, takesAddresses: Bool) {
    self.origin = origin
    self.toolNames = toolNames
    self.takesAddresses = takesAddresses
  }

  /// What a part holds for this vendor and entry.
  func data(of part: Part) -> JSON? {
    origin.kind.flatMap { part.vendorData(for: origin.vendor, kind: $0) }
  }

  /// A block of text with its cache mark.
  func text(_ text: String, data: JSON?) -> JSON {
    Self.marked([("type", "text"), ("text", JSON(text))], data)
  }

  /// A part of the user's turn; `nil` for one that leaves nothing.
  func userBlock(_ part: Part, _ negotiation: inout Negotiation) throws -> JSON? {
    switch part.content {
    case .text(let text):
      if AnthropicText.isBlank(text) { return nil }
      return self.text(text, data: data(of: part))
    case .media(let media):
      return try block(of: media, data: data(of: part), &negotiation)
    case .opaque:
      return try opaque(part, &negotiation)
    case .source, .reasoning:
      return nil
    case .toolCall, .toolResult:
      try negotiation.warn(
        .droppedPart, "A part that cannot stand where it stands was left out.")
      return nil
    }
  }

  /// A part of the assistant's turn; `nil` for one that leaves nothing.
  func assistantBlock(_ part: Part, _ negotiation: inout Negotiation) throws -> JSON? {
    let data = data(of: part)
    switch part.content {
    case .text(let text):
      if AnthropicText.isBlank(text) { return nil }
      let citations = data?["citations"].elements.map { citation in
        // Answers say which file was cited; requests have no place for it.
        var citation = citation
        citation["file_id"] = .missing
        return citation
      }
      return Self.marked(
        [
          ("type", "text"), ("text", JSON(text)),
          ("citations", citations.map { $0.isEmpty ? .missing : .array($0) } ?? .missing),
        ], data)
    case .reasoning(let reasoning):
      return try thinking(reasoning, part, data, &negotiation)
    case .toolCall(let call):
      return Self.marked(
        [
          ("type", "tool_use"), ("id", JSON(call.id)),
          ("name", JSON(toolNames.name(for: call.name))), ("input", Self.input(of: call)),
          ("caller", data?["caller"] ?? .missing),
          ("toolset_name", data?["toolset_name"] ?? .missing),
        ], data)
    case .opaque:
      return try opaque(part, &negotiation)
    case .source:
      return nil
    case .media, .toolResult:
      try negotiation.warn(
        .droppedPart, "A part that cannot stand where it stands was left out.")
      return nil
    }
  }

  /// Thinking goes back to the letter, with its signature, or not at all
  /// (platform.claude.com/docs/en/build-with-claude/thinking, "Preserving thinking blocks").
  private func thinking(
    _ reasoning: Reasoning, _ part: Part, _ data: JSON?, _ negotiation: inout Negotiation
  ) throws -> JSON? {
    if let signature = data?["signature"].string, !signature.isEmpty {
      return [
        "type": "thinking", "thinking": JSON(reasoning.text), "signature": JSON(signature),
      ]
    }
    if let sealed = data?["data"].string, !sealed.isEmpty {
      return ["type": "redacted_thinking", "data": JSON(sealed)]
    }
    if reasoning.text.isEmpty, part.vendorData.isEmpty { return nil }
    try negotiation.warn(
      .droppedReasoning,
      "Thinking without this vendor's signature was left out: it is of use to its own model alone.")
    return nil
  }

  private func opaque(_ part: Part, _ negotiation: inout Negotiation) throws -> JSON? {
    let data = data(of: part)
    if var block = data?["block"], block.kind == .object {
      if let mark = data?["cache_control"], mark.exists { block["cache_control"] = mark }
      return block
    }
    try negotiation.warn(
      .droppedPart, "A block that means something to another vendor alone was left out.")
    return nil
  }
}

extension AnthropicBlockWriter {
  /// What a tool gave back.
  func result(
    _ result: ToolResult, _ part: Part, id: String, _ negotiation: inout Negotiation
  ) throws -> JSON {
    var content: [JSON] = []
    for part in result.content {
      if let block = try userBlock(part, &negotiation) { content.append(block) }
    }
    let isBare = content.count == 1 && content[0].count == 2
    let text = isBare ? content[0]["text"] : .missing
    return Self.marked(
      [
        ("type", "tool_result"), ("tool_use_id", JSON(id)),
        ("content", content.isEmpty ? .missing : text.exists ? text : .array(content)),
        ("is_error", result.isError ? true : .missing),
      ], data(of: part))
  }

  /// The answer to a call that nobody answered.
  func noResult(of id: String) -> JSON {
    ["type": "tool_result", "tool_use_id": JSON(id), "content": "(no result)"]
  }

  /// The arguments as the vendor takes them, an object; what is none is wrapped and arrives.
  private static func input(of call: ToolCall) -> JSON {
    call.arguments ?? ["text": JSON(call.argumentsText)]
  }

  private func block(
    of media: Media, data: JSON?, _ negotiation: inout Negotiation
  ) throws -> JSON? {
    let media = media.url.flatMap { DataURL.media($0) } ?? media
    if let source = source(of: media) {
      let isImage = media.family == .image
      // The reference of `document.title`: at most 500 characters.
      let title = media.name.map { String($0.prefix(500)) }
      return Self.marked(
        [
          ("type", isImage ? "image" : "document"), ("source", source),
          ("title", isImage ? .missing : JSON(optional: title)),
          ("context", data?["context"] ?? .missing),
          ("citations", isImage ? .missing : data?["citations"] ?? .missing),
        ], data)
    }
    try negotiation.warn(
      .droppedPart,
      "Media of type '\(media.mime)' cannot be sent to this vendor and were left out.")
    return nil
  }

  /// Pictures and PDF inline or by address, text as it stands
  /// (platform.claude.com/docs/en/build-with-claude/pdf-support); `nil` for all else.
  private func source(of media: Media) -> JSON? {
    switch (media.family, media.location) {
    case (.image, .bytes(let bytes)) where Self.imageTypes.contains(media.mime),
      (.document, .bytes(let bytes)) where media.mime == "application/pdf":
      return [
        "type": "base64", "media_type": JSON(media.mime), "data": JSON(Base64.encode(bytes)),
      ]
    case (.image, .url(let url)) where takesAddresses,
      (.document, .url(let url)) where takesAddresses && media.mime == "application/pdf":
      return ["type": "url", "url": JSON(url)]
    case (.document, .bytes(let bytes)) where MediaSniffer.isText(bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      if AnthropicText.isBlank(text) { return nil }
      return ["type": "text", "media_type": "text/plain", "data": JSON(text)]
    default:
      return nil
    }
  }

  /// A block with the cache mark of its part
  /// (platform.claude.com/docs/en/build-with-claude/prompt-caching).
  private static func marked(_ members: [(String, JSON)], _ data: JSON?) -> JSON {
    guard let mark = data?["cache_control"], mark.exists else { return .object(members) }
    return .object(members + [("cache_control", mark)])
  }
}
