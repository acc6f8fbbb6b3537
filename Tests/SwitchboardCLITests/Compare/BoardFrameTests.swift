import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct BoardFrameTests {
  private static let pieces = [
    "The water ", "of the fjord", " is still.", "\n", "\n\n", "日本語の", "文章。", "👩‍👩‍👧", "\u{200D}", "👍",
    "🏽",
    "e", "\u{301}", " ❤️", "🇩", "🇪", "1️⃣", "\tindented", "averylongwordwithoutanyblanks",
    "\u{1B}[31mred",
    "\u{1B}", "[2J", "\r", "\u{9B}5A", " नमस्ते", " 한국어",
  ]

  /// Candidates fed at random from a seed.
  private struct Feed {
    var views: [CandidateView]
    private var random: SeededNumbers
    private var begun: Set<Int> = []

    init(_ count: Int, seed: UInt64) {
      views = (0..<count).map { CandidateView(ModelReference("vendor\($0)/model-名前-\($0)")) }
      random = SeededNumbers(seed)
    }

    mutating func go(_ now: Duration) {
      for place in views.indices where random.below(3) > 0 && !views[place].isOver {
        if begun.insert(place).inserted {
          views[place].take(.started, now: now)
          views[place].take(.events([.partStart(index: 0, .text)]), now: now)
          continue
        }
        let events = (0...random.below(4)).map { _ in
          StreamEvent.partDelta(
            index: 0, text: BoardFrameTests.pieces[random.below(BoardFrameTests.pieces.count)])
        }
        views[place].take(.events(events), now: now)
        if random.below(40) == 0 {
          views[place].take(
            .failed(SwitchboardError(.server, "It \u{1B}[31mbroke down 途中で.")), now: now)
        } else if random.below(40) == 0 {
          let origin = Origin(vendor: "v", kind: "k", model: "m")
          let seam = Seam(from: origin, to: origin, strategy: .restart)
          views[place].take(.events([.seam(seam), .partStart(index: 1, .text)]), now: now)
          views[place].stop()
        }
      }
    }

    mutating func size() -> WindowSize {
      let widths = [30, 60, 100, 200]
      return WindowSize(columns: widths[random.below(4)], rows: 1 + random.below(50))
    }

    mutating func resizes() -> Bool { random.below(8) == 0 }
  }

  @Test(arguments: [1, 2, 3, 7, 20, 50], 1...4 as ClosedRange<UInt64>)
  func `every frame shows the layout, whatever was shown before`(count: Int, seed: UInt64) throws {
    var feed = Feed(count, seed: seed)
    var size = WindowSize(columns: 100, rows: 30)
    var terminal = TerminalEmulator(columns: size.columns, rows: size.rows)
    terminal.show(Array(ScreenFrames.begin.utf8))
    var (frame, frames) = (BoardFrame(), ScreenFrames())
    for step in 0..<60 {
      let now = Duration.milliseconds(step * 34)
      feed.go(now)
      if feed.resizes() {
        size = feed.size()
        terminal.resize(columns: size.columns, rows: size.rows)
      }
      frame.look(at: feed.views, in: size, now: now)
      terminal.show(frames.draw(frame.rows(), in: size))
      try #require(terminal.complaints.isEmpty, "\(terminal.complaints.prefix(3))")
      // The same drawn at once on a terminal that shows nothing yet.
      var other = TerminalEmulator(columns: size.columns, rows: size.rows)
      var first = ScreenFrames()
      other.show(first.draw(frame.rows(), in: size))
      try #require(terminal.lines == other.lines)
      try check(terminal, feed.views, size)
    }
    #expect(terminal.isSecondScreen)
    terminal.show(Array(ScreenFrames.end.utf8))
    #expect(!terminal.isSecondScreen && terminal.complaints.isEmpty)
  }

  /// Every candidate stands in its place: its name on top, and at the bottom of its text what it wrote
  /// last.
  private func check(
    _ terminal: TerminalEmulator, _ views: [CandidateView], _ size: WindowSize
  ) throws {
    let layout = ColumnLayout(count: views.count, width: size.columns - 1, height: size.rows)
    for (view, area) in zip(views, layout.areas) where area.height > 3 {
      let shown = (area.row..<area.row + area.height).map {
        terminal.text(row: $0, from: area.column, to: area.column + area.width)
      }
      #expect(shown[0] == TextWidth.cut(view.model.description, to: area.width))
      #expect(shown[1].hasPrefix(view.stand.word))
      // Of a longer text the end may be all that was ever looked at.
      let isWhole = view.text.utf8.count <= area.width * area.height * 4
      guard view.failure == nil, isWhole else { continue }
      let words = TextWidth.wrapped(view.text, to: area.width).map {
        var line = $0
        while line.last == " " { line.removeLast() }
        return line
      }
      let last = Self.withoutMarks(words.last { !Self.withoutMarks($0).isEmpty } ?? "")
      let body = shown.dropFirst(2).last { !Self.withoutMarks($0).isEmpty } ?? ""
      // Blank lines alone may fill a low place.
      if !body.isEmpty, !last.isEmpty { try #require(Self.withoutMarks(body) == last) }
    }
    if let row = layout.summaryRow {
      #expect(
        terminal.text(row: row, from: 0, to: size.columns).hasPrefix(
          "and \(views.count - layout.areas.count) more: "))
    }
  }

  /// A line without marks at its beginning, which join what stands before it on the screen.
  private static func withoutMarks(_ line: String) -> String {
    var scalars = line.unicodeScalars[...]
    while let first = scalars.first,
      first.properties.isGraphemeExtend || first.properties.isEmojiModifier
        || first.properties.generalCategory == .format
    {
      scalars = scalars.dropFirst()
    }
    return String(scalars)
  }

  @Test func `what did not change is not drawn again`() {
    var feed = Feed(3, seed: 9)
    let size = WindowSize(columns: 100, rows: 30)
    var (frame, frames) = (BoardFrame(), ScreenFrames())
    for _ in 0..<5 { feed.go(.zero) }
    frame.look(at: feed.views, in: size, now: .zero)
    #expect(!frames.draw(frame.rows(), in: size).isEmpty)
    frame.look(at: feed.views, in: size, now: .zero)
    #expect(frames.draw(frame.rows(), in: size).isEmpty)
  }

  @Test func `a frame costs what is new, however long the texts are`() {
    var view = CandidateView("v/m")
    view.take(.started, now: .zero)
    view.take(.events([.partStart(index: 0, .text)]), now: .zero)
    let line = StreamEvent.partDelta(index: 0, text: "The water of the fjord is still. ")
    view.take(.events(Array(repeating: line, count: 200_000)), now: .zero)
    let size = WindowSize(columns: 100, rows: 30)
    var (frame, frames) = (BoardFrame(), ScreenFrames())
    for step in 0..<50 {
      view.take(.events([line]), now: .zero)
      frame.look(at: [view], in: size, now: .milliseconds(step))
      // A text of 6 MB is drawn as the window that shows its end.
      #expect(frames.draw(frame.rows(), in: size).count < 100 * 30 * 2)
    }
  }

  @Test func `a candidate that thinks says so until it answers`() {
    var view = CandidateView("v/m")
    view.take(.started, now: .zero)
    #expect(view.status().text == "asked")
    let thought: [StreamEvent] = [
      .partStart(index: 0, .reasoning(isRedacted: false)), .partDelta(index: 0, text: "12345678"),
    ]
    view.take(.events(thought), now: .milliseconds(250))
    #expect(
      view.status(now: .milliseconds(1_250)).text == "thinking · first 250 ms · ~2/s · ~2 tokens")
    view.take(.events([.partStart(index: 1, .text)]), now: .milliseconds(300))
    #expect(view.status().text == "answering · first 250 ms · ~2 tokens")
    #expect(view.text.isEmpty)
  }

  @Test func `who has no place is summed up`() {
    var views = (0..<20).map { CandidateView(ModelReference("v/\($0)")) }
    for place in 0..<12 { views[place].take(.started, now: .zero) }
    for place in 0..<9 {
      views[place].take(.events([.partStart(index: 0, .text)]), now: .zero)
    }
    for place in 0..<5 {
      views[place].take(.failed(SwitchboardError(.server, "x")), now: .zero)
    }
    #expect(BoardFrame.summary(of: views) == "and 20 more: 5 failed, 4 answering, 11 waiting")
  }
}

/// Numbers that are the same for the same seed (xorshift64*).
struct SeededNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ limit: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
  }
}
