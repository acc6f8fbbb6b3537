import Switchboard
import SwitchboardCore

/// What a judge said of two answers in one order.
enum JudgeAnswer: Hashable, Sendable {
  /// The answer that was asked for.
  enum Verdict: String, Sendable {
    case a = "A"
    case b = "B"
    case tie

    /// The verdict when the answers change places.
    var swapped: Verdict {
      switch self {
      case .a: .b
      case .b: .a
      case .tie: .tie
      }
    }
  }

  /// A verdict with its reason.
  case verdict(Verdict, reason: String)
  /// Anything else; a sentence says what is wrong with it.
  case nonsense(String)

  /// Reads an answer: the JSON object that was asked for, also in a fence of Markdown.
  init(_ reply: ChatReply) {
    let text = reply.text
    do {
      let json = try JSON(parsing: Router.unfenced(text), duplicateKeys: .refuse)
      let complaints = SchemaCheck.complaints(json, schema: Judge.schema)
      guard complaints.isEmpty, let verdict = json["verdict"].string.flatMap(Verdict.init) else {
        self = .nonsense(Self.complaint(text, complaints.joined(separator: " ")))
        return
      }
      self = .verdict(verdict, reason: json["reason"].string ?? "")
    } catch {
      let end = reply.finish.kind == .stop ? "" : " The answer ended with '\(reply.finish.kind)'."
      self = .nonsense(Self.complaint(text, "It is not JSON: \(error)." + end))
    }
  }

  private static func complaint(_ text: String, _ what: String) -> String {
    let start = text.count > 200 ? "\(text.prefix(200))…" : text
    return "The judge answered '\(start)'. \(what)"
  }
}

extension Evaluation.Judgement {
  /// Joins what a judge said of a pair in both orders.
  ///
  /// - Parameters:
  ///   - pair: The pair.
  ///   - judge: Who judged.
  ///   - forward: What was said when the first answer was A.
  ///   - backward: What was said when it was B.
  ///   - cost: What the calls cost.
  init(
    _ pair: Evaluation.Pair, by judge: ModelReference, forward: JudgeAnswer,
    backward: JudgeAnswer, cost: USD?
  ) {
    let (verdict, reason): (Verdict, String) =
      switch (forward, backward) {
      case (.nonsense(let what), _), (.verdict, .nonsense(let what)): (.nonsense, what)
      case (.verdict(let one, let reason), .verdict(let other, _)) where one == other.swapped:
        (one == .a ? .first : one == .b ? .second : .tie, reason)
      case (.verdict(let one, let reason), .verdict(let other, let otherReason)):
        (
          .inconsistent,
          """
          The first as A: \(one.rawValue), \(reason)
          The first as B: \(other.rawValue), \(otherReason)
          """
        )
      }
    self.init(
      row: pair.row, repetition: pair.repetition, first: pair.first, second: pair.second,
      judge: judge, verdict: verdict, reason: reason, cost: cost)
  }
}
