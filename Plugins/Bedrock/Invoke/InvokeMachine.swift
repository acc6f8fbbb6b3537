import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Reads answers of InvokeModel and InvokeModelWithResponseStream, each in the form of the model's
/// maker.
///
/// A chunk of a stream holds the maker's own JSON in base64. Bedrock adds its counts: to the last
/// chunk as `amazon-bedrock-invocationMetrics`, to a whole answer in header fields. They speak where
/// the maker says nothing.
struct InvokeMachine: ReplyMachine {
  typealias FailureReader = @Sendable (JSON) -> SwitchboardError

  private enum Form: Sendable {
    case messages(AnthropicMessagesMachine)
    case converse(ConverseMachine)
    case chat(OpenAIChatMachine)
    case text(InvokeTextMachine)
    /// The machine is at work.
    case taken
  }

  private var form: Form
  private let text: InvokeTextMachine
  private var isDecided = false
  private var counts: Usage?
  private var saysUsage = false

  init(_ request: InvokeRequest, origin: Origin, failure: @escaping FailureReader) {
    text = InvokeTextMachine(origin: origin, warnings: request.warnings, failure: failure)
    switch request.reply {
    case .messages(let messages):
      form = .messages(
        AnthropicMessagesMachine(origin: origin, request: messages, failure: failure))
    case .converse(let converse): form = .converse(ConverseMachine(converse, failure: failure))
    case .chat(let chat):
      form = .chat(OpenAIChatMachine(origin: origin, request: chat, failure: failure))
    case .text: form = .text(text)
    }
  }

  mutating func head(_ head: HTTPResponseHead) {
    func count(_ name: String) -> Int? {
      head.headers["x-amzn-bedrock-\(name)-token-count"].flatMap { Int($0) }
    }
    let (read, write) = (count("cache-read-input"), count("cache-write-input"))
    guard let input = count("input") else { return }
    counts = Usage(
      input: ConverseMachine.sum(input, read, write), cachedInput: read, cacheWrite: write,
      output: count("output"))
  }

  mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer, into events: inout [StreamEvent]
  ) throws {
    guard name.isEmpty || name.elementsEqual("chunk".utf8) else { return }
    let frame = try Self.json([UInt8](data))
    guard let text = frame["bytes"].string, let chunk = Base64.decode(text) else { return }
    // The end of a stream of chat completions, as other servers mark it.
    if chunk.elementsEqual("[DONE]".utf8) { return }
    let json = try Self.json(chunk)
    let metrics = json["amazon-bedrock-invocationMetrics"]
    if metrics.kind == .object { counts = Self.counts(metrics) }
    decide(json)
    let before = events.count
    switch take() {
    case .messages(var machine):
      defer { form = .messages(machine) }
      try chunk.withUnsafeBytes { try machine.event($0, name: Self.noName, into: &events) }
    case .converse(var machine):
      defer { form = .converse(machine) }
      for (key, value) in json.members { try machine.take(value, named: key, into: &events) }
    case .chat(var machine):
      defer { form = .chat(machine) }
      try chunk.withUnsafeBytes { try machine.event($0, name: Self.noName, into: &events) }
    case .text(var machine):
      defer { form = .text(machine) }
      try machine.take(json, isWhole: false, into: &events)
    case .taken:
      break
    }
    count(from: before, &events)
  }

  mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    let json = try Self.json(body)
    decide(json)
    let before = events.count
    switch take() {
    case .messages(var machine): try machine.whole(body, into: &events)
    case .converse(var machine): try machine.whole(json, into: &events)
    case .chat(var machine): try machine.whole(body, into: &events)
    case .text(var machine):
      try machine.take(json, isWhole: true, into: &events)
      try machine.end(isSure: true, into: &events)
    case .taken: break
    }
    count(from: before, &events)
  }

  mutating func end(into events: inout [StreamEvent]) throws {
    let before = events.count
    switch take() {
    case .messages(var machine): try machine.end(into: &events)
    case .converse(var machine): try machine.end(into: &events)
    case .chat(var machine): try machine.end(into: &events)
    case .text(var machine): try machine.end(isSure: counts != nil, into: &events)
    case .taken: break
    }
    count(from: before, &events)
  }

  /// Moves the machine out, so that what it holds is changed in place.
  private mutating func take() -> Form {
    defer { form = .taken }
    return form
  }

  /// An answer that is text alone is read so, whatever was expected: Claude 2 answers in the form it
  /// had before Messages, endpoints of SageMaker in that of completions.
  private mutating func decide(_ json: JSON) {
    if isDecided { return }
    isDecided = true
    if InvokeText(json) != nil, json["choices"][0]["message"].isNull { form = .text(text) }
  }

  /// Puts Bedrock's counts before the end of an answer whose maker gave none.
  private mutating func count(from start: Int, _ events: inout [StreamEvent]) {
    for event in events[start...] {
      if case .usage = event { saysUsage = true }
    }
    if case .finish = events.last, start < events.count, !saysUsage, let counts {
      events.insert(.usage(counts), at: events.count - 1)
    }
  }

  private static func counts(_ metrics: JSON) -> Usage {
    let read = metrics["cacheReadInputTokenCount"].int
    let write = metrics["cacheWriteInputTokenCount"].int
    return Usage(
      input: metrics["inputTokenCount"].int.flatMap { ConverseMachine.sum($0, read, write) },
      cachedInput: read, cacheWrite: write, output: metrics["outputTokenCount"].int, raw: metrics)
  }

  private static var noName: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  private static func json(_ bytes: [UInt8]) throws -> JSON {
    do {
      return try JSON(parsing: bytes, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    }
  }
}
