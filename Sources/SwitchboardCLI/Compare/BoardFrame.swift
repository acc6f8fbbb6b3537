import SwitchboardCore

/// The picture of a comparison that runs: every candidate in its place.
struct BoardFrame: Sendable {
  private var panes: [CandidatePane] = []
  private var layout = ColumnLayout(count: 0, width: 80, height: 24)
  private var summary = ""

  /// Looks at the candidates.
  ///
  /// - Parameters:
  ///   - views: The candidates.
  ///   - size: The size of the window; its last column stays free, where terminals differ.
  ///   - now: The time, on the clock of their steps.
  mutating func look(at views: [CandidateView], in size: WindowSize, now: Duration) {
    layout = ColumnLayout(count: views.count, width: max(2, size.columns - 1), height: size.rows)
    while panes.count < views.count { panes.append(CandidatePane()) }
    for (place, area) in layout.areas.enumerated() {
      panes[place].look(at: views[place], in: area, now: now)
    }
    summary = Self.summary(of: views[layout.areas.count...])
    summary = TextWidth.cut(summary, to: max(2, size.columns - 1))
  }

  /// The lines of the window.
  ///
  /// Every column sets its place by itself: a letter that a terminal draws with another width than
  /// Unicode says pushes no other column aside.
  func rows() -> [[UInt8]] {
    var rows = [[UInt8]](repeating: [], count: layout.height)
    for (place, area) in layout.areas.enumerated() {
      let lines = panes[place].lines
      for offset in 0..<area.height where area.row + offset < rows.count {
        let line = offset < lines.count ? lines[offset] : nil
        if area.column > 0 {
          rows[area.row + offset] += Array(
            "\u{1B}[\(area.column - ColumnLayout.gapWidth + 1)G\(ColumnLayout.gap)".utf8)
        }
        guard let line else {
          rows[area.row + offset] += [UInt8](repeating: 0x20, count: area.width)
          continue
        }
        // A mark without a letter of its own must not join what stands before the column.
        if area.column > 0, let first = line.bytes.first, first >= 0x80 {
          rows[area.row + offset] += Array("\u{1B}[\(area.column + 1)G".utf8)
        }
        rows[area.row + offset] += line.bytes
        rows[area.row + offset] += [UInt8](
          repeating: 0x20, count: max(0, area.width - line.width))
      }
    }
    if let row = layout.summaryRow { rows[row] = Array(TerminalStyle.dim.of(summary).utf8) }
    return rows
  }

  /// Who has no place, in one line.
  static func summary(of views: some Collection<CandidateView>) -> String {
    var counts: [(word: String, count: Int)] = []
    for view in views {
      let word =
        switch view.stand {
        case .waiting, .asked: "waiting"
        case .thinking, .answering: "answering"
        case .finished: "finished"
        case .failed: "failed"
        case .stopped: "stopped"
        }
      if let place = counts.firstIndex(where: { $0.word == word }) {
        counts[place].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    let parts = counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    return "and \(views.count) more: \(parts)"
  }
}
