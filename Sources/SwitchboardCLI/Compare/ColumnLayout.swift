/// Says where each candidate of a comparison stands.
///
/// All side by side where the terminal is wide enough, else one below the other, and where neither has
/// room for all, in rows of columns.
struct ColumnLayout: Sendable, Equatable {
  /// The place of one candidate, in cells from 0.
  struct Area: Sendable, Hashable {
    var row: Int
    var column: Int
    var width: Int
    var height: Int
  }

  /// The least columns in which an answer can be read.
  static let narrowest = 28

  /// What stands between two columns.
  static let gap = TerminalStyle.dim.of(" │ ")
  static let gapWidth = 3

  /// The least lines of a candidate that stands below another: its name, its state and three of text.
  private static let lowestBlock = 5

  /// The least lines of a candidate in a grid.
  private static let lowestCell = 3

  /// The places of the first candidates, in their order; the others have none.
  let areas: [Area]

  /// The lines of the window.
  let height: Int

  /// The line that sums up who has no place; `nil` when all have one.
  let summaryRow: Int?

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - count: How many candidates there are.
  ///   - width: The columns there are.
  ///   - height: The lines there are.
  init(count: Int, width: Int, height: Int) {
    let height = max(1, height)
    self.height = height
    let fitting = Self.columns(in: width)
    if count <= fitting {
      areas = Self.grid(count, perRow: max(1, count), width, height)
      summaryRow = nil
    } else if count * (Self.lowestBlock + 1) - 1 <= height {
      areas = Self.grid(count, perRow: 1, width, height)
      summaryRow = nil
    } else if Self.rows(in: height) * fitting >= count {
      // The columns are as wide as they can be in that many rows.
      let rows = (count + fitting - 1) / fitting
      areas = Self.grid(count, perRow: (count + rows - 1) / rows, width, height)
      summaryRow = nil
    } else {
      let left = max(1, height - 1)
      let shown = min(count, Self.rows(in: left) * fitting)
      areas = Self.grid(shown, perRow: fitting, width, left)
      summaryRow = height > 1 ? height - 1 : nil
    }
  }

  /// How many columns fit beside one another; at least one.
  static func columns(in width: Int) -> Int {
    max(1, (width + gapWidth) / (narrowest + gapWidth))
  }

  /// The columns of each of several that stand side by side.
  static func columnWidth(_ count: Int, in width: Int) -> Int {
    max(2, (width - gapWidth * (count - 1)) / count)
  }

  /// How many rows of a grid fit below one another; at least one.
  private static func rows(in height: Int) -> Int { max(1, (height + 1) / (lowestCell + 1)) }

  private static func grid(_ count: Int, perRow: Int, _ width: Int, _ height: Int) -> [Area] {
    let rows = max(1, (count + perRow - 1) / perRow)
    let column = columnWidth(perRow, in: width)
    // An empty line stands between two rows; lines that are left over go to the first ones.
    let lines = max(rows, height - (rows - 1))
    var areas: [Area] = []
    var top = 0
    for row in 0..<rows {
      let own = lines / rows + (row < lines % rows ? 1 : 0)
      for place in 0..<min(perRow, count - row * perRow) {
        areas.append(
          Area(row: top, column: place * (column + gapWidth), width: column, height: own))
      }
      top += own + 1
    }
    return areas
  }
}
