import SwitchboardCore

/// Writes the messages of a conversation in the form of Converse (Bedrock API Reference, Message).
///
/// Roles alternate and the user begins; the results of calls stand in the user's turn right behind
/// them, before anything else of it. So turns are gathered before they are written.
struct ConverseMessages {
  private(set) var negotiation: Negotiation
  private let origin: Origin
  private let id: BedrockModelID
  private let toolNames: ToolNames
  private let callIDs: CallIDs
  private var media = ConverseMedia()

  private var written: [JSON] = []
  /// The turn that is being gathered.
  private var role = Message.Role.user
  private var results: [JSON] = []
  private var content: [JSON] = []
  /// Calls that wait for a result, in order.
  private var waiting: [String] = []

  init(
    origin: Origin, toolNames: ToolNames, callIDs: CallIDs, negotiation: Negotiation
  ) {
    self.origin = origin
    self.id = BedrockModelID(origin.model)
    self.toolNames = toolNames
    self.callIDs = callIDs
    self.negotiation = negotiation
  }

  mutating func add(_ message: Message) throws {
    switch message.role {
    case .assistant:
      try turn(to: .assistant)
      for part in message.parts {
        try addAssistant(part, of: message)
        content += mark(of: part)
      }
    case .user, .tool:
      try turn(to: .user)
      for part in message.parts {
        try addUser(part)
        content += mark(of: part)
      }
    case .system:
      guard !Self.isBlank(message.text) else { return }
      try negotiation.warn(
        .translatedParameter,
        "Instructions in the middle of the conversation were sent as words of the user.")
      try turn(to: .user)
      content.append(["text": JSON("<system>\n\(message.text)\n</system>")])
    }
  }

  /// All messages, once the last was added.
  ///
  /// A model that `continues` goes on from an assistant's turn; for the others the user has the last
  /// word.
  mutating func finished(continues: Bool) throws -> [JSON] {
    try turn(to: role == .user ? .assistant : .user)
    if !content.isEmpty || !waiting.isEmpty { try turn(to: role == .user ? .assistant : .user) }
    if written.isEmpty {
      throw SwitchboardError(
        .invalidRequest, "There is nothing to send: every message is blank.", model: origin.model)
    }
    if written.last?["role"] == "assistant" {
      if continues {
        trimEnd()
      } else {
        try insert("ends with the assistant; the user's words '(continued)' were put last")
      }
    }
    return written
  }

  /// Claude refuses to go on from white space.
  private mutating func trimEnd() {
    var blocks = written.last?["content"].elements ?? []
    guard var text = blocks.last?["text"].string, text.last?.isWhitespace == true else { return }
    while text.last?.isWhitespace == true { text.removeLast() }
    blocks[blocks.count - 1]["text"] = JSON(text)
    written[written.count - 1]["content"] = .array(blocks)
  }

  private mutating func insert(_ reason: String) throws {
    try negotiation.warn(.messageInserted, "The conversation \(reason).")
    written.append(["role": "user", "content": [["text": "(continued)"]]])
  }

  /// The mark for the cache that stands behind a part; none for most.
  func mark(of part: Part) -> [JSON] {
    guard let mark = data(of: part)?["cachePoint"], mark.kind == .object else { return [] }
    return [["cachePoint": mark]]
  }

  static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  // MARK: - Turns

  private mutating func turn(to next: Message.Role) throws {
    if next == role { return }
    if role == .user {
      for call in waiting {
        try negotiation.warn(
          .messageInserted, "Call '\(call)' has no result; '(no result)' was sent in its place.")
        results.append(result(of: call, [["text": "(no result)"]], isError: false))
      }
      waiting = []
      // A document is nothing to answer by itself.
      if content.contains(where: { $0["document"].exists }),
        !content.contains(where: { $0["text"].exists })
      {
        try negotiation.warn(.messageInserted, "The words '(see the document)' were put in.")
        content.append(["text": "(see the document)"])
      }
    }
    let blocks = results + content
    if blocks.isEmpty {
      // A turn without anything in it leaves its neighbours side by side, and they become one.
      if !written.isEmpty, let last = written.popLast() { content = last["content"].elements }
      results = []
      role = next
      return
    }
    if written.isEmpty, role == .assistant {
      try insert("starts with the assistant; the user's words '(continued)' were put first")
    }
    written.append(["role": JSON(role.rawValue), "content": .array(blocks)])
    (results, content, role) = ([], [], next)
  }

  private mutating func addUser(_ part: Part) throws {
    switch part.content {
    case .toolResult(let result): try add(result)
    default: try add(part, of: nil)
    }
  }

