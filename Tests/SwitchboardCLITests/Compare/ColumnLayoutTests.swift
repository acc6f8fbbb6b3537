import Testing

@testable import SwitchboardCLI

struct ColumnLayoutTests {
  private let blocks: [ColumnLayout.Block] = [
    .init(title: "a/one", status: "stop", body: "Ein Satz, der länger ist als eine Spalte breit."),
    .init(title: "b/two", status: "answering", body: "日本語の長い文章がここにあります。もう一つの文。"),
    .init(title: "c/three", status: "waiting", body: ""),
  ]

  @Test(arguments: [20, 40, 79, 99, 120, 200])
  func `no line is wider than the terminal`(width: Int) {
    for height in [nil, 10, 3] {
      let lines = ColumnLayout(width: width, height: height).lines(blocks)
      #expect(lines.allSatisfy { TextWidth.of($0) <= width })
      #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test func `a wide terminal has columns, a narrow one blocks`() {
    let wide = ColumnLayout(width: 120, height: nil).lines(blocks)
    #expect(wide[0].contains("a/one") && wide[0].contains("b/two") && wide[0].contains("c/three"))
    let narrow = ColumnLayout(width: 60, height: nil).lines(blocks)
    #expect(narrow[0] == "a/one")
    #expect(narrow.contains("b/two") && narrow.contains("c/three"))
  }

  @Test func `of what is too high the end is shown`() {
    let body = (1...50).map { "line \($0)" }.joined(separator: "\n")
    let block = ColumnLayout.Block(title: "t", status: "s", body: body)
    let lines = ColumnLayout(width: 80, height: 10).lines([block])
    #expect(lines.count == 10)
    #expect(lines.last == "line 50")
  }
}
