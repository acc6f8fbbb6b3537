public import SwitchboardCore
public import SwitchboardWire

/// Reads answers in the Gemini form, whole and streamed: a stream's events are answers of the same
/// shape, each with the next parts (ai.google.dev/api/generate-content, "GenerateContentResponse").
///
/// Signatures come on thinking, text, calls, media and on parts with nothing else in them; each is
/// kept on its part, and signed parts are never joined with others
/// (ai.google.dev/gemini-api/docs/thought-signatures).
public struct GeminiContentMachine: ReplyMachine {
  /// Names the failure in an answer that holds one.
  public typealias FailureReader = @Sendable (JSON) -> SwitchboardError

  private let failure: FailureReader
  private let toolNames: ToolNames
  private let turn: Int
  private let warnings: [Warning]
  private var origin: Origin
  private var parts = PartWriter()
  private var sources = GeminiSources()

  private var isStarted = false
  private var calls = 0
  private var finishWord: String?
  private var finishMessage: String?
  private var total: Int?

  /// Creates a machine for one answer.
  ///
  /// - Parameters:
  ///   - origin: The entry and model that were asked.
  ///   - request: The request as it was sent.
  ///   - failure: Names the failure in an answer that holds one.
  public init(
    origin: Origin, request: GeminiContentRequest, failure: @escaping FailureReader
  ) {
    self.origin = origin
    self.failure = failure
    self.toolNames = request.toolNames
    self.turn = request.turn
    self.warnings = request.warnings
  }

