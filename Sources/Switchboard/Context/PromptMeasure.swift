import SwitchboardCore

/// What a part of a prompt is made of, as far as its tokens depend on it.
///
/// Measured once, it is reckoned for any number of models.
struct PromptMeasure: Sendable {
  private var text = TextTraits()
  private var requests = 0
  private var messages = 0
  private var toolLists = 0
  private var tools = 0
  private var schemas = 0
  private var toolCalls = 0
  private var toolResults = 0
  private var pictures: [PictureSize] = []
  private var pages = 0
  private var secondsOfSound = 0
  private var secondsOfFilm = 0

  private struct PictureSize: Sendable {
    var width: Int?
    var height: Int?
  }

  /// Whether media stand in it, of whose tokens little is known.
  private(set) var hasMedia = false

  /// Measures a text by itself.
  init(ofText text: String) { add(text) }

  /// Measures a message with its frame.
  init(of message: Message) {
    messages = 1
    for part in message.parts { add(part) }
  }

  /// Measures what a request holds beside its messages.
  init(fixedOf request: ChatRequest) {
    requests = 1
    if let system = request.system, !system.isEmpty {
      messages = 1
      add(system)
    }
    toolLists = request.tools.isEmpty ? 0 : 1
    tools = request.tools.count
    for tool in request.tools {
      add(tool.name)
      if let description = tool.description { add(description) }
      add(tool.parameters.text)
    }
    if let schema = request.output?.schema {
      schemas = 1
      add(schema.text)
    }
  }

  /// The tokens for a model.
  func tokens(_ profile: TokenProfile) -> Int {
    var tokens =
      text.tokens(profile.vocabulary) + requests * profile.perRequest + messages
      * profile.perMessage
      + toolLists * profile.perToolList + tools * profile.perTool
      + schemas * profile.perSchema
      + toolCalls * profile.perToolCall + toolResults * profile.perToolResult
      + pages * profile.perPage + secondsOfSound * profile.perSecondOfSound
      + secondsOfFilm * profile.perSecondOfFilm
    for picture in pictures {
      tokens += profile.picture.count(width: picture.width, height: picture.height)
    }
    return tokens
  }

  private mutating func add(_ text: String) { self.text += TextScanner.traits(of: text) }

  private mutating func add(_ part: Part) {
    switch part.content {
    case .text(let text): add(text)
    case .reasoning(let reasoning): add(reasoning.text)
    case .media(let media): add(media)
    case .toolCall(let call):
      toolCalls += 1
      add(call.name)
      add(call.argumentsText)
    case .toolResult(let result):
      toolResults += 1
      for part in result.content { add(part) }
    case .source, .opaque: break
    }
  }

  private mutating func add(_ media: Media) {
    hasMedia = true
    switch media.family {
    case .image: pictures.append(PictureSize(width: media.width, height: media.height))
    case .audio: secondsOfSound += MediaLength.secondsOfSound(media)
    case .video: secondsOfFilm += MediaLength.secondsOfFilm(media)
    case .document:
      if let bytes = media.bytes, MediaLength.isText(media.mime) {
        text += bytes.withUnsafeBytes { TextScanner.traits(of: $0) }
      } else {
        pages += MediaLength.pages(media)
      }
    }
  }
}

/// What a whole request is made of, part by part, since each part is rounded by itself.
struct RequestMeasure: Sendable {
  private var parts: [PromptMeasure]

  /// Measures a request.
  init(of request: ChatRequest) {
    parts = [PromptMeasure(fixedOf: request)] + request.messages.map { PromptMeasure(of: $0) }
  }

  /// Measures a prompt that is a text alone.
  init(ofText text: String) { parts = [PromptMeasure(ofText: text)] }

  /// Whether media stand in it.
  var hasMedia: Bool { parts.contains { $0.hasMedia } }

  /// The tokens for a model, without calibration.
  func tokens(_ profile: TokenProfile?) -> Int {
    let profile = profile ?? .unknown
    return parts.reduce(0) { $0 + $1.tokens(profile) }
  }
}
