public import SwitchboardCore
public import SwitchboardWire

/// Reads answers in the form of OpenAI's chat completions, whole and streamed.
///
/// Vendors that took the form over differ in small things, all of which are read wherever they
/// occur: thinking in `reasoning_content`, `reasoning` or pieces of content; usage in the last chunk,
/// in every chunk or in a vendor's own member; calls without ids or indices; chunks without choices.
public struct OpenAIChatMachine: ReplyMachine {
  /// Names the failure in a body or chunk that holds one.
  public typealias FailureReader = @Sendable (JSON) -> SwitchboardError

  private let failure: FailureReader
  private let kind: VendorKind?
  private var parts: PartWriter
  private var calls: OpenAIChatCalls
  private var origin: Origin
  private let warnings: [Warning]
  private let reportedCost: ReportedCost?

  private var isStarted = false
  private var isFinished = false
  private var finishWord: String?
  private var refusal = ""
  private var usage: Usage?
  private var sources: [JSON] = []
  private var reasoningDetails = OpenAIReasoningDetails()

  /// Creates a machine for one answer.
  ///
  /// - Parameters:
  ///   - origin: The entry and model that were asked.
  ///   - request: The request as it was sent.
  ///   - failure: Names the failure in a body or chunk that holds one.
  public init(
    origin: Origin, request: OpenAIChatRequest, failure: @escaping FailureReader
  ) {
    self.origin = origin
    self.kind = origin.kind
    self.failure = failure
    self.warnings = request.warnings
    self.reportedCost = request.reportedCost
    self.parts = PartWriter()
    self.calls = OpenAIChatCalls(
      toolNames: request.toolNames, turn: request.turn, kind: origin.kind)
  }

