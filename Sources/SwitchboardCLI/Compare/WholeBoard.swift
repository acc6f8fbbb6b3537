import SwitchboardCore

/// A comparison that has ended, as it is printed on a terminal: all of it, however long.
struct WholeBoard: Sendable {
  /// The columns of the terminal.
  var width: Int

  /// The lines; none is wider than the terminal.
  func lines(_ views: [CandidateView]) -> [String] {
    if views.isEmpty { return [] }
    let isWide = views.count <= ColumnLayout.columns(in: width)
    let column = isWide ? ColumnLayout.columnWidth(views.count, in: width) : width
    let area = ColumnLayout.Area(row: 0, column: 0, width: column, height: .max)
    let blocks = views.map { view in
      let head = CandidatePane.head(of: view, area, isWhole: true, now: nil)
      var body = LineWrap.lines(view.body(), width: column).map { CandidatePane.Line($0) }
      while body.last?.bytes.isEmpty == true { body.removeLast() }
      return (head, body)
    }
    return isWide ? sideBySide(blocks, column) : stacked(blocks)
  }

  private typealias Block = (head: [CandidatePane.Line], body: [CandidatePane.Line])

  private func sideBySide(_ blocks: [Block], _ column: Int) -> [String] {
    // The texts begin in one line, whoever has the longest state.
    let head = blocks.map(\.head.count).max() ?? 0
    let height = head + (blocks.map(\.body.count).max() ?? 0)
    return (0..<height).map { row in
      var line: [UInt8] = []
      // Blanks that nothing follows are left out.
      var blanks = 0
      var isPlain = true
      for (place, block) in blocks.enumerated() {
        let part = row < head ? block.head : block.body
        let index = row < head ? row : row - head
        if place > 0 {
          line += [UInt8](repeating: 0x20, count: blanks)
          // Terminals differ about some letters; the columns stand in line on all of them.
          if !isPlain {
            let column = place * (column + ColumnLayout.gapWidth) - ColumnLayout.gapWidth + 1
            line += Array("\u{1B}[\(column)G".utf8)
          }
          line += Array(ColumnLayout.gap.utf8)
          blanks = 0
        }
        if index < part.count {
          line += part[index].bytes
          isPlain = isPlain && part[index].bytes.allSatisfy { $0 < 0x80 }
          blanks = column - part[index].width
        } else {
          blanks = column
        }
      }
      while line.last == 0x20 { line.removeLast() }
      return String(decoding: line, as: UTF8.self)
    }
  }

  private func stacked(_ blocks: [Block]) -> [String] {
    blocks.enumerated().flatMap { place, block in
      (place == 0 ? [] : [""])
        + (block.head + block.body).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }
}
