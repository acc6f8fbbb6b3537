import Switchboard
import SwitchboardCore

/// Prints one answer while it comes: as text, as event lines, or as one document at its end.
///
/// Text for a terminal is cleaned of what would steer it; text for a pipe or a file is what the model
/// wrote, byte for byte. Thinking is shown on a terminal alone, beside the text, on standard error.
struct AnswerPrinter {
  /// How an answer is printed.
  enum Form: Sendable {
    case text
    case events
    case document
  }

  let form: Form
  let target: OutputTarget
  let notes: Notes
  let isExplained: Bool

  /// What has come until now.
  private(set) var accumulator = ReplyAccumulator()

  private var cleaner = TerminalText()
  private var thoughtCleaner = TerminalText()
  private var kinds: [Int: PartOpening] = [:]
  private var isMidLine = false
  private var isMidThought = false

  init(form: Form, target: OutputTarget, notes: Notes, isExplained: Bool = false) {
    self.form = form
    self.target = target
    self.notes = notes
    self.isExplained = isExplained
  }

  /// Prints events of an answer.
  mutating func show(_ events: [StreamEvent], of answer: some AnswerOnItsWay) async throws {
    var text = ""
    for event in events {
      accumulator.add(event)
      switch form {
      case .document: break
      case .events:
        let line = event.json(
          after: accumulator,
          reply: answer.finished.map { $0.json(explained: isExplained) } ?? .missing)
        text += line.text + "\n"
      case .text:
        text += shown(event)
      }
    }
    if !text.isEmpty { try await target.write(text) }
  }

  /// Ends the line that the text stopped in, so that what a terminal shows next begins a new one.
  mutating func endLine() async throws {
    endThought()
    guard isMidLine else { return }
    isMidLine = false
    try await target.write("\n")
  }

  /// The visible text of an event; its thinking is shown at once.
  private mutating func shown(_ event: StreamEvent) -> String {
    switch event {
    case .partStart(let index, let opening):
      kinds[index] = opening
    case .partDelta(let index, let text):
      switch kinds[index] {
      case .text: return visible(text)
      case .reasoning: think(text)
      default: break
      }
    case .partEnd(let index, _):
      if case .reasoning = kinds.removeValue(forKey: index) { endThought() }
    case .seam(let seam) where seam.strategy == .restart:
      notes.say("\(seam.from.reference) failed; \(seam.to.reference) begins again.")
    default: break
    }
    return ""
  }

  private mutating func visible(_ text: String) -> String {
    guard target.isTerminal else { return text }
    endThought()
    let clean = cleaner.clean(text)
    if let last = clean.utf8.last { isMidLine = last != 0x0A }
    return clean
  }

  private mutating func think(_ text: String) {
    guard notes.isTerminal else { return }
    let clean = thoughtCleaner.clean(text)
    if clean.isEmpty { return }
    notes.dim(clean)
    isMidThought = clean.utf8.last != 0x0A
  }

  private mutating func endThought() {
    if isMidThought { notes.write("\n") }
    isMidThought = false
  }
}
