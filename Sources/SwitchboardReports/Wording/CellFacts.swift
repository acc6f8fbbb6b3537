import SwitchboardCore
import SwitchboardEvaluation

/// What is known of an answer beside its text, in words.
enum CellFacts {
  /// Time, speed, tokens, money, and how it ended.
  static func facts(of cell: Evaluation.Cell, _ reply: ChatReply) -> [String] {
    var facts: [String] = []
    if let first = reply.timing?.firstToken {
      facts.append("first token \(Figures.time(first.seconds * 1_000))")
    }
    if let total = reply.timing?.total {
      facts.append("total \(Figures.time(total.seconds * 1_000))")
    }
    if let speed = reply.tokensPerSecond { facts.append("\(Figures.short(speed)) tokens/s") }
    let (input, output) = (reply.usage?.input, reply.usage?.output)
    if input != nil || output != nil {
      let mark = reply.usage?.source == .estimated ? "≈ " : ""
      let counts = [input, output].map { $0.map { $0.grouped } ?? "?" }
      facts.append("\(mark)\(counts[0]) → \(counts[1]) tokens")
    }
    facts.append(cost(of: reply))
    facts.append(reply.finish.kind.rawValue)
    if cell.isCached { facts.append("from an earlier run") }
    return facts
  }

  /// What an answer cost, with `≈` where it is estimated.
  static func cost(of reply: ChatReply) -> String {
    guard let cost = reply.cost, let usd = cost.usd else { return "cost unknown" }
    return (cost.quality == .estimated ? "≈ " : "") + Figures.money(usd)
  }

  /// A failure in one line.
  static func failure(_ error: SwitchboardError) -> String {
    let place = [error.vendor?.rawValue, error.status.map { "status \($0)" }, error.code]
    let known = place.compactMap { $0 }.joined(separator: ", ")
    return "\(error.kind)\(known.isEmpty ? "" : " (\(known))"): \(error.message)"
  }

  /// The checks that an answer does not meet, each with what was found.
  static func unmet(of cell: Evaluation.Cell, _ checks: [Check]) -> [String] {
    cell.results.enumerated().compactMap { place, result in
      guard !result.isMet else { return nil }
      let words = result.message ?? (checks.indices.contains(place) ? checks[place].words : "unmet")
      return "check \(place + 1): \(words)"
    }
  }
}
