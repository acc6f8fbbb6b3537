import SwitchboardCore

/// What the mock reads in texts: words worth repeating, and tokens.
enum MockText {
  /// The words of a text that carry its meaning, in order, each once, at most eight.
  static func keywords(of text: String) -> [String] {
    var found: [String] = []
    var word: [UInt8] = []
    func end() {
      defer { word.removeAll(keepingCapacity: true) }
      let isNumber = word.allSatisfy { 0x30...0x39 ~= $0 }
      guard word.count > (isNumber ? 0 : 2), word.count <= 48 else { return }
      let text = String(decoding: word, as: UTF8.self)
      if common.contains(text.lowercased()) || found.contains(text) { return }
      found.append(text)
    }
    for byte in text.utf8.prefix(2_000) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: word.append(byte)
      default: end()
      }
      if found.count == 8 { return found }
    }
    end()
    return found
  }

  private static let common = Set(
    """
    the and for are but not you all any can had her was one our out has him his how its may new now \
    old see two way who did get let put say she too use with this that from they them then than what \
    when where which while will would could should have been being does doing about into over your \
    yours their there these those such some same very just also only more most much many here please \
    tell give make made write explain describe answer show like want need know why because
    """.split(separator: " ").map(String.init))

  /// A text as pieces, as a model would hand them out: words with the white space before them.
  ///
  /// Words longer than twelve characters, as JSON is full of, are cut.
  static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var length = 0
    var hasLetter = false
    for character in text {
      let isSpace = character.isWhitespace
      if hasLetter && (isSpace || length >= 12) {
        pieces.append(piece)
        piece = ""
        length = 0
        hasLetter = false
      }
      piece.append(character)
      length += 1
      if !isSpace { hasLetter = true }
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// The tokens of a request, by a rule of thumb: one for every four bytes of UTF-8 begun, four
  /// more for each message, and 256 for each picture or document.
  static func tokens(of request: ChatRequest) -> Int {
    var count = request.system.map(tokens) ?? 0
    for message in request.messages {
      count += 4 + message.parts.reduce(0) { $0 + tokens(of: $1) }
    }
    for tool in request.tools {
      count += tokens(of: tool.name) + tokens(of: tool.description ?? "")
      count += tokens(of: tool.parameters.text)
    }
    if let schema = request.output?.schema { count += tokens(of: schema.text) }
    return count
  }

  /// The tokens of a text.
  static func tokens(of text: String) -> Int { (text.utf8.count + 3) / 4 }

  private static func tokens(of part: Part) -> Int {
    switch part.content {
    case .text(let text): tokens(of: text)
    case .reasoning(let reasoning): tokens(of: reasoning.text)
    case .media: 256
    case .toolCall(let call): tokens(of: call.name) + tokens(of: call.argumentsText)
    case .toolResult(let result): result.content.reduce(4) { $0 + tokens(of: $1) }
    case .source(let source): tokens(of: source.citedText ?? "")
    case .opaque: 0
    }
  }
}
