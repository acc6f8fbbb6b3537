/// The cells of a run in the order they came, found by their place.
struct CellTable: Sendable {
  private(set) var cells: [Evaluation.Cell]
  private var numbers: [Evaluation.Place: Int]

  /// - Complexity: O(n).
  init(_ cells: [Evaluation.Cell]) {
    self.cells = cells
    numbers = Dictionary(zip(cells.map(\.place), cells.indices)) { first, _ in first }
  }

  /// The cell in a place.
  subscript(place: Evaluation.Place) -> Evaluation.Cell? { numbers[place].map { cells[$0] } }

  /// Puts a cell in its place.
  ///
  /// - Complexity: O(1).
  mutating func set(_ cell: Evaluation.Cell) {
    if let number = numbers[cell.place] {
      cells[number] = cell
    } else {
      numbers[cell.place] = cells.count
      cells.append(cell)
    }
  }
}
