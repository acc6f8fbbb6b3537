import SwitchboardCore
import SwitchboardWire

/// A form as small as can be: each event or whole body is a text, `END` is the end and `BAD` cannot
/// be read.
struct LetterMachine: ReplyMachine {
  static let origin = Origin(vendor: "a", kind: "k", model: "m")
  private var isStarted = false
  private var isFinished = false
  private var next = 0

  mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer, into events: inout [StreamEvent]
  ) throws {
    try take(
      String(decoding: name, as: UTF8.self) + String(decoding: data, as: UTF8.self), into: &events)
  }

  mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    try take("whole:" + String(decoding: body, as: UTF8.self), into: &events)
    try take("END", into: &events)
  }

  mutating func end(into events: inout [StreamEvent]) throws {
    if !isFinished { throw SwitchboardError(.truncated, "No end.") }
  }

  private mutating func take(_ text: String, into events: inout [StreamEvent]) throws {
    if text == "ping" { return }
    if !isStarted { events.append(.start(Self.origin)) }
    isStarted = true
    if text.hasSuffix("BAD") { throw SwitchboardError(.decoding, "It cannot be read.") }
    if text == "END" {
      isFinished = true
      events.append(.finish(FinishReason(.stop)))
      return
    }
    events += [
      .partStart(index: next, .text), .partDelta(index: next, text: text),
      .partEnd(index: next, vendorData: [:]),
    ]
    next += 1
  }
}

extension [StreamEvent] {
  /// The texts in the events.
  var texts: [String] {
    compactMap { if case .partDelta(_, let text) = $0 { text } else { nil } }
  }

  /// Whether the last event is the finish.
  var isFinished: Bool {
    if case .finish = last { true } else { false }
  }
}
