import Switchboard
import SwitchboardCore

/// The lines of one candidate in its place on the screen, kept from frame to frame.
///
/// Only what was written since the last look is broken into lines, and only as much of it as can be
/// seen.
struct CandidatePane: Sendable {
  /// A line as it is drawn, and the columns it takes.
  struct Line: Sendable, Hashable {
    var bytes: [UInt8]
    var width: Int

    init(_ line: LineWrap.Line) { (bytes, width) = (line.bytes, line.width) }

    /// A line that is cut to a width.
    init(_ text: String, _ style: TerminalStyle? = nil, to width: Int) {
      let text = TextWidth.cut(text, to: width)
      bytes = Array((style?.of(text) ?? text).utf8)
      self.width = TextWidth.of(text)
    }

    /// A state, of which the first word has the colour of how things stand.
    init(_ text: String, _ stand: CandidateView.Stand, isFirst: Bool) {
      let word = stand.word
      width = TextWidth.of(text)
      if isFirst, text.hasPrefix(word) {
        let rest = text.dropFirst(word.count)
        bytes = Array((stand.style.of(word) + TerminalStyle.dim.of(String(rest))).utf8)
      } else {
        bytes = Array(TerminalStyle.dim.of(text).utf8)
      }
    }
  }

  /// The lines, at most as many as the place is high.
  private(set) var lines: [Line] = []

  private var wrap: LineWrap?
  private var taken = 0
  private var beginnings = 0

  /// Looks at a candidate.
  ///
  /// - Complexity: O(n) in what was written since the last look, and in the size of the place.
  mutating func look(at view: CandidateView, in area: ColumnLayout.Area, now: Duration) {
    lines = Self.head(of: view, area, isWhole: false, now: now)
    let room = area.height - lines.count
    if room <= 0 { return }
    take(view, area)
    let notes = view.notes(isWhole: false).flatMap {
      LineWrap.lines($0, width: area.width).map { Line($0) }
    }.suffix(room)
    var body = wrap?.last(room + 1 - notes.count).map { Line($0) } ?? []
    // The line after the last line feed is shown when something stands in it.
    if body.last?.bytes.isEmpty == true { body.removeLast() }
    lines += body.suffix(room - notes.count) + notes
  }

  /// The name and the state.
  static func head(
    of view: CandidateView, _ area: ColumnLayout.Area, isWhole: Bool, now: Duration?
  ) -> [Line] {
    let name = view.model.description
    if area.height == 1 {
      var status = view.status(now: now)
      status.pieces.insert(.init(name, TextWidth.cut(name, to: area.width / 2), rank: 0), at: 0)
      return [Line(status.lines(width: area.width, most: 1)[0], to: area.width)]
    }
    // The place of the text does not change while a state grows.
    let isNarrow = area.width < 72
    let most = isWhole ? 4 : isNarrow && area.height >= 7 ? 2 : 1
    let status = view.status(now: now).lines(width: area.width, most: most)
    var lines = [Line(TextWidth.cut(name, to: area.width), .bold, to: area.width)]
    lines += status.enumerated().map { Line($1, view.stand, isFirst: $0 == 0) }
    if !isWhole {
      while lines.count < most + 1 { lines.append(Line("", to: area.width)) }
    }
    return lines
  }

  private mutating func take(_ view: CandidateView, _ area: ColumnLayout.Area) {
    let text = view.text.utf8
    // A letter has four bytes at most, apart from its marks.
    let seen = area.width * area.height * 4
    var start = taken
    if wrap?.width != max(2, area.width) || wrap?.limit != area.height
      || beginnings != view.beginnings
    {
      wrap = LineWrap(width: area.width, limit: area.height)
      start = 0
    }
    if text.count - start > seen {
      wrap = LineWrap(width: area.width, limit: area.height)
      start = text.count - seen
    }
    (taken, beginnings) = (text.count, view.beginnings)
    var fresh = text[text.index(text.startIndex, offsetBy: start)...]
    while let byte = fresh.first, byte & 0xC0 == 0x80 { fresh = fresh.dropFirst() }
    if !fresh.isEmpty { wrap?.add(fresh) }
  }
}

extension CandidateView.Stand {
  /// The colour of its word.
  var style: TerminalStyle {
    switch self {
    case .waiting, .asked: .dim
    case .thinking, .answering: .cyan
    case .finished("stop"): .green
    case .finished, .stopped: .yellow
    case .failed: .red
    }
  }
}
