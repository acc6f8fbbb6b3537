public import SwitchboardCore
import SwitchboardEvaluation

extension Report {
  /// The whole run as one document: the head of the run's file, then `cells`, `judgements` and `picks`
  /// as their lines have them, row by row, and `summary`.
  public func json() -> JSON {
    .object(
      evaluation.head.members.map { ($0.key, $0.value) } + [
        ("cells", .array(cells.map { $0.json["cell"] })),
        ("judgements", .array(evaluation.judgements.map { $0.json["judgement"] })),
        ("picks", .array(evaluation.picks.map { $0.json["pick"] })),
        ("summary", summary.json),
      ])
  }
}
