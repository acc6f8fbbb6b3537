import SwitchboardCore
import SwitchboardForms

/// Writes the messages of a conversation for Ollama: content is text, pictures stand beside it as
/// bare base64, arguments are objects, and results name their tool instead of an id.
struct OllamaMessages {
  private(set) var negotiation: Negotiation
  private(set) var pictureCount = 0
  private let origin: Origin
  private let toolNames: ToolNames

  private var written: [JSON] = []
  /// Calls that have no result yet: id and the name that was sent.
  private var waiting: [(id: String, name: String)] = []
  /// Pictures of results, which follow in a message of the user.
  private var shown: [JSON] = []

  init(origin: Origin, toolNames: ToolNames, negotiation: Negotiation) {
    self.origin = origin
    self.toolNames = toolNames
    self.negotiation = negotiation
  }

  mutating func addSystem(_ text: String) {
    if !text.isEmpty { write("system", text) }
  }

  mutating func add(_ message: Message) throws {
    switch message.role {
    case .tool:
      for part in message.parts {
        if case .toolResult(let result) = part.content { try add(result) } else { try lose(part) }
      }
    case .system:
      show()
      addSystem(message.text)
    case .user:
      try addUser(message)
    case .assistant:
      show()
      try addAssistant(message)
    }
  }

  mutating func finished() -> [JSON] {
    show()
    return written
  }

  private mutating func write(
    _ role: String, _ content: String, _ others: [(String, JSON)] = []
  ) {
    written.append(.object([("role", JSON(role)), ("content", JSON(content))] + others))
  }

  private mutating func addUser(_ message: Message) throws {
    var texts: [String] = []
    var images: [JSON] = []
    for part in message.parts {
      switch part.content {
      case .toolResult(let result): try add(result)
      case .text(let text): if !text.isEmpty { texts.append(text) }
      case .media(let media): try add(media, &texts, &images)
      default: try lose(part)
      }
    }
    show()
    if texts.isEmpty, images.isEmpty { return }
    write(
      "user", texts.joined(separator: "\n"),
      [("images", images.isEmpty ? .missing : .array(images))])
  }

  private mutating func addAssistant(_ message: Message) throws {
    var text = ""
    var thinking = ""
    var calls: [JSON] = []
    for part in message.parts {
      switch part.content {
      case .text(let piece): text += piece
      case .reasoning(let reasoning):
        // Models go on best with the thoughts that led to their calls; they belong to nobody.
        if message.origin?.kind == origin.kind, part.vendorData.isEmpty {
          thinking += reasoning.text
        } else {
          try negotiation.warn(
            .droppedReasoning,
            "Thinking of another model was left out: it is of use to that alone.")
        }
      case .toolCall(let call):
        let name = toolNames.name(for: call.name)
        waiting.append((call.id, name))
        let arguments = call.arguments ?? .object([("text", JSON(call.argumentsText))])
        calls.append(["function": ["name": JSON(name), "arguments": arguments]])
      case .source: break
      default: try lose(part)
      }
    }
    if text.isEmpty, calls.isEmpty { return }
    write(
      "assistant", text,
      [
        ("thinking", thinking.isEmpty ? .missing : JSON(thinking)),
        ("tool_calls", calls.isEmpty ? .missing : .array(calls)),
      ])
  }

  private mutating func add(_ result: ToolResult) throws {
    guard let place = waiting.firstIndex(where: { $0.id == result.callID }) else {
      try negotiation.warn(
        .droppedPart, "The result of call '\(result.callID)' was left out: nobody called it.")
      return
    }
    let name = waiting.remove(at: place).name
    var texts: [String] = []
    var images: [JSON] = []
    for part in result.content {
      switch part.content {
      case .text(let text): texts.append(text)
      case .media(let media): try add(media, &texts, &images)
      default: try lose(part)
      }
    }
    var text = texts.joined()
    if text.isEmpty { text = images.isEmpty ? "(empty)" : "(see below)" }
    shown += images
    write("tool", result.isError ? "Error: \(text)" : text, [("tool_name", JSON(name))])
  }

  /// Shows the pictures of results.
  private mutating func show() {
    if !shown.isEmpty { write("user", "", [("images", .array(shown))]) }
    shown = []
  }

  private mutating func add(
    _ media: Media, _ texts: inout [String], _ images: inout [JSON]
  ) throws {
    guard let bytes = media.bytes else {
      try negotiation.warn(
        .droppedPart, "Media at an address were left out: the server fetches nothing.")
      return
    }
    switch media.family {
    case .image:
      images.append(JSON(Base64.encode(bytes)))
      pictureCount += 1
    case .document where media.mime.hasPrefix("text/"):
      texts.append((media.name.map { "\($0):\n" } ?? "") + String(decoding: bytes, as: UTF8.self))
    default:
      try negotiation.warn(
        .droppedPart,
        "Media of type '\(media.mime)' cannot be sent to this vendor and were left out.")
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
}