  private mutating func addAssistant(_ part: Part, of message: Message) throws {
    switch part.content {
    case .toolCall(let call):
      let type = data(of: part)?["type"] ?? .missing
      // What the vendor called itself it has answered itself.
      if !type.exists { waiting.append(call.id) }
      let arguments = call.arguments ?? ["text": JSON(call.argumentsText)]
      let block = JSON.object([
        ("toolUseId", JSON(callIDs.id(for: call.id))),
        ("name", JSON(toolNames.name(for: call.name))), ("input", arguments), ("type", type),
      ])
      content.append(["toolUse": block])
    case .reasoning(let reasoning):
      if let block = try self.reasoning(reasoning, part, of: message) { content.append(block) }
    case .media:
      try lose("A picture of the assistant cannot be sent back to this vendor and was left out.")
    default:
      try add(part, of: message)
    }
  }

  private mutating func add(_ part: Part, of message: Message?) throws {
    switch part.content {
    case .text(let text):
      if !Self.isBlank(text) { content.append(["text": JSON(text)]) }
    case .media(let media):
      if let block = try block(media, part) { content.append(block) }
    case .opaque:
      let block = data(of: part)?["block"] ?? .missing
      if block.count == 1 {
        content.append(block)
      } else {
        try lose("A block that means something to another vendor alone was left out.")
      }
    case .source:
      break
    case .reasoning, .toolCall, .toolResult:
      try lose("A part that cannot stand where it stands was left out.")
    }
  }

  // MARK: - Blocks

  /// Thinking goes back, as it came, to the maker of the model that thought (Bedrock User Guide,
  /// "Extended thinking").
  private mutating func reasoning(
    _ reasoning: Reasoning, _ part: Part, of message: Message
  ) throws -> JSON? {
    let maker = message.origin.map { BedrockModelID($0.model).publisher } ?? id.publisher
    let isOwn = maker == id.publisher || maker.isEmpty || id.publisher.isEmpty
    if isOwn, let data = data(of: part) {
      if let text = data["signature"].string, !text.isEmpty {
        let thought: JSON = ["text": JSON(reasoning.text), "signature": JSON(text)]
        return ["reasoningContent": ["reasoningText": thought]]
      }
      // Messages, the maker's own form, has the bytes as text.
      let text = data["data"].string.map { Base64.encode(Array($0.utf8)) }
      if let redacted = data["redactedContent"].string ?? text {
        return ["reasoningContent": ["redactedContent": JSON(redacted)]]
      }
    } else if message.origin?.kind != origin.kind || !part.vendorData.isEmpty {
      try negotiation.warn(
        .droppedReasoning, "Thinking of another model was left out: it is of use to that alone.")
    }
    return nil
  }

  private mutating func add(_ result: ToolResult) throws {
    guard let place = waiting.firstIndex(of: result.callID) else {
      return try lose("The result of call '\(result.callID)' was left out: nobody called it.")
    }
    waiting.remove(at: place)
    var blocks: [JSON] = []
    for part in result.content {
      switch part.content {
      case .text(let text):
        if !Self.isBlank(text) { blocks.append(["text": JSON(text)]) }
      case .media(let media):
        if let block = try block(media, part) { blocks.append(block) }
      default:
        try lose("A part that cannot stand in a result was left out.")
      }
    }
    if blocks.isEmpty { blocks = [["text": "(empty)"]] }
    results.append(self.result(of: result.callID, blocks, isError: result.isError))
  }

  /// `status` is known to the models of Amazon and Anthropic alone (ToolResultBlock).
  private func result(of call: String, _ blocks: [JSON], isError: Bool) -> JSON {
    var blocks = blocks
    let hasStatus = ["", "amazon", "anthropic"].contains(id.publisher)
    if isError, !hasStatus { blocks.insert(["text": "Error:"], at: 0) }
    let result = JSON.object([
      ("toolUseId", JSON(callIDs.id(for: call))), ("content", .array(blocks)),
      ("status", isError && hasStatus ? "error" : .missing),
    ])
    return ["toolResult": result]
  }

  private mutating func block(_ media: Media, _ part: Part) throws -> JSON? {
    if let block = self.media.block(media, data: data(of: part)) { return block }
    try lose("Media of type '\(media.mime)' cannot be sent to this vendor and were left out.")
    return nil
  }

  private func data(of part: Part) -> JSON? {
    origin.kind.flatMap { part.vendorData(for: origin.vendor, kind: $0) }
  }

  private mutating func lose(_ sentence: String) throws {
    try negotiation.warn(.droppedPart, sentence)
  }
}