  /// Takes one answer of a stream.
  public mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]
  ) throws {
    let json: JSON
    do {
      json = try JSON(copying: data, limits: .media)
    } catch {
      // Servers that stand in for the vendor end streams as OpenAI does.
      if data.elementsEqual("[DONE]".utf8) { return }
      throw SwitchboardError(
        .decoding, "The vendor sent an event that is no JSON: \(error)", underlying: error)
    }
    try take(json, into: &events)
  }

  /// Takes a whole body.
  public mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    let json: JSON
    do {
      json = try JSON(parsing: body, limits: .media)
    } catch {
      throw SwitchboardError(
        error.reason == .unexpectedEnd ? .truncated : .decoding,
        "The vendor's answer is not JSON: \(error)", underlying: error)
    }
    guard
      !json["error"].isNull || json["candidates"].exists || json["promptFeedback"].exists
        || json["usageMetadata"].exists
    else {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not of the Gemini form: it has no candidates.")
    }
    try take(json, into: &events)
    // A candidate that is all there has ended, also when it does not say how.
    if finishWord == nil, json["candidates"].count > 0 { finishWord = "" }
    try end(into: &events)
  }

  /// Takes the end of a stream.
  public mutating func end(into events: inout [StreamEvent]) throws {
    guard isStarted, let word = finishWord else {
      throw SwitchboardError(.truncated, "The vendor's answer ended without a finish reason.")
    }
    parts.close(into: &events)
    for source in sources.found { events.append(.source(Part(.source(source)))) }
    events.append(.finish(GeminiFinish.reason(word, message: finishMessage, calls: calls)))
  }

  private mutating func take(_ json: JSON, into events: inout [StreamEvent]) throws {
    if json["candidates"].count > 0 || json["usageMetadata"].exists { start(json, into: &events) }
    for (place, candidate) in json["candidates"].elements.enumerated()
    where candidate["index"].int ?? place == 0 {
      try take(candidate: candidate, into: &events)
    }
    if json["usageMetadata"].kind == .object { take(usage: json["usageMetadata"], into: &events) }
    if !json["error"].isNull { throw failure(json) }
    let reason = json["promptFeedback"]["blockReason"]
    if let word = reason.string ?? reason.int.map(GeminiFinish.blockWord) {
      let said = json["promptFeedback"]["blockReasonMessage"].string
      throw SwitchboardError(
        .contentFilter, said ?? "The vendor's filter stopped the prompt (\(word)).", code: word)
    }
  }

  private mutating func start(_ json: JSON, into events: inout [StreamEvent]) {
    if isStarted { return }
    isStarted = true
    origin.responseModel = json["modelVersion"].string
    origin.responseID = json["responseId"].string
    events.append(.start(origin))
    for warning in warnings { events.append(.warning(warning)) }
  }

  /// Every answer of a stream has the counts so far.
  private mutating func take(usage json: JSON, into events: inout [StreamEvent]) {
    let count = json["totalTokenCount"].int
    if let count, count == total { return }
    total = count
    events.append(.usage(GeminiContentUsage.read(json)))
  }

  private mutating func take(candidate: JSON, into events: inout [StreamEvent]) throws {
    for part in candidate["content"]["parts"].elements { try take(part: part, into: &events) }
    let reason = candidate["finishReason"]
    if reason.exists {
      if let word = reason.string ?? reason.int.map(GeminiFinish.word) { finishWord = word }
      finishMessage = candidate["finishMessage"].string ?? finishMessage
    }
    if candidate["groundingMetadata"].exists { sources.add(candidate["groundingMetadata"]) }
    if candidate["citationMetadata"].exists {
      sources.add(citations: candidate["citationMetadata"])
    }
  }

  private mutating func take(part: JSON, into events: inout [StreamEvent]) throws {
    let signature = part["thoughtSignature"]
    // A signature that stands alone signs an empty text.
    let isBare = part.count == 1 && signature.exists
    if let text = isBare ? "" : part["text"].string {
      let isThought = part["thought"].bool == true
      guard signature.kind == .string else {
        if isThought {
          parts.reasoning(text, into: &events)
        } else {
          parts.text(text, into: &events)
        }
        return
      }
      parts.close(into: &events)
      let index = parts.take()
      events.append(
        .partStart(index: index, isThought ? .reasoning(isRedacted: false) : .text))
      if !text.isEmpty { events.append(.partDelta(index: index, text: text)) }
      events.append(.partEnd(index: index, vendorData: data([("thoughtSignature", signature)])))
      return
    }
    if part["functionCall"].kind == .object {
      try take(call: part["functionCall"], signature, into: &events)
    } else if part["inlineData"].kind == .object {
      // Pictures that the model made while thinking are sketches, and not wanted back.
      if part["thought"].bool == true { return }
      guard let media = Self.media(part["inlineData"]) else {
        events.append(
          .warning(Warning(.droppedPart, "Media of the answer are no base64 and were left out.")))
        return
      }
      parts.media(
        Part(.media(media), vendorData: data([("thoughtSignature", signature)])), into: &events)
    } else if let address = part["fileData"]["fileUri"].string {
      let media = Media(url: address, mime: part["fileData"]["mimeType"].string ?? "image/png")
      parts.media(
        Part(.media(media), vendorData: data([("thoughtSignature", signature)])), into: &events)
    } else if part.count > 0, !Self.known.contains(where: { part[$0].exists }) {
      // Code that the vendor ran, its own tools, and what is new.
      parts.opaque(vendorData: data([("part", part)]), into: &events)
    }
  }

  private mutating func take(
    call: JSON, _ signature: JSON, into events: inout [StreamEvent]
  ) throws {
    if call["partialArgs"].exists || call["willContinue"].bool == true {
      throw SwitchboardError(
        .decoding,
        """
        The vendor sends the arguments of a call in pieces, which is not read; leave \
        'streamFunctionCallArguments' out of the request.
        """)
    }
    parts.close(into: &events)
    let given = call["id"].string.flatMap { $0.isEmpty ? nil : $0 }
    let name = call["name"].string.flatMap { $0.isEmpty ? nil : $0 } ?? "unnamed"
    let index = parts.take()
    events.append(
      .partStart(
        index: index,
        .toolCall(id: given ?? "call_\(turn)_\(calls)", name: toolNames.tool(named: name))))
    calls += 1
    let arguments = call["args"].kind == .object ? call["args"].text : "{}"
    events.append(.partDelta(index: index, text: arguments))
    events.append(
      .partEnd(
        index: index,
        vendorData: data([("id", JSON(optional: given)), ("thoughtSignature", signature)])))
  }

  /// Members that are read; where one is of a wrong type, nothing is to be had from the part.
  private static let known = ["text", "functionCall", "inlineData", "fileData"]

  /// What the vendor wants to see again, under its own kind.
  private func data(_ members: [(String, JSON)]) -> [VendorKind: JSON] {
    guard let kind = origin.kind else { return [:] }
    let json = JSON.object(members)
    return json.count == 0 ? [:] : [kind: json]
  }

  private static func media(_ json: JSON) -> Media? {
    guard let text = json["data"].string, let bytes = Base64.decode(text) else { return nil }
    return Media(bytes: bytes, mime: json["mimeType"].string ?? "application/octet-stream")
  }
}
