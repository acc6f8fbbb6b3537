/// Draws pictures of a whole window one over the other, and writes only the lines that differ.
///
/// The terminal's second screen is used (xterm's `?1049`): nothing scrolls, a change of the window's size
/// leaves no traces, and what was there before is there again afterwards. A frame is one piece of bytes
/// between the marks of synchronised output (`?2026`), so that terminals which know them show it at once.
struct ScreenFrames: Sendable {
  /// Begins: the second screen, no cursor, and lines that are not broken by the terminal.
  static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"

  /// Ends, whatever was cut off before: the first screen again, as it was.
  ///
  /// It is emptied first, for terminals that have but one.
  static let end = "\u{1B}[?2026l\u{1B}[0m\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private var size: WindowSize?
  private var shown: [[UInt8]] = []

  /// Turns what is shown into a frame.
  ///
  /// - Parameters:
  ///   - rows: The lines from the top, none wider than the window; they may set their column with `CSI G`.
  ///   - size: The size of the window. When it is another than before all is drawn anew.
  /// - Returns: The bytes to write; none when nothing differs.
  mutating func draw(_ rows: [[UInt8]], in size: WindowSize) -> [UInt8] {
    let isNew = size != self.size
    if isNew { shown = [] }
    self.size = size
    var bytes: [UInt8] = []
    for (place, row) in rows.prefix(size.rows).enumerated() {
      let before = place < shown.count ? shown[place] : []
      if row == before { continue }
      bytes.append(contentsOf: "\u{1B}[\(place + 1);1H".utf8)
      bytes.append(contentsOf: row)
      bytes.append(contentsOf: "\u{1B}[K".utf8)
    }
    for place in rows.count..<max(rows.count, shown.count) where !shown[place].isEmpty {
      bytes.append(contentsOf: "\u{1B}[\(place + 1);1H\u{1B}[K".utf8)
    }
    shown = rows
    if bytes.isEmpty, !isNew { return [] }
    return Array("\u{1B}[?2026h\(isNew ? "\u{1B}[2J" : "")".utf8) + bytes
      + Array("\u{1B}[?2026l".utf8)
  }
}
