import SwitchboardCore
import SwitchboardSamples

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

  /// Reads a reply of a script or of the vendor options.
  init(_ node: CheckedJSON5) throws {
    let words = ["text", "chunks", "json", "tokens"]
    try node.object(
      of: words + ["reasoning", "toolCalls", "images", "finish", "usage", "warnings"])
    let texts = words.filter { node[$0] != nil }
    if texts.count > 1 {
      throw node.failure("a reply has one of text, chunks, json and tokens, not several")
    }
    if let node = node["text"] { text = TextPieces.cut(try node.string()) }
    if let node = node["chunks"] { text = try node.elements().map { try $0.string() } }
    if let node = node["json"] { text = TextPieces.cut(node.json.text) }
    if let node = node["tokens"] { prose = try node.integer(0...1_000_000) }
    if let node = node["reasoning"] { reasoning = TextPieces.cut(try node.string()) }
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

  private static func call(_ node: CheckedJSON5) throws -> ToolCall {
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

  private static func drawing(_ node: CheckedJSON5) throws -> Drawing {
    var drawing = Drawing(prompt: node.json.string ?? "", size: .init(width: 256, height: 256))
    if node.json.kind == .string { return drawing }
    try node.object(of: ["prompt", "size"])
    drawing.prompt = try node["prompt"]?.string() ?? ""
    if let node = node["size"] {
      guard let size = ImageRequest.Size(try node.string()),
        max(size.width, size.height) <= Picture.longestSide
      else { throw node.failure("a size such as '256x256', of at most 2048, is needed here") }
      drawing.size = size
    }
    return drawing
  }

  private static func finish(_ node: CheckedJSON5) throws -> FinishReason {
    if let word = node.json.string { return FinishReason(.init(rawValue: word), raw: word) }
    try node.object(of: ["reason", "message"])
    let word = try node["reason"]?.string() ?? "stop"
    return FinishReason(
      .init(rawValue: word), raw: word, message: try node["message"]?.string())
  }
}
