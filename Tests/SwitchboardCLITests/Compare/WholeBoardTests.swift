import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct WholeBoardTests {
  private let views: [CandidateView] = [
    Self.view("a/one", "Ein Satz, der länger ist als eine Spalte breit.\n\nUnd ein zweiter."),
    Self.view("b/two", "日本語の長い文章がここにあります。もう一つの文。👩‍👩‍👧 नमस्ते"),
    Self.view("c/three", ""), Self.view("d/four", "\u{1B}[31mred\u{1B}]0;title\u{07}", fails: true),
  ]

  private static func view(_ model: ModelReference, _ text: String, fails: Bool = false)
    -> CandidateView
  {
    var view = CandidateView(model)
    view.take(.started, now: .zero)
    let events: [StreamEvent] = [
      .partStart(index: 0, .text), .partDelta(index: 0, text: text),
      .warning(Warning(.mock, "A warning that is as long as a sentence.")),
    ]
    view.take(.events(events), now: .zero)
    if fails {
      view.take(.failed(SwitchboardError(.server, "It broke \u{1B}[2Jdown.")), now: .zero)
    } else {
      view.stop()
    }
    return view
  }

  /// A line without the sequences of ours: styles, and the columns that are set.
  private static func seen(_ line: String) -> String {
    line.replacing(#/\u{1B}\[[0-9;]*[mG]/#, with: "")
  }

  @Test(arguments: [20, 40, 59, 79, 99, 120, 199])
  func `no line is wider than the terminal`(width: Int) {
    for count in 1...views.count {
      let lines = WholeBoard(width: width).lines(Array(views.prefix(count)))
      for line in lines {
        #expect(TextWidth.of(Self.seen(line)) <= width)
        #expect(!line.hasSuffix(" "))
      }
      let all = lines.map(Self.seen).joined(separator: "\n")
      #expect(!all.contains("\u{1B}") && !all.contains("title"))
      for view in views.prefix(count) { #expect(all.contains(view.model.description)) }
    }
  }

  @Test func `a wide terminal has columns, a narrow one blocks`() {
    let wide = WholeBoard(width: 130).lines(views).map(Self.seen)
    #expect(views.allSatisfy { wide[0].contains($0.model.description) })
    #expect(wide[1].contains("stopped") && wide[1].contains("server"))
    let narrow = WholeBoard(width: 60).lines(views).map(Self.seen)
    #expect(narrow[0] == "a/one" && narrow[1].hasPrefix("stopped"))
    #expect(narrow.contains("Und ein zweiter.") && narrow.contains("d/four"))
    #expect(narrow.contains("warning: A warning that is as long as a sentence."))
  }

  @Test func `all of a long answer is there`() {
    let words = (1...3_000).map { "word\($0)" }
    let view = Self.view("v/m", words.joined(separator: " "))
    for width in [28, 100] {
      let text = WholeBoard(width: width).lines([view]).joined(separator: " ")
      #expect(
        text.split(separator: " ").filter { $0.hasPrefix("word") }.map(String.init).starts(
          with: words)
      )
    }
  }
}
