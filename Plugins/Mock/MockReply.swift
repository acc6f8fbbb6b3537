import SwitchboardCore

/// What an answer says, before limits and faults cut it.
struct MockReply: Sendable {
  struct Drawing: Sendable {
    var prompt: String
    var size: ImageRequest.Size
  }

  /// The pieces of the thinking.
  var reasoning: [String] = []
  /// The pieces of the text.
  var text: [String] = []
  /// Calls; one without an id is given one.
  var toolCalls: [ToolCall] = []
  var images: [Drawing] = []
  /// So many pieces of made-up prose after the text.
  var prose = 0
  var finish: FinishReason?
  var usage: Usage?
  var warnings: [Warning] = []
}

extension MockReply {
  private static let fields = [
    "text", "chunks", "json", "tokens", "reasoning", "toolCalls", "images", "finish", "usage",
    "warnings",
  ]

  /// Reads a reply of a script or of the vendor options.
  init(_ node: ScriptNode) throws {
    try node.object(of: Self.fields)
    let texts = ["text", "chunks", "json", "tokens"].filter { node[$0] != nil }
    if texts.count > 1 {
      throw node.failure("a reply has one of text, chunks, json and tokens, not several")
    }
    if let node = node["text"] { text = MockText.pieces(of: try node.string()) }
    if let node = node["chunks"] { text = try node.elements().map { try $0.string() } }
    if let node = node["json"] { text = MockText.pieces(of: node.json.text) }
    if let node = node["tokens"] { prose = try node.integer(0...1_000_000) }
    if let node = node["reasoning"] { reasoning = MockText.pieces(of: try node.string()) }
    toolCalls = try node["toolCalls"]?.elements().map(Self.call) ?? []
    images = try node["images"]?.elements().map(Self.drawing) ?? []
    finish = try node["finish"].map(Self.finish)
    if let node = node["usage"] {
      try node.object(of: ["input", "cachedInput", "output", "reasoning"])
      usage = Usage(
        input: try node["input"]?.integer(), cachedInput: try node["cachedInput"]?.integer(),
        output: try node["output"]?.integer(), reasoning: try node["reasoning"]?.integer())
    }
    warnings =
      try node["warnings"]?.elements().map { node in
        try node.object(of: ["code", "message"])
        return Warning(
          Warning.Code(rawValue: try node["code"]?.string() ?? "mock"),
          try node["message"]?.string() ?? "The script warns.")
      } ?? []
  }

  private static func call(_ node: ScriptNode) throws -> ToolCall {
    try node.object(of: ["name", "arguments", "id"])
    guard let name = try node["name"]?.string(), !name.isEmpty else {
      throw node.failure("a call needs the name of its tool")
    }
    let arguments = node["arguments"]?.json ?? [:]
    return ToolCall(
      id: try node["id"]?.string() ?? "", name: name,
      // A text stands as it is, so that broken arguments can be written.
      argumentsText: arguments.string ?? arguments.text)
  }

  private static func drawing(_ node: ScriptNode) throws -> Drawing {
    let standard = ImageRequest.Size(width: 256, height: 256)
    if let prompt = node.json.string { return Drawing(prompt: prompt, size: standard) }
    try node.object(of: ["prompt", "size"])
    var size = standard
    if let node = node["size"] {
      guard let read = ImageRequest.Size(try node.string()),
        max(read.width, read.height) <= MockPainter.longestSide
      else { throw node.failure("a size such as '256x256', of at most 2048, is needed here") }
      size = read
    }
    return Drawing(prompt: try node["prompt"]?.string() ?? "", size: size)
  }

  private static func finish(_ node: ScriptNode) throws -> FinishReason {
    if let word = node.json.string { return FinishReason(.init(rawValue: word), raw: word) }
    try node.object(of: ["reason", "message"])
    let word = try node["reason"]?.string() ?? "stop"
    return FinishReason(
      .init(rawValue: word), raw: word, message: try node["message"]?.string())
  }
}
