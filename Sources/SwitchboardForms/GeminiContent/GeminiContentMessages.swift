import SwitchboardCore

/// Writes the messages of a conversation as `contents` (ai.google.dev/api/caching, "Content").
///
/// There are two roles, which alternate and begin with the user's; the results of a turn's calls come
/// right behind it, as many as the calls and in their order. Words that were said between a call and
/// its result stand behind the results.
struct GeminiContentMessages {
  private(set) var negotiation: Negotiation
  private let origin: Origin
  private let dialect: GeminiContentDialect
  private let toolNames: ToolNames
  private var contents: [(role: String, parts: [JSON])] = []
  /// The results that were written where their calls stand.
  private var written: Set<Place> = []

  private struct Place: Hashable {
    var message: Int
    var part: Int
  }

  /// The signature that the vendor takes for calls that are not its own
  /// (ai.google.dev/gemini-api/docs/thought-signatures, "FAQ").
  private static let anySignature: JSON = "skip_thought_signature_validator"

  init(
    origin: Origin, dialect: GeminiContentDialect, toolNames: ToolNames, negotiation: Negotiation
  ) {
    self.origin = origin
    self.dialect = dialect
    self.toolNames = toolNames
    self.negotiation = negotiation
  }

  /// Writes all messages.
  mutating func write(_ messages: ArraySlice<Message>) throws -> JSON {
    for index in messages.indices {
      let message = messages[index]
      switch message.role {
      case .system:
        try addInstructions(message)
      case .user, .tool:
        append("user", try userParts(message, at: index))
      case .assistant:
        let parts = try modelParts(message)
        append("model", parts)
        let calls = message.toolCalls
        if !calls.isEmpty { append("user", try results(of: calls, in: messages, after: index)) }
      }
    }
    guard let first = contents.first, let last = contents.last else {
      throw SwitchboardError(
        .invalidRequest, "The request has no message with anything in it; nothing was sent.")
    }
    if first.role == "model" {
      // "Please ensure that multiturn requests alternate between user and model."
      try insert("(continued)", at: 0, "begin")
    }
    if last.role == "model", dialect.endsWithUser {
      try insert("(continue)", at: contents.count, "end")
    }
    return .array(contents.map { ["role": JSON($0.role), "parts": .array($0.parts)] })
  }

  private mutating func insert(_ text: String, at place: Int, _ what: String) throws {
    try negotiation.warn(
      .messageInserted, "A conversation must \(what) with the user here; '\(text)' was put in.")
    contents.insert(("user", [["text": JSON(text)]]), at: place)
  }

  private mutating func append(_ role: String, _ parts: [JSON]) {
    if parts.isEmpty { return }
    if contents.last?.role == role {
      contents[contents.count - 1].parts += parts
    } else {
      contents.append((role, parts))
    }
  }

  /// Instructions that do not lead: they stay in their place as words of the user.
  private mutating func addInstructions(_ message: Message) throws {
    for part in message.parts {
      if case .text = part.content { continue }
      try lose(part)
    }
    if message.text.isEmpty { return }
    try negotiation.warn(
      .translatedParameter,
      "Instructions in the middle were sent as the user's words, in <system> marks.")
    append("user", [["text": JSON("<system>\n\(message.text)\n</system>")]])
  }

  private mutating func userParts(_ message: Message, at index: Int) throws -> [JSON] {
    var parts: [JSON] = []
    for (place, part) in message.parts.enumerated() {
      switch part.content {
      case .text(let text): if !text.isEmpty { parts.append(["text": JSON(text)]) }
      case .media(let media): parts.append(GeminiMedia.part(media))
      case .toolResult(let result):
        if written.contains(Place(message: index, part: place)) { continue }
        try negotiation.warn(
          .droppedPart, "The result of call '\(result.callID)' was left out: nobody called it.")
      default: try lose(part)
      }
    }
    return parts
  }

