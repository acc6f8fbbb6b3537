import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Reads Ollama's answers (docs.ollama.com/api/chat): one JSON object a line, or one for all.
///
/// Text and thinking come in pieces, calls whole, counts with the last object, whose `done` is true.
struct OllamaMachine: ReplyMachine {
  private let warnings: [Warning]
  private let toolNames: ToolNames
  private let turn: Int
  private let secrets: @Sendable () -> [Secret]
  private var origin: Origin
  private var parts = PartWriter()
  private var callCount = 0
  private var isStarted = false
  private var isFinished = false

  init(origin: Origin, request: OllamaRequest, secrets: @escaping @Sendable () -> [Secret]) {
    self.origin = origin
    self.warnings = request.warnings
    self.toolNames = request.toolNames
    self.turn = request.turn
    self.secrets = secrets
  }

  mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]
  ) throws {
    if isFinished { return }
    do {
      try take(try JSON(copying: data), into: &events)
    } catch let error as JSON.ParseError {
      throw SwitchboardError(
        .decoding, "The server sent a line that is no JSON: \(error)", underlying: error)
    }
  }

  mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    do {
      let json = try JSON(parsing: body, limits: .media)
      try take(json, into: &events)
      guard isStarted else {
        throw SwitchboardError(.decoding, "The server's answer is not a chat: it has no 'message'.")
      }
      // Whole answers are done, whether or not an old server says so.
      if !isFinished { finish(json, into: &events) }
    } catch let error as JSON.ParseError {
      throw SwitchboardError(
        .decoding, "The server's answer is not JSON: \(error)", underlying: error)
    }
  }

  mutating func end(into events: inout [StreamEvent]) throws {
    if !isFinished {
      throw SwitchboardError(.truncated, "The server's stream ended before it was done.")
    }
  }

  private mutating func take(_ json: JSON, into events: inout [StreamEvent]) throws {
    let message = json["message"]
    if message.kind == .object || json["done"].bool == true, json["error"].isNull {
      start(json, into: &events)
    }
    if let text = message["thinking"].string { parts.reasoning(text, into: &events) }
    if let text = message["content"].string { parts.text(text, into: &events) }
    for call in message["tool_calls"].elements { take(call: call, into: &events) }
    if !json["error"].isNull { throw OllamaFailures.failure(json, secrets: secrets()) }
    if json["done"].bool == true { finish(json, into: &events) }
  }

  private mutating func start(_ json: JSON, into events: inout [StreamEvent]) {
    if isStarted { return }
    isStarted = true
    origin.responseModel = json["model"].string
    events.append(.start(origin))
    for warning in warnings { events.append(.warning(warning)) }
  }

  /// A call comes whole; old servers give it no id, so one is made, the same every time.
  private mutating func take(call json: JSON, into events: inout [StreamEvent]) {
    let function = json["function"]
    let name = function["name"].string ?? ""
    let id = json["id"].string ?? ""
    parts.close(into: &events)
    let part = parts.take()
    events.append(
      .partStart(
        index: part,
        .toolCall(
          id: id.isEmpty ? "call_\(turn)_\(callCount)" : id,
          name: name.isEmpty ? "unnamed" : toolNames.tool(named: name))))
    callCount += 1
    let arguments = function["arguments"]
    let text = arguments.string ?? (arguments.isNull ? "" : arguments.text)
    if !text.isEmpty { events.append(.partDelta(index: part, text: text)) }
    events.append(.partEnd(index: part, vendorData: [:]))
  }

  private mutating func finish(_ json: JSON, into events: inout [StreamEvent]) {
    isFinished = true
    parts.close(into: &events)
    let (input, output) = (json["prompt_eval_count"].int, json["eval_count"].int)
    if input != nil || output != nil {
      let counts = json.members.filter {
        $0.key.hasSuffix("_count") || $0.key.hasSuffix("_duration")
      }
      events.append(
        .usage(
          Usage(input: input, output: output, raw: .object(counts.map { ($0.key, $0.value) }))))
    }
    let word = json["done_reason"].string
    var reason = FinishReason(word: word)
    if word == nil { reason.kind = .stop }
    if callCount > 0, reason.kind == .stop { reason.kind = .toolCalls }
    events.append(.finish(reason))
  }
}
