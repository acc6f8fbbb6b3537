public import SwitchboardCore

extension Evaluation {
  /// Two answers to one case that can be compared.
  public struct Pair: Hashable, Sendable {
    /// The row.
    public var row: Int

    /// The repetition of both answers.
    public var repetition: Int

    /// The column of the first answer.
    public var first: Int

    /// The column of the second answer; greater than ``first``.
    public var second: Int

    /// Creates a pair.
    public init(row: Int, repetition: Int = 0, first: Int, second: Int) {
      self.row = row
      self.repetition = repetition
      self.first = first
      self.second = second
    }
  }

  /// The pairs of answers that a judge has not judged yet: row by row, so that a run that stops has
  /// whole rows.
  ///
  /// - Complexity: O(n) in the pairs and judgements.
  public func openPairs(for judge: ModelReference) -> [Pair] {
    let done = Set(
      judgements.lazy.filter { $0.judge == judge }.map { judgement in
        Pair(
          row: judgement.row, repetition: judgement.repetition,
          first: min(judgement.first, judgement.second),
          second: max(judgement.first, judgement.second))
      })
    var pairs: [Pair] = []
    for row in cases.indices {
      for repetition in 0..<repeats {
        let answered = variants.indices.filter { column in
          reply(at: Place(row: row, column: column, repetition: repetition)) != nil
        }
        for (place, first) in answered.enumerated() {
          for second in answered.dropFirst(place + 1) {
            let pair = Pair(row: row, repetition: repetition, first: first, second: second)
            if !done.contains(pair) { pairs.append(pair) }
          }
        }
      }
    }
    return pairs
  }

  /// What the judges' calls have cost, as far as it is known.
  public var judgingCost: USD { judgements.reduce(.zero) { $0 + ($1.cost ?? .zero) } }

  /// The answer in a place; `nil` when there is none.
  func reply(at place: Place) -> ChatReply? {
    if case .reply(let reply)? = cell(at: place)?.outcome { reply } else { nil }
  }
}
