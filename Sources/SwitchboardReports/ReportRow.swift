import SwitchboardEvaluation

/// The answers to one prompt, in the order in which they are read.
struct ReportRow {
  /// One repetition: a cell for each variant, `nil` where nothing was asked yet.
  struct Repetition {
    let number: Int
    var cells: [Evaluation.Cell?]
  }

  /// The row, from 0.
  let index: Int

  /// The repetitions that have cells.
  var repetitions: [Repetition] = []

  /// What was judged and picked in the row.
  var judgements: [Evaluation.Judgement] = []
  var pick: Evaluation.Pick?

  /// Whether its answers are not all the same text.
  var differs = false

  /// Whether an answer failed, or failed a check.
  var fails: Bool {
    repetitions.contains { repetition in
      repetition.cells.contains { cell in
        guard let cell else { return false }
        if case .failure = cell.outcome { return true }
        return cell.results.contains { !$0.isMet }
      }
    }
  }

  /// Every row of a run; what stands at places that the run does not have is left out.
  static func all(of evaluation: Evaluation) -> [ReportRow] {
    var rows = evaluation.cases.indices.map { ReportRow(index: $0) }
    let width = evaluation.variants.count
    let cells = evaluation.cells.filter { cell in
      rows.indices.contains(cell.place.row) && (0..<width).contains(cell.place.column)
    }
    for cell in cells.sorted(by: { $0.place.repetition < $1.place.repetition }) {
      rows[cell.place.row].take(cell, width)
    }
    for row in evaluation.differingRows { rows[row].differs = true }
    for judgement in evaluation.judgements where rows.indices.contains(judgement.row) {
      guard [judgement.first, judgement.second].allSatisfy({ (0..<width).contains($0) }) else {
        continue
      }
      rows[judgement.row].judgements.append(judgement)
    }
    for pick in evaluation.picks where rows.indices.contains(pick.row) {
      rows[pick.row].pick = pick
    }
    return rows
  }

  private mutating func take(_ cell: Evaluation.Cell, _ width: Int) {
    if repetitions.last?.number != cell.place.repetition {
      repetitions.append(
        Repetition(
          number: cell.place.repetition, cells: Array(repeating: nil, count: width)))
    }
    repetitions[repetitions.count - 1].cells[cell.place.column] = cell
  }
}
