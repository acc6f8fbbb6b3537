/// Lays candidates out: side by side where the terminal is wide enough, else one below the other.
struct ColumnLayout {
  /// One candidate, as it is to be shown.
  struct Block {
    var title: String
    var status: String
    var body: String
  }

  /// The least columns in which an answer can be read.
  static let narrowest = 28

  private static let gap = " │ "

  /// The columns of the terminal.
  var width: Int

  /// The most lines, of which the end is shown; `nil` for as many as there are.
  var height: Int?

  /// The lines of a comparison, none wider than the terminal.
  func lines(_ blocks: [Block]) -> [String] {
    if blocks.isEmpty { return [] }
    let gaps = TextWidth.of(Self.gap) * (blocks.count - 1)
    let column = (width - gaps) / blocks.count
    return column >= Self.narrowest ? sideBySide(blocks, column) : stacked(blocks)
  }

  private func sideBySide(_ blocks: [Block], _ column: Int) -> [String] {
    let columns = blocks.map { block in
      [TextWidth.cut(block.title, to: column), TextWidth.cut(block.status, to: column)]
        + end(TextWidth.wrapped(block.body, to: column), height.map { $0 - 2 })
    }
    let count = columns.map(\.count).max() ?? 0
    return (0..<count).map { row in
      var line = columns.map { TextWidth.padded(row < $0.count ? $0[row] : "", to: column) }
        .joined(separator: Self.gap)
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func stacked(_ blocks: [Block]) -> [String] {
    // Every block has two lines of its own and an empty one between it and the next.
    let room = height.map { max(1, ($0 - blocks.count * 3 + 1) / blocks.count) }
    return blocks.enumerated().flatMap { place, block in
      (place == 0 ? [] : [""]) + [
        TextWidth.cut(block.title, to: width), TextWidth.cut(block.status, to: width),
      ] + end(TextWidth.wrapped(block.body, to: width), room)
    }
  }

  private func end(_ lines: [String], _ limit: Int?) -> [String] {
    guard let limit, lines.count > limit else { return lines }
    return Array(lines.suffix(max(0, limit)))
  }
}