  private mutating func modelParts(_ message: Message) throws -> [JSON] {
    var parts: [JSON] = []
    var firstCall: Int?
    for part in message.parts {
      let data = origin.kind.flatMap { part.vendorData(for: origin.vendor, kind: $0) }
      let signature = data?["thoughtSignature"] ?? .missing
      switch part.content {
      case .text(let text):
        // An empty text that is signed means something to the model.
        if text.isEmpty, signature.isNull { continue }
        parts.append(.object([("text", JSON(text)), ("thoughtSignature", signature)]))
      case .reasoning(let reasoning):
        if !signature.isNull {
          parts.append(
            .object([
              ("text", JSON(reasoning.text)), ("thought", true), ("thoughtSignature", signature),
            ]))
        } else if message.origin?.kind != origin.kind || !part.vendorData.isEmpty {
          try negotiation.warn(
            .droppedReasoning, "Thinking of another model was left out: it is of use to that alone."
          )
        }
      case .media(let media):
        var piece = GeminiMedia.part(media)
        piece["thoughtSignature"] = signature
        parts.append(piece)
      case .toolCall(let call):
        if firstCall == nil { firstCall = parts.count }
        parts.append(
          .object([
            (
              "functionCall",
              .object([
                ("id", data?["id"] ?? .missing), ("name", JSON(toolNames.name(for: call.name))),
                ("args", call.arguments ?? ["text": JSON(call.argumentsText)]),
              ])
            ), ("thoughtSignature", signature),
          ]))
      case .opaque:
        if let block = data?["part"], block.exists { parts.append(block) } else { try lose(part) }
      default: try lose(part)
      }
    }
    if let firstCall, dialect.demandsSignatures,
      !parts.contains(where: { $0["thoughtSignature"].exists })
    {
      parts[firstCall]["thoughtSignature"] = Self.anySignature
    }
    return parts
  }

  /// The results of a turn's calls, wherever they stand before the next turn of a model.
  private mutating func results(
    of calls: [ToolCall], in messages: ArraySlice<Message>, after index: Int
  ) throws -> [JSON] {
    var found: [ToolResult?] = calls.map { _ in nil }
    for place in messages.indices.suffix(from: index + 1) {
      if messages[place].role == .assistant { break }
      for (part, content) in messages[place].parts.enumerated() {
        guard case .toolResult(let result) = content.content,
          let call = calls.indices.first(where: {
            found[$0] == nil && calls[$0].id == result.callID
          })
        else { continue }
        found[call] = result
        written.insert(Place(message: place, part: part))
      }
    }
    var responses: [JSON] = []
    var media: [JSON] = []
    let ids = vendorIDs(of: messages[index])
    for (place, call) in calls.enumerated() {
      if found[place] == nil {
        try negotiation.warn(
          .messageInserted, "Call '\(call.id)' has no result; '(no result)' was sent in its place.")
      }
      let result =
        found[place] ?? ToolResult(callID: call.id, content: [.text("(no result)")])
      responses.append(try response(to: call, id: ids[place], result, &media))
    }
    return responses + media
  }

  /// The ids that this vendor gave its calls; it wants them back, and no others.
  private func vendorIDs(of message: Message) -> [JSON] {
    message.parts.compactMap { part in
      guard case .toolCall = part.content else { return nil }
      let data = origin.kind.flatMap { part.vendorData(for: origin.vendor, kind: $0) }
      return data?["id"] ?? .missing
    }
  }

  /// One result: `output` or `error` names its words (ai.google.dev/api/caching,
  /// "FunctionResponse").
  private mutating func response(
    to call: ToolCall, id: JSON, _ result: ToolResult, _ media: inout [JSON]
  ) throws -> JSON {
    var inside: [JSON] = []
    for part in result.content {
      switch part.content {
      case .text: break
      case .media(let piece):
        let written = GeminiMedia.part(piece)
        if dialect.takesMediaInResults, written["inlineData"].exists {
          inside.append(written)
        } else {
          media.append(written)
        }
      default: try lose(part)
      }
    }
    return [
      "functionResponse": .object([
        ("id", id), ("name", JSON(toolNames.name(for: call.name))),
        ("response", [result.isError ? "error" : "output": JSON(result.text)]),
        ("parts", inside.isEmpty ? .missing : .array(inside)),
      ])
    ]
  }

  private mutating func lose(_ part: Part) throws {
    switch part.content {
    case .source, .reasoning: break
    case .opaque:
      try negotiation.warn(
        .droppedPart, "A block that means something to another vendor alone was left out.")
    default:
      try negotiation.warn(
        .droppedPart, "A part that cannot stand where it stands was left out.")
    }
  }
}
