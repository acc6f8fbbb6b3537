import SwitchboardCore

/// A request as one text.
///
/// A single message of the user is sent as it is. Anything longer becomes a transcript with the name
/// of the speaker above each turn, ending where the assistant is to speak.
struct HTTPFunctionPrompt {
  let text: String
  private(set) var warnings: [Warning] = []

  init(_ request: ChatRequest, origin: Origin, model: ModelDescriptor) throws {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    try Self.dropOptions(of: request, &negotiation)
    var turns: [(speaker: String, text: String)] = []
    if let system = request.system, !system.isEmpty { turns.append(("System", system)) }
    for message in request.messages {
      let text = try Self.text(of: message, origin, &negotiation)
      if !text.isEmpty { turns.append((Self.speaker(message.role), text)) }
    }
    guard let first = turns.first else {
      throw SwitchboardError(.invalidRequest, "There is no text to send.")
    }
    if turns.count == 1, first.speaker == "User" {
      text = first.text
    } else {
      text =
        turns.map { "\($0.speaker):\n\($0.text)" }.joined(separator: "\n\n") + "\n\nAssistant:\n"
    }
    warnings = negotiation.warnings
  }

  init(_ request: ImageRequest, model: ModelDescriptor) throws {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    guard request.task == .generate, request.inputs.isEmpty else {
      throw SwitchboardError(.unsupported, "A function makes new pictures alone.")
    }
    if request.count > 1 {
      try negotiation.warn(
        .clampedParameter, "\(request.count) pictures were asked for; a function makes one.")
    }
    let options: [(String, Bool)] = [
      ("negativePrompt", request.negativePrompt != nil), ("size", request.size != nil),
      ("seed", request.seed != nil), ("guidance", request.guidance != nil),
      ("quality", request.quality != nil), ("format", request.format != nil),
      ("mask", request.mask != nil),
    ]
    for (name, isThere) in options where isThere { try Self.drop(name, &negotiation) }
    text = request.prompt
    warnings = negotiation.warnings
  }

  private static func dropOptions(
    of request: ChatRequest, _ negotiation: inout Negotiation
  ) throws {
    let options = request.options
    let refused: [(ChatParameter, Any?)] = [
      (.temperature, options.temperature), (.topP, options.topP), (.topK, options.topK),
      (.stop, options.stop.isEmpty ? nil : options.stop), (.seed, options.seed),
      (.frequencyPenalty, options.frequencyPenalty), (.presencePenalty, options.presencePenalty),
      (.countPenalty, options.countPenalty),
    ]
    for (parameter, value) in refused { try negotiation.refuse(parameter, value) }
    if options.maxOutputTokens != nil { try drop("maxOutputTokens", &negotiation) }
    if !request.tools.isEmpty { try drop("tools", &negotiation) }
    if request.output != nil { try drop("output", &negotiation) }
    if let reasoning = request.reasoning, reasoning != .effort(.none) {
      try drop("reasoning", &negotiation)
    }
  }

  private static func drop(_ option: String, _ negotiation: inout Negotiation) throws {
    try negotiation.warn(
      .droppedParameter, "Option '\(option)' means nothing to a function and was left out.")
  }

  private static func speaker(_ role: Message.Role) -> String {
    switch role {
    case .system: "System"
    case .user: "User"
    case .assistant: "Assistant"
    case .tool: "Tool"
    }
  }

  private static func text(
    of message: Message, _ origin: Origin, _ negotiation: inout Negotiation
  ) throws -> String {
    var lines: [String] = []
    for part in message.parts {
      switch part.content {
      case .text(let text):
        lines.append(text)
      case .toolCall(let call):
        lines.append("[calls \(call.name) with \(call.argumentsText)]")
      case .toolResult(let result):
        let words = result.isError ? "failed" : "answers"
        lines.append("[\(result.name ?? "a tool") \(words): \(result.text)]")
        if result.content.contains(where: { $0.isMedia }) { try lose("Media", &negotiation) }
      case .media(let media):
        if let bytes = media.bytes, media.mime.hasPrefix("text/") {
          lines.append(String(decoding: bytes, as: UTF8.self))
        } else {
          try lose("Media of type '\(media.mime)'", &negotiation)
        }
      case .reasoning:
        try negotiation.warn(
          .droppedReasoning, "Thinking of a model was left out: it is of use to that alone.")
      case .source: break
      case .opaque: try lose("A block that means something to another vendor alone", &negotiation)
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func lose(_ what: String, _ negotiation: inout Negotiation) throws {
    try negotiation.warn(.droppedPart, "\(what) cannot be sent to a function: it was left out.")
  }
}

extension Part {
  fileprivate var isMedia: Bool { if case .media = content { true } else { false } }
}
