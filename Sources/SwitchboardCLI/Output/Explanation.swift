import Switchboard
import SwitchboardCore

/// How an answer came about, as people read it.
enum Explanation {
  /// Who was considered, and why.
  static func text(_ decision: Decision) -> String {
    var head = decision.route.map { "Route \($0)" } ?? "The model was named"
    if let policy = decision.policy { head += " (\(policy.rawValue))" }
    if !decision.requires.isEmpty {
      head += "; needs " + decision.requires.map(\.rawValue).joined(separator: ", ")
    }
    head += "; about \(decision.inputTokens.grouped) tokens of prompt"
    if decision.outputTokens > 0 {
      head += " and \(decision.outputTokens.grouped) of room for the answer"
    }
    var table = TextTable()
    for candidate in decision.candidates {
      let reasons =
        (candidate.reasons.map(\.message) + (candidate.plan?.warnings.map(\.message) ?? []))
        .joined(separator: " ")
      table.add([
        candidate.verdict.rawValue, candidate.model.description,
        Figures.cost(candidate.expectedCost), reasons,
      ])
    }
    if decision.candidates.isEmpty { return "\(TerminalText.line(head)).\nNobody is set up.\n" }
    let plan = decision.candidates.first { $0.verdict == .chosen }?.plan.map(text) ?? ""
    return "\(TerminalText.line(head)).\n\(table.text(indent: 2))\(plan)"
  }

  /// What of the conversation is sent.
  private static func text(_ plan: ContextPlan) -> String {
    let named = [
      ("instructions", plan.sections.system), ("tools", plan.sections.tools),
      ("summary", plan.sections.summary), ("pinned", plan.sections.pinned),
      ("history", plan.sections.history), ("newest turn", plan.sections.newest),
    ]
    let sections = named.filter { $0.1 > 0 }.map { "\($0) \($1.grouped)" }
      .joined(separator: ", ")
    let window =
      plan.window.map {
        "; \(plan.reserved.grouped) of its window of \($0.grouped) are kept for the answer"
      } ?? ""
    let about = plan.quality == .exact ? "" : "about "
    return "It is sent \(about)\(plan.used.grouped) tokens: \(sections)\(window).\n"
  }

  /// The calls that were made.
  static func text(_ attempts: [Attempt]) -> String {
    var table = TextTable()
    for attempt in attempts {
      table.add([
        "\(attempt.number).", attempt.origin.reference.description, attempt.outcome.rawValue,
        attempt.timing.total.map { Figures.time($0) } ?? "", Figures.cost(attempt.cost),
        attempt.error.map { "\($0.kind): \($0.message)" } ?? "",
      ])
    }
    return attempts.isEmpty ? "No call was made.\n" : "Calls:\n\(table.text(indent: 2))"
  }
}
