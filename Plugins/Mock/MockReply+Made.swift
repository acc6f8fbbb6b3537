import SwitchboardCore

/// What the mock says when no script tells it.
extension MockReply {
  /// Makes up an answer, which depends on the turn alone.
  init(to turn: MockTurn) {
    var random = turn.random
    let keywords = MockText.keywords(of: turn.prompt)
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
      text = MockText.pieces(of: sample.value().text)
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
    of keywords: [String], _ turn: MockTurn, _ random: inout MockRandom
  ) {
    guard turn.request.wantsReasoning, turn.model.support(for: .reasoning) == .yes else { return }
    var pieces: [String] = []
    let length: MockProse.Length
    switch turn.request.reasoning {
    case .effort(.low): length = .sentences(1)
    case .effort(.high): length = .sentences(4)
    case .budget(let tokens): length = .pieces(min(tokens, 40))
    default: length = .sentences(2)
    }
    MockProse.append(as: "thoughts", about: keywords, length, random: &random, to: &pieces)
    reasoning = pieces
  }

  private mutating func speak(
    of keywords: [String], _ turn: MockTurn, _ random: inout MockRandom
  ) {
    text.reserveCapacity(64)
    text.append("Mock")
    text.append(" \(turn.model.model):")
    if let system = turn.system {
      let words = system.split(maxSplits: 8) { $0.isWhitespace }.prefix(8).joined(separator: " ")
      text += MockText.pieces(of: " I keep to the instruction “\(words)”.")
    }
    for (index, media) in turn.media.enumerated() {
      text += MockText.pieces(of: " " + Self.sentence(about: media, number: index + 1))
    }
    for result in turn.results {
      let verb = result.isError ? "failed with" : "says"
      let words = result.text.prefix(400)
      text += MockText.pieces(of: " The tool \(result.name ?? result.callID) \(verb): \(words)")
    }
    if turn.results.isEmpty {
      MockProse.append(as: turn.model.model, about: keywords, random: &random, to: &text)
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
      let prompt = turn.prompt.lowercased()
      let named = request.tools.filter { says(prompt, $0.name.lowercased()) }
      return named.isEmpty && request.toolChoice == .required ? [request.tools[0]] : named
    }
  }

  /// Whether a text holds a name as words of their own, also written with spaces.
  private static func says(_ text: String, _ name: String) -> Bool {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    let spaced = String(name.map { $0 == "_" || $0 == "-" ? " " : $0 })
    for name in Set([name, spaced]) where !name.isEmpty {
      for range in text.ranges(of: name) {
        let before = text[..<range.lowerBound].last.map(isPart) ?? false
        let after = text[range.upperBound...].first.map(isPart) ?? false
        if !before && !after { return true }
      }
    }
    return false
  }
}
