import SwitchboardCore
import SwitchboardSamples

/// What the mock says when no script tells it.
extension MockReply {
  /// Makes up an answer, which depends on the turn alone.
  init(to turn: MockTurn) {
    var random = turn.random
    let keywords = Keywords.find(in: turn.prompt)
    think(of: keywords, turn, &random)
    let tools = turn.results.isEmpty ? Self.tools(wantedBy: turn) : []
    if !tools.isEmpty {
      let names = Set(tools.map { $0.name.lowercased() })
      let words = keywords.filter { !names.contains($0.lowercased()) }
      for tool in tools {
        var sample = SchemaSample(tool.parameters, words: words, random: random)
        var arguments = sample.value()
        if arguments.kind != .object { arguments = [:] }
        toolCalls.append(ToolCall(id: "", name: tool.name, arguments: arguments))
        _ = random.next()
      }
    } else if let output = turn.request.output {
      var sample = SchemaSample(
        output.schema ?? Self.anyObject, words: keywords, random: random)
      text = TextPieces.cut(sample.value().text)
    } else {
      speak(of: keywords, turn, &random)
    }
  }

  private static let anyObject: JSON = [
    "type": "object",
    "properties": [
      "subject": ["type": "string"],
      "keywords": ["type": "array", "items": ["type": "string"]],
      "confidence": ["type": "number", "minimum": 0, "maximum": 1],
    ],
  ]

  private mutating func think(
    of keywords: [String], _ turn: MockTurn, _ random: inout SeededRandom
  ) {
    guard let wish = turn.request.reasoning, !wish.isOff,
      turn.model.facts.support(for: .reasoning) == .yes
    else { return }
    let length: Voice.Length
    switch wish {
    case .effort(.low): length = .sentences(1)
    case .effort(.high): length = .sentences(4)
    case .budget(let tokens): length = .pieces(min(tokens, 40))
    default: length = .sentences(2)
    }
    Voice.inward.speak(about: keywords, length, random: &random, to: &reasoning)
  }

  private mutating func speak(
    of keywords: [String], _ turn: MockTurn, _ random: inout SeededRandom
  ) {
    text = ["Mock", " \(turn.model.name):"]
    if let system = turn.system {
      let words = system.split(maxSplits: 8) { $0.isWhitespace }.prefix(8).joined(separator: " ")
      text += TextPieces.cut(" I keep to the instruction “\(words)”.")
    }
    for (index, media) in turn.media.enumerated() {
      text += TextPieces.cut(" " + Self.sentence(about: media, number: index + 1))
    }
    for result in turn.results {
      let verb = result.isError ? "failed with" : "says"
      let words = result.text.prefix(400)
      text += TextPieces.cut(" The tool \(result.name ?? result.callID) \(verb): \(words)")
    }
    if turn.results.isEmpty {
      turn.model.voice.speak(about: keywords, random: &random, to: &text)
    }
  }

  /// What the bytes of a picture or document show, whatever the request says of them.
  private static func sentence(about media: Media, number: Int) -> String {
    let bytes = media.bytes ?? []
    let mime = MediaSniffer.mime(of: bytes) ?? media.mime
    let size = ImageDimensions.read(bytes).map { " of \($0.width) × \($0.height) pixels" } ?? ""
    return "Attachment \(number) is \(mime)\(size) in \(bytes.count) bytes."
  }

  /// The tools that a turn must call or whose names it says, in the order of their declaration.
  private static func tools(wantedBy turn: MockTurn) -> [ToolDefinition] {
    let request = turn.request
    if request.tools.isEmpty { return [] }
    switch request.toolChoice {
    case .some(.none): return []
    case .named(let name): return request.tools.filter { $0.name == name }
    case .auto, .required, nil:
      let named = request.tools.filter { SpokenName.isSaid($0.name, in: turn.prompt) }
      return named.isEmpty && request.toolChoice == .required ? [request.tools[0]] : named
    }
  }
}
