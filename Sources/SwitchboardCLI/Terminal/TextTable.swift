/// Rows of text with their columns under one another.
struct TextTable {
  private var rows: [[String]] = []

  /// Creates a table.
  ///
  /// - Parameter head: The names of the columns; none for a table without.
  init(_ head: [String] = []) { if !head.isEmpty { rows.append(head) } }

  /// Adds a row; what others wrote in it cannot steer the terminal.
  mutating func add(_ row: [String]) { rows.append(row.map { TerminalText.line($0) }) }

  /// The table in lines, each with a line feed at its end.
  func text(indent: Int = 0) -> String {
    var widths: [Int] = []
    for row in rows {
      for (place, cell) in row.enumerated() {
        if place == widths.count { widths.append(0) }
        // The last column may be as long as it likes.
        if place < row.count - 1 { widths[place] = max(widths[place], TextWidth.of(cell)) }
      }
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (place, cell) in row.enumerated() {
        line += place < row.count - 1 ? TextWidth.padded(cell, to: widths[place]) + "  " : cell
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
