import SwitchboardCore

/// Which answers of a row are the same text, of one variant and of all.
struct RowAnswers {
  private struct Answers {
    var count = 0
    var first: String?
    var isUnstable = false
  }

  private let rows: Int
  private let columns: Int
  private var answers: [Answers]
  private var hasFailure: [Bool]

  init(_ evaluation: Evaluation) {
    rows = evaluation.cases.count
    columns = evaluation.variants.count
    answers = Array(repeating: Answers(), count: rows * columns)
    hasFailure = Array(repeating: false, count: rows)
  }

  /// Takes a cell.
  ///
  /// - Returns: Whether the table has its place.
  mutating func take(_ cell: Evaluation.Cell) -> Bool {
    let (row, column) = (cell.place.row, cell.place.column)
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return false }
    switch cell.outcome {
    case .skipped: break
    case .failure: hasFailure[row] = true
    case .reply(let reply):
      let place = row * columns + column
      let text = reply.text
      answers[place].count += 1
      if let first = answers[place].first {
        if !first.utf8.elementsEqual(text.utf8) { answers[place].isUnstable = true }
      } else {
        answers[place].first = text
      }
    }
    return true
  }

  /// How many answers a variant gave in a row.
  func count(_ row: Int, _ column: Int) -> Int { answers[row * columns + column].count }

  /// Whether a variant's answers in a row are not all the same.
  func isUnstable(_ row: Int, _ column: Int) -> Bool { answers[row * columns + column].isUnstable }

  /// The rows whose answers differ.
  var differing: Set<Int> {
    Set(
      (0..<rows).filter { row in
        let given = answers[(row * columns)..<((row + 1) * columns)].filter { $0.count > 0 }
        guard let first = given.first?.first else { return false }
        return hasFailure[row]
          || given.contains { $0.isUnstable || $0.first?.utf8.elementsEqual(first.utf8) == false }
      })
  }
}

extension Evaluation {
  /// The rows whose answers are not all the same text, byte for byte; a failure beside an answer is a
  /// difference too, and what was not asked is none.
  ///
  /// - Complexity: O(cells).
  public var differingRows: Set<Int> {
    var answers = RowAnswers(self)
    for cell in cells { _ = answers.take(cell) }
    return answers.differing
  }
}
