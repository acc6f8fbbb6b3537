import Switchboard
import SwitchboardCore

/// What is shown of one candidate of a comparison: a pure value, fed with what happens.
struct CandidateView: Sendable {
  /// How it stands.
  enum Stand: Sendable, Equatable {
    case waiting
    case asked
    case answering
    case finished(String)
    case failed(String)
  }

  let model: ModelReference
  private(set) var stand = Stand.waiting
  private(set) var text = ""
  private(set) var reply: RoutedReply?
  private(set) var failure: SwitchboardError?

  /// When it was asked, and how long its first content took.
  private var askedAt: Duration?
  private var firstToken: Duration?
  private var usage: Usage?
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
      usage = reply.reply.usage
      stand = .finished(reply.reply.finish.kind.rawValue)
    case .failed(let failure):
      self.failure = failure
      stand = .failed(failure.kind.rawValue)
    }
  }

  private mutating func take(_ event: StreamEvent, now: Duration) {
    if event.isContent, firstToken == nil {
      firstToken = askedAt.map { now - $0 }
      stand = .answering
    }
    switch event {
    case .partStart(let index, .text): textParts.insert(index)
    case .partDelta(let index, let piece) where textParts.contains(index):
      text += cleaner.clean(piece)
    case .usage(let usage): self.usage = usage
    default: break
    }
  }

  /// The state in a few words: `answering · first 0.35 s · 40 tokens · 88/s · $0.0004`.
  var status: String {
    var parts: [String] = []
    switch stand {
    case .waiting: parts.append("waiting")
    case .asked: parts.append("asked")
    case .answering: parts.append("answering")
    case .finished(let reason): parts.append(reason)
    case .failed(let kind): parts.append(kind)
    }
    let timing = reply?.reply.timing
    if let first = timing?.firstToken ?? firstToken { parts.append("first \(Figures.time(first))") }
    if let tokens = usage?.output {
      parts.append("\(tokens) tokens")
      if let speed = Self.speed(tokens, timing) { parts.append("\(speed)/s") }
    }
    if let total = timing?.total { parts.append(Figures.time(total)) }
    if let reply { parts.append(Figures.cost(reply.reply.cost)) }
    return parts.joined(separator: " · ")
  }

  /// Tokens a second, counted from the first one.
  static func speed(_ tokens: Int, _ timing: Timing?) -> Int? {
    guard let total = timing?.total else { return nil }
    let span = total - (timing?.firstToken ?? .zero)
    let seconds = Double(span.components.seconds) + Double(span.components.attoseconds) / 1e18
    guard seconds >= 0.001, tokens > 1 else { return nil }
    return Int((Double(tokens - 1) / seconds).rounded())
  }

  /// What stands below the state: the text, or why there is none.
  var body: String {
    if let failure {
      let reason = TerminalText.line(failure.message)
      return text.isEmpty ? reason : "\(text)\n\(reason)"
    }
    if text.isEmpty, let message = reply?.reply.finish.message {
      return TerminalText.clean(message)
    }
    return text
  }

  /// The JSON form of its end.
  func json(explained: Bool) -> JSON {
    var members: [(String, JSON)] = [("model", JSON(model.description))]
    if let reply { members.append(("reply", reply.json(explained: explained))) }
    if let failure { members.append(("error", failure.json)) }
    return .object(members)
  }
}
