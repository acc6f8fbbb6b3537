import SwitchboardCore

/// Writes a conversation as the input items of Responses.
///
/// A call, its result and a thought are items of their own between the messages. A result stands
/// anywhere behind its call, but every call must have one.
struct OpenAIResponsesInput {
  private(set) var negotiation: Negotiation
  private let origin: Origin
  private let toolNames: ToolNames
  private let callIDs: CallIDs
  private let takesDocuments: Bool

  private var items: [JSON] = []
  /// Calls that wait for a result, in order.
  private var waiting: [String] = []
  /// Thoughts that wait for what they led to: one that leads to nothing is refused.
  private var thoughts: [JSON] = []
  /// The assistant's words since the last other item, and the phase of the answer they belong to.
  private var words = ""
  private var phase: JSON = .missing

  init(
    origin: Origin, toolNames: ToolNames, callIDs: CallIDs, takesDocuments: Bool,
    negotiation: Negotiation
  ) {
    self.origin = origin
    self.toolNames = toolNames
    self.callIDs = callIDs
    self.takesDocuments = takesDocuments
    self.negotiation = negotiation
  }

  mutating func add(_ message: Message) throws {
    switch message.role {
    case .tool:
      for part in message.parts {
        if case .toolResult(let result) = part.content { try add(result) } else { try lose(part) }
      }
    case .system:
      try closeCalls()
      if !message.text.isEmpty { say(message.text, as: "system") }
    case .user:
      try addUser(message)
    case .assistant:
      try closeCalls()
      for part in message.parts { try addAssistant(part, of: message) }
      flushWords()
      if !thoughts.isEmpty {
        thoughts = []
        try negotiation.warn(
          .droppedReasoning, "Thinking that led to no words and no call was left out.")
      }
    }
  }

  /// All items, once the last message was added.
  mutating func finished() throws -> [JSON] {
    try closeCalls()
    return items
  }

  private mutating func say(_ text: String, as role: String, phase: JSON = .missing) {
    items.append(
      .object([
        ("type", "message"), ("role", JSON(role)), ("content", JSON(text)), ("phase", phase),
      ]))
  }

  private mutating func addUser(_ message: Message) throws {
    var content: [JSON] = []
    for part in message.parts {
      switch part.content {
      case .toolResult(let result): try add(result)
      case .text(let text): if !text.isEmpty { content.append(Self.text(text)) }
      case .media(let media): if let piece = try self.media(media) { content.append(piece) }
      default: try lose(part)
      }
    }
    try closeCalls()
    if content.count == 1, let text = content[0]["text"].string {
      say(text, as: "user")
    } else if !content.isEmpty {
      items.append(["type": "message", "role": "user", "content": .array(content)])
    }
  }

  private mutating func addAssistant(_ part: Part, of message: Message) throws {
    let data = origin.kind.flatMap { part.vendorData(for: origin.vendor, kind: $0) } ?? .missing
    switch part.content {
    case .text(let text):
      if text.isEmpty { return }
      if data["phase"] != phase { flushWords() }
      phase = data["phase"]
      words += text
    case .toolCall(let call):
      waiting.append(call.id)
      append([
        "type": "function_call", "call_id": JSON(callIDs.id(for: call.id)),
        "name": JSON(toolNames.name(for: call.name)), "arguments": JSON(call.openAIArguments),
      ])
    case .reasoning:
      if let item = OpenAIResponsesItem.reasoning(data["item"]) {
        flushWords()
        thoughts.append(item)
      } else if message.origin?.kind != origin.kind || !part.vendorData.isEmpty {
        try negotiation.warn(
          .droppedReasoning, "Thinking of another model was left out: it is of use to that alone.")
      }
    case .media(let media):
      guard let type = data["item"]["type"].string, let bytes = media.bytes else {
        return try lose(part)
      }
      var item = data["item"]
      if type == "image_generation_call" { item["result"] = JSON(Base64.encode(bytes)) }
      append(item)
    case .opaque:
      if let type = data["item"]["type"].string, OpenAIResponsesItem.isInput(type) {
        append(data["item"])
      } else {
        try lose(part)
      }
    case .source:
      break
    case .toolResult:
      try lose(part)
    }
  }

  /// Adds an item of the assistant, behind the words and thoughts before it.
  private mutating func append(_ item: JSON) {
    flushWords()
    items += thoughts
    thoughts = []
    items.append(item)
  }

  private mutating func flushWords() {
    if words.isEmpty { return }
    items += thoughts
    thoughts = []
    say(words, as: "assistant", phase: phase)
    words = ""
    phase = .missing
  }

  private mutating func add(_ result: ToolResult) throws {
    guard let place = waiting.firstIndex(of: result.callID) else {
      try negotiation.warn(
        .droppedPart, "The result of call '\(result.callID)' was left out: nobody called it.")
      return
    }
    waiting.remove(at: place)
    var pieces: [JSON] = []
    for part in result.content {
      switch part.content {
      case .text: break
      case .media(let media): if let piece = try self.media(media) { pieces.append(piece) }
      default: try lose(part)
      }
    }
    var text = result.text
    if text.isEmpty, pieces.isEmpty { text = "(empty)" }
    if result.isError { text = "Error: \(text)" }
    if !pieces.isEmpty, !text.isEmpty { pieces.insert(Self.text(text), at: 0) }
    answer(result.callID, pieces.isEmpty ? JSON(text) : .array(pieces))
  }

  private mutating func answer(_ id: String, _ output: JSON) {
    items.append([
      "type": "function_call_output", "call_id": JSON(callIDs.id(for: id)), "output": output,
    ])
  }

  /// Answers calls that nobody answered.
  private mutating func closeCalls() throws {
    for id in waiting {
      try negotiation.warn(
        .messageInserted, "Call '\(id)' has no result; '(no result)' was sent in its place.")
      answer(id, "(no result)")
    }
    waiting = []
  }

  /// A picture or document (platform.openai.com/docs/guides/images-vision and …/pdf-files).
  private mutating func media(_ media: Media) throws -> JSON? {
    switch (media.family, media.location) {
    case (.image, .url(let url)):
      return Self.image(url)
    case (.image, .bytes(let bytes)):
      return Self.image(DataURL.text(mime: media.mime, bytes: bytes))
    case (.document, .bytes(let bytes)) where media.mime.hasPrefix("text/"):
      // A text document is text; its name stands above it.
      let name = media.name.map { "\($0):\n" } ?? ""
      return Self.text(name + String(decoding: bytes, as: UTF8.self))
    case (.document, .bytes(let bytes)) where takesDocuments:
      let name = media.mime == "application/pdf" ? "document.pdf" : "document"
      return [
        "type": "input_file", "filename": JSON(media.name ?? name),
        "file_data": JSON(DataURL.text(mime: media.mime, bytes: bytes)),
      ]
    case (.document, .url(let url)) where takesDocuments:
      return ["type": "input_file", "file_url": JSON(url)]
    default:
      try negotiation.warn(
        .droppedPart,
        "Media of type '\(media.mime)' cannot be sent to this vendor and were left out.")
      return nil
    }
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

  private static func text(_ text: String) -> JSON { ["type": "input_text", "text": JSON(text)] }

  private static func image(_ url: String) -> JSON {
    ["type": "input_image", "image_url": JSON(url), "detail": "auto"]
  }
}
