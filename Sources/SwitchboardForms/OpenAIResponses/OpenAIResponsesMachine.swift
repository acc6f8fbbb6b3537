public import SwitchboardCore
public import SwitchboardWire

/// Reads answers in the form of OpenAI's Responses, whole and streamed
/// (platform.openai.com/docs/api-reference/responses and …/responses-streaming).
///
/// The end of a stream repeats the whole answer: what the stream left out is taken from there, and
/// where the two differ the words that were handed out stay. Event types that are not known, and
/// pieces of items that are not, are passed over.
public struct OpenAIResponsesMachine: ReplyMachine {
  /// Names the failure in a JSON value of the form `{"error": {…}}`.
  public typealias FailureReader = @Sendable (JSON) -> SwitchboardError

  private let failure: FailureReader
  private let warnings: [Warning]
  private let reportedCost: ReportedCost?
  private var origin: Origin
  private var output: OpenAIResponsesOutput
  private var isStarted = false
  private var isFinished = false

  /// Creates a machine for one answer.
  ///
  /// - Parameters:
  ///   - origin: The entry and model that were asked.
  ///   - request: The request as it was sent.
  ///   - failure: Names the failure in an event or body that holds one.
  public init(
    origin: Origin, request: OpenAIResponsesRequest, failure: @escaping FailureReader
  ) {
    self.origin = origin
    self.failure = failure
    self.warnings = request.warnings
    self.reportedCost = request.reportedCost
    self.output = OpenAIResponsesOutput(
      origin: origin, toolNames: request.toolNames, turn: request.turn)
  }

  /// Takes one event of a stream.
  public mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]
  ) throws {
    // Some servers end with the mark of chat completions, behind the end or in its place.
    if isFinished || data.elementsEqual("[DONE]".utf8) { return }
    let json: JSON
    do {
      json = try JSON(copying: data)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor sent an event that is no JSON: \(error)", underlying: error)
    }
    switch json["type"].string {
    case "response.output_text.delta":
      start(.missing, into: &events)
      output.text(json, into: &events)
    case "response.function_call_arguments.delta":
      output.arguments(json, into: &events)
    case "response.reasoning_summary_text.delta":
      start(.missing, into: &events)
      output.reasoning(json, piece: json["summary_index"].int ?? 0, into: &events)
    case "response.reasoning_text.delta":
      start(.missing, into: &events)
      // Apart from the summaries, should one item hold both.
      output.reasoning(json, piece: -1 - (json["content_index"].int ?? 0), into: &events)
    case "response.refusal.delta":
      output.refusal(json["delta"].string ?? "")
    case "response.output_text.annotation.added":
      output.annotation(json, into: &events)
    case "response.created", "response.queued", "response.in_progress":
      start(json["response"], into: &events)
    case "response.output_item.added":
      start(.missing, into: &events)
      output.begin(json, into: &events)
    case "response.output_item.done":
      start(.missing, into: &events)
      output.end(json, into: &events)
    case "response.completed", "response.incomplete", "response.cancelled", "response.done":
      try finish(json["response"], event: json["type"].string ?? "", into: &events)
    case "response.failed":
      throw failure(["error": json["response"]["error"]])
    case "error":
      throw failure(Self.error(in: json))
    case nil where !json["error"].isNull || name.elementsEqual("error".utf8):
      throw failure(Self.error(in: json))
    default:
      break
    }
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
    if !json["error"].isNull || json["object"].string == "error" { throw failure(json) }
    guard json["output"].kind == .array else {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not a response: it has no 'output'.")
    }
    try finish(json, event: "", into: &events)
  }

  /// Takes the end of a stream.
  public mutating func end(into events: inout [StreamEvent]) throws {
    if isFinished { return }
    throw SwitchboardError(
      .truncated, "The vendor's stream ended before the response was complete.")
  }

  private mutating func start(_ response: JSON, into events: inout [StreamEvent]) {
    if isStarted { return }
    isStarted = true
    origin.responseModel = response["model"].string
    origin.responseID = response["id"].string
    events.append(.start(origin))
    for warning in warnings { events.append(.warning(warning)) }
  }

  private mutating func finish(
    _ response: JSON, event: String, into events: inout [StreamEvent]
  ) throws {
    start(response, into: &events)
    let status = response["status"].string ?? String(event.dropFirst("response.".count))
    if status == "failed" { throw failure(["error": response["error"]]) }
    isFinished = true
    output.finish(response["output"].elements, into: &events)
    if response["usage"].kind == .object {
      events.append(.usage(OpenAIChatUsage.read(response["usage"], reportedCost)))
    }
    events.append(.finish(reason(status, response["incomplete_details"]["reason"].string)))
  }

  private func reason(_ status: String, _ detail: String?) -> FinishReason {
    var word = status
    if status == "incomplete", let detail { word = "incomplete:\(detail)" }
    var reason = FinishReason(word: word.isEmpty ? nil : word)
    if let refusal = output.refusal {
      // What the filter stopped stays stopped by the filter.
      if reason.kind != .contentFilter { reason.kind = .refusal }
      reason.message = refusal
    } else if output.callCount > 0, reason.kind == .stop {
      reason.kind = .toolCalls
    }
    return reason
  }

  /// An error event: flat in the reference, but its members were seen one level deeper.
  private static func error(in json: JSON) -> JSON {
    if json["error"].kind == .object { return ["error": json["error"]] }
    return [
      "error": .object([
        ("code", json["code"]), ("message", json["message"]), ("param", json["param"]),
      ])
    ]
  }
}