  /// Takes one chunk of a stream.
  public mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]
  ) throws {
    // What follows [DONE] is not part of the answer.
    if isFinished { return }
    if data.count == 6, data.elementsEqual("[DONE]".utf8) {
      try finish(into: &events)
      return
    }
    let json: JSON
    do {
      json = try JSON(copying: data)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor sent an event that is no JSON: \(error)", underlying: error)
    }
    try chunk(json, into: &events)
    if !name.isEmpty, name.elementsEqual("error".utf8) { throw failure(json) }
  }

  /// Takes a whole body.
  public mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    let json: JSON
    do {
      json = try JSON(parsing: body, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    }
    try throwFailure(in: json, hasChoice: json["choices"][0].exists)
    start(json, into: &events)
    guard json["choices"][0]["message"].kind == .object else {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not a chat completion: it has no choices[0].message.")
    }
    take(json, message: "message", into: &events)
    try finish(into: &events)
  }

  /// Takes the end of a stream.
  public mutating func end(into events: inout [StreamEvent]) throws {
    if isFinished { return }
    guard finishWord != nil else {
      throw SwitchboardError(.truncated, "The vendor's stream ended without a finish reason.")
    }
    try finish(into: &events)
  }

  private mutating func chunk(_ json: JSON, into events: inout [StreamEvent]) throws {
    start(json, into: &events)
    let hasChoice = take(json, message: "delta", into: &events)
    // A chunk may hold the last words of the answer beside the failure.
    try throwFailure(in: json, hasChoice: hasChoice)
  }

  private func throwFailure(in json: JSON, hasChoice: Bool) throws {
    if !json["error"].isNull { throw failure(json) }
    if !hasChoice, json["object"].string == "error" { throw failure(json) }
  }

  private mutating func start(_ json: JSON, into events: inout [StreamEvent]) {
    if isStarted { return }
    isStarted = true
    origin.responseModel = json["model"].string
    origin.responseID = json["id"].string
    events.append(.start(origin))
    for warning in warnings { events.append(.warning(warning)) }
  }

  /// Takes what a chunk or body holds; whether a choice is among it.
  @discardableResult
  private mutating func take(
    _ json: JSON, message member: String, into events: inout [StreamEvent]
  ) -> Bool {
    let choice = json["choices"][0]
    if choice.exists, choice["index"].int ?? 0 == 0 {
      let message = choice[member]
      if message.exists { take(message, into: &events) }
      if let word = choice["finish_reason"].string, !word.isEmpty { finishWord = word }
    }
    // Perplexity and xAI repeat all sources with every chunk; the last ones hold.
    let results = json["search_results"]
    if results.count > 0 {
      sources = results.elements
    } else {
      let citations = json["citations"]
      if citations.count > 0 { sources = citations.elements }
    }
    // What an answer took is told with its end, or in chunks without a choice; the many chunks
    // before are not searched for it.
    guard finishWord != nil || !choice.exists || member == "message" else { return true }
    let counts = json["usage"]
    if counts.kind == .object {
      usage = OpenAIChatUsage.read(counts, reportedCost)
    } else if json["x_groq"]["usage"].kind == .object {
      usage = OpenAIChatUsage.read(json["x_groq"]["usage"], reportedCost)
    } else if choice["usage"].kind == .object {
      usage = OpenAIChatUsage.read(choice["usage"], reportedCost)
    }
    return choice.exists
  }

  private mutating func take(_ message: JSON, into events: inout [StreamEvent]) {
    // Nearly every chunk has one piece of text and nothing else, so nothing else is looked for.
    if message.count == 1, let text = message["content"].string {
      parts.text(text, into: &events)
      return
    }
    if let text = message["reasoning_content"].string ?? message["reasoning"].string {
      parts.reasoning(text, into: &events)
    }
    reasoningDetails.add(message["reasoning_details"])
    let content = message["content"]
    switch content.kind {
    case .string:
      if let text = content.string { parts.text(text, into: &events) }
    case .array:
      for piece in content.elements { take(piece: piece, into: &events) }
    default:
      break
    }
    if let text = message["refusal"].string { refusal += text }
    for image in message["images"].elements {
      take(image: image["image_url"]["url"].string, into: &events)
    }
    for annotation in message["annotations"].elements {
      let citation = annotation["url_citation"]
      if citation.exists {
        events.append(
          .source(
            Part(
              .source(
                Source(title: citation["title"].string, url: citation["url"].string)))))
      }
    }
    for call in message["tool_calls"].elements { calls.take(call, parts: &parts, into: &events) }
    if message["function_call"].kind == .object {
      // The form that tool_calls replaced in 2023; some servers still answer with it.
      calls.take(
        ["index": 0, "function": message["function_call"]], parts: &parts, into: &events)
    }
    if let audio = message["audio"]["data"].string, let bytes = Base64.decode(audio) {
      parts.media(Part(.media(Media(bytes: bytes, mime: "audio/wav"))), into: &events)
      if let transcript = message["audio"]["transcript"].string {
        parts.text(transcript, into: &events)
      }
    }
  }

  /// A piece of content: Mistral writes thinking and text so.
  private mutating func take(piece: JSON, into events: inout [StreamEvent]) {
    switch piece["type"].string {
    case "text", "output_text":
      if let text = piece["text"].string { parts.text(text, into: &events) }
    case "thinking":
      if let text = piece["thinking"].string { parts.reasoning(text, into: &events) }
      for part in piece["thinking"].elements {
        if let text = part["text"].string { parts.reasoning(text, into: &events) }
      }
    case "image_url":
      take(image: piece["image_url"]["url"].string ?? piece["image_url"].string, into: &events)
    default:
      break
    }
  }

  private mutating func take(image url: String?, into events: inout [StreamEvent]) {
    guard let url else { return }
    parts.media(
      Part(.media(DataURL.media(url) ?? Media(url: url, mime: "image/png"))), into: &events)
  }

  private mutating func finish(into events: inout [StreamEvent]) throws {
    guard isStarted else {
      throw SwitchboardError(.truncated, "The vendor's stream ended before its first chunk.")
    }
    isFinished = true
    calls.close(parts: &parts, into: &events)
    parts.close(into: &events)
    if let kind, let details = reasoningDetails.json {
      // They come piece by piece until the end, so they stand behind the words that they belong to.
      let index = parts.take()
      events.append(.partStart(index: index, .reasoning(isRedacted: true)))
      events.append(.partEnd(index: index, vendorData: [kind: ["reasoning_details": details]]))
    }
    for source in sources {
      let url = source.string ?? source["url"].string
      events.append(.source(Part(.source(Source(title: source["title"].string, url: url)))))
    }
    if let usage { events.append(.usage(usage)) }
    var reason = FinishReason(word: finishWord)
    if !refusal.isEmpty {
      reason.message = refusal
      // A filter's own word is the more exact one.
      if reason.kind != .contentFilter { reason.kind = .refusal }
    } else if calls.count > 0, reason.kind == .stop || finishWord == nil {
      reason.kind = .toolCalls
    } else if finishWord == nil {
      reason.kind = .stop
    }
    events.append(.finish(reason))
  }
}
