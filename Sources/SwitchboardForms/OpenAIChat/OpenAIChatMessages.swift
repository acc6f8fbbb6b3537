import SwitchboardCore

/// Writes the messages of a conversation in the form of chat completions.
///
/// The form wants the results of an assistant's calls in messages of their own right behind it, one
/// a call, whatever else was said in between; so results are gathered before anything is written.
/// Neighbours of one role become one message: Perplexity and the chat templates of many open models
/// demand that user and assistant take turns.
struct OpenAIChatMessages {
  private(set) var negotiation: Negotiation
  private let origin: Origin
  private let toolNames: ToolNames
  private let callIDs: CallIDs
  private let dialect: OpenAIChatDialect

  private var written: [JSON] = []
  /// Calls that wait for a result, in order.
  private var waiting: [String] = []
  /// Pictures of results: a tool's message holds text alone, so they follow in a user's message.
  private var pictures: [JSON] = []

  init(
    origin: Origin, toolNames: ToolNames, callIDs: CallIDs, dialect: OpenAIChatDialect,
    negotiation: Negotiation
  ) {
    self.origin = origin
    self.toolNames = toolNames
    self.callIDs = callIDs
    self.dialect = dialect
    self.negotiation = negotiation
  }

  mutating func addSystem(_ text: String) {
    append(["role": "system", "content": JSON(text)])
  }

  mutating func add(_ message: Message) throws {
    switch message.role {
    case .tool:
      for part in message.parts {
        if case .toolResult(let result) = part.content {
          try add(result)
        } else {
          try lose(part)
        }
      }
    case .system:
      try closeCalls()
      if !message.text.isEmpty { try addInstructions(message.text) }
    case .user:
      try addUser(message)
    case .assistant:
      try closeCalls()
      try addAssistant(message)
    }
  }

  /// All messages, once the last was added.
  mutating func finished() throws -> [JSON] {
    try closeCalls()
    return written
  }

  /// Instructions of the program wherever they stand.
  private mutating func addInstructions(_ text: String) throws {
    if dialect.takesLaterSystem || written.allSatisfy({ $0["role"].string == "system" }) {
      return addSystem(text)
    }
    try negotiation.warn(
      .translatedParameter,
      "Instructions in the middle of a conversation were sent as words of the user, in marks.")
    append(["role": "user", "content": JSON("<system>\n\(text)\n</system>")])
  }

  private mutating func addUser(_ message: Message) throws {
    var content: [JSON] = []
    for part in message.parts {
      switch part.content {
      case .toolResult(let result): try add(result)
      case .text(let text): if !text.isEmpty { content.append(Self.text(text)) }
      case .media(let media):
        if let piece = try self.media(media) { content.append(piece) }
      default: try lose(part)
      }
    }
    try closeCalls()
    if let user = Self.user(content) { append(user) }
  }

  private mutating func addAssistant(_ message: Message) throws {
    var text = ""
    var calls: [JSON] = []
    var details: JSON = .missing
    for part in message.parts {
      switch part.content {
      case .text(let piece): text += piece
      case .toolCall(let call):
        let id = callIDs.id(for: call.id)
        waiting.append(call.id)
        var members: [(String, JSON)] = [
          ("id", JSON(id)), ("type", "function"),
          (
            "function",
            [
              "name": JSON(toolNames.name(for: call.name)),
              "arguments": JSON(call.openAIArguments),
            ]
          ),
        ]
        if let kind = origin.kind, let data = part.vendorData(for: origin.vendor, kind: kind) {
          members.append(("extra_content", data["extra_content"]))
        }
        calls.append(.object(members))
      case .reasoning:
        if let kind = origin.kind, let data = part.vendorData(for: origin.vendor, kind: kind) {
          details = data["reasoning_details"]
        } else if message.origin?.kind != origin.kind || !part.vendorData.isEmpty {
          try negotiation.warn(
            .droppedReasoning, "Thinking of another model was left out: it is of use to that alone."
          )
        }
      case .source:
        break
      default: try lose(part)
      }
    }
    guard !text.isEmpty || !calls.isEmpty else { return }
    append(
      .object([
        ("role", "assistant"), ("content", text.isEmpty ? .missing : JSON(text)),
        ("tool_calls", calls.isEmpty ? .missing : .array(calls)), ("reasoning_details", details),
      ]))
  }

