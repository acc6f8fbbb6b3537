import Switchboard
import SwitchboardCore

/// What is known and shown of one candidate of a comparison: a pure value, fed with what happens.
struct CandidateView: Sendable {
  /// How it stands.
  enum Stand: Sendable, Equatable {
    case waiting
    case asked
    case thinking
    case answering
    case finished(String)
    case failed(String)
    /// The user stopped it.
    case stopped

    /// The stand in a word.
    var word: String {
      switch self {
      case .waiting: "waiting"
      case .asked: "asked"
      case .thinking: "thinking"
      case .answering: "answering"
      case .finished(let reason): reason
      case .failed(let kind): kind
      case .stopped: "stopped"
      }
    }
  }

  let model: ModelReference
  private(set) var stand = Stand.waiting

  /// What of its answer can be shown on a terminal.
  private(set) var text = ""

  /// How often the answer was begun again, each time without what came before.
  private(set) var beginnings = 0

  private(set) var reply: RoutedReply?
  private(set) var failure: SwitchboardError?

  /// The files that its pictures were written to.
  private(set) var pictures: [PictureShown] = []

  /// When it was asked, and how long its first content took.
  private(set) var askedAt: Duration?
  private(set) var firstToken: Duration?
  private(set) var answer = ReplyAccumulator()
  private(set) var receivedBytes = 0
  private var cleaner = TerminalText()
  private var textParts: Set<Int> = []

  init(_ model: ModelReference) { self.model = model }

  /// Whether it has ended.
  var isOver: Bool { reply != nil || failure != nil }

  /// Takes a step, at a time on any clock that only goes forward.
  mutating func take(_ step: ComparisonEvent.Step, now: Duration) {
    switch step {
    case .started:
      stand = .asked
      askedAt = now
    case .events(let events):
      for event in events { take(event, now: now) }
    case .finished(let reply):
      self.reply = reply
      stand = .finished(reply.reply.finish.kind.rawValue)
    case .failed(let failure):
      fail(failure)
    }
  }

  /// Ends it as the user did; what has come stays.
  mutating func stop() {
    if isOver { return }
    fail(SwitchboardError(.cancelled, "The comparison was stopped."))
  }

  private mutating func fail(_ failure: SwitchboardError) {
    var failure = failure
    if failure.kind == .cancelled {
      stand = .stopped
      failure.vendor = failure.vendor ?? model.vendor
      failure.model = failure.model ?? model.model
      failure.outputBegun = answer.hasContent
      if failure.partial == nil, answer.hasContent {
        failure.partial = answer.message(incomplete: .cancelled)
      }
    } else {
      stand = .failed(failure.kind.rawValue)
    }
    self.failure = failure
  }

  private mutating func take(_ event: StreamEvent, now: Duration) {
    answer.add(event)
    if firstToken == nil, event.isContent {
      firstToken = askedAt.map { now - $0 }
      stand = .answering
    }
    switch event {
    case .partStart(_, .reasoning) where text.isEmpty:
      stand = .thinking
    case .partStart(let index, .text):
      textParts.insert(index)
      stand = .answering
    case .partDelta(let index, let piece):
      receivedBytes += piece.utf8.count
      if textParts.contains(index) { text += cleaner.clean(piece) }
    case .seam(let seam) where seam.strategy == .restart:
      text = ""
      textParts = []
      receivedBytes = 0
      beginnings += 1
    default: break
    }
  }

  /// Notes where its pictures are.
  mutating func show(_ pictures: [PictureShown]) { self.pictures = pictures }

  /// What stands below the text: why there is none or no more, and what else there is to know.
  ///
  /// - Parameter isWhole: Whether warnings are told in full, too.
  /// - Returns: The notes, each a paragraph.
  func notes(isWhole: Bool) -> [String] {
    var notes: [String] = []
    if let failure, stand != .stopped { notes.append(TerminalText.line(failure.message)) }
    if text.isEmpty, let message = reply?.reply.finish.message {
      notes.append(TerminalText.clean(message))
    }
    notes += pictures.map { "picture: \(TerminalText.line($0.path))" }
    if isWhole { notes += warnings.map { "warning: \(TerminalText.line($0.message))" } }
    return notes
  }

  /// What changed on the way.
  var warnings: [Warning] { reply?.reply.warnings ?? answer.warnings }

  /// All that is printed of it below its state.
  func body(isWhole: Bool = true) -> String {
    let notes = notes(isWhole: isWhole)
    if text.isEmpty { return notes.joined(separator: "\n") }
    if notes.isEmpty { return text }
    return text + (text.hasSuffix("\n") ? "" : "\n") + notes.joined(separator: "\n")
  }

  /// All that is printed of it where no terminal reads along: its text is what the model wrote, byte for
  /// byte.
  var plainBody: String {
    let text = reply?.reply.text ?? answer.message(incomplete: .cancelled).text
    let notes = notes(isWhole: false).joined(separator: "\n")
    if text.isEmpty || notes.isEmpty { return text + notes }
    return text + (text.hasSuffix("\n") ? "" : "\n") + notes
  }

  /// The JSON form of its end.
  func json(explained: Bool) -> JSON {
    var members: [(String, JSON)] = [("model", JSON(model.description))]
    if let reply { members.append(("reply", reply.json(explained: explained))) }
    if let failure { members.append(("error", failure.json)) }
    return .object(members)
  }
}