  private mutating func add(_ result: ToolResult) throws {
    guard let place = waiting.firstIndex(of: result.callID) else {
      try negotiation.warn(
        .droppedPart, "The result of call '\(result.callID)' was left out: nobody called it.")
      return
    }
    waiting.remove(at: place)
    var text = result.text
    for part in result.content {
      switch part.content {
      case .text: break
      case .media(let media):
        if let piece = try self.media(media) { pictures.append(piece) }
      default: try lose(part)
      }
    }
    if text.isEmpty { text = pictures.isEmpty ? "(empty)" : "(see below)" }
    written.append([
      "role": "tool", "tool_call_id": JSON(callIDs.id(for: result.callID)),
      "content": JSON(result.isError ? "Error: \(text)" : text),
    ])
  }

  /// Answers calls that nobody answered, and shows the pictures of those that were.
  private mutating func closeCalls() throws {
    for id in waiting {
      try negotiation.warn(
        .messageInserted, "Call '\(id)' has no result; '(no result)' was sent in its place.")
      written.append([
        "role": "tool", "tool_call_id": JSON(callIDs.id(for: id)), "content": "(no result)",
      ])
    }
    waiting = []
    if !pictures.isEmpty { append(["role": "user", "content": .array(pictures)]) }
    pictures = []
  }

  /// Appends a message, joined to the one before when both are of one role.
  private mutating func append(_ message: JSON) {
    guard let last = written.last, last["role"] == message["role"],
      !last["reasoning_details"].exists, !last["tool_calls"].exists
    else {
      written.append(message)
      return
    }
    let (before, after) = (last["content"], message["content"])
    var joined = message
    if let first = before.string, let second = after.string {
      joined["content"] = JSON("\(first)\n\n\(second)")
    } else {
      joined["content"] =
        after.exists ? .array(Self.pieces(before) + Self.pieces(after)) : before
    }
    written[written.count - 1] = joined
  }

  private mutating func media(_ media: Media) throws -> JSON? {
    switch (media.family, media.location) {
    case (.image, .url(let url)):
      return ["type": "image_url", "image_url": ["url": JSON(url)]]
    case (.image, .bytes(let bytes)):
      return [
        "type": "image_url",
        "image_url": ["url": JSON(DataURL.text(mime: media.mime, bytes: bytes))],
      ]
    case (.audio, .bytes(let bytes)) where ["audio/wav", "audio/mpeg"].contains(media.mime):
      return [
        "type": "input_audio",
        "input_audio": [
          "data": JSON(Base64.encode(bytes)),
          "format": media.mime == "audio/wav" ? "wav" : "mp3",
        ],
      ]
    case (.document, .bytes(let bytes))
    where media.mime == "application/pdf" && dialect.takesDocuments:
      return [
        "type": "file",
        "file": [
          "filename": JSON(media.name ?? "document.pdf"),
          "file_data": JSON(DataURL.text(mime: media.mime, bytes: bytes)),
        ],
      ]
    case (.document, .bytes(let bytes)) where media.mime.hasPrefix("text/"):
      // A text document is text; its name stands above it.
      let name = media.name.map { "\($0):\n" } ?? ""
      return Self.text(name + String(decoding: bytes, as: UTF8.self))
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

  private static func text(_ text: String) -> JSON { ["type": "text", "text": JSON(text)] }

  private static func pieces(_ content: JSON) -> [JSON] {
    content.string.map { [text($0)] } ?? content.elements
  }

  /// A user's message; text alone is written as a string, which every server understands.
  private static func user(_ content: [JSON]) -> JSON? {
    if content.isEmpty { return nil }
    if content.count == 1, let text = content[0]["text"].string {
      return ["role": "user", "content": JSON(text)]
    }
    return ["role": "user", "content": .array(content)]
  }
}
