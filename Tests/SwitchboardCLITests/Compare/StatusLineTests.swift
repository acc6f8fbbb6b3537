import Testing

@testable import SwitchboardCLI

struct StatusLineTests {
  private let full = StatusLine(pieces: [
    .init("contentFilter", rank: 0), .init("first 1.35 s", "1st 1.35 s", rank: 5),
    .init("1288/s", rank: 2), .init("10400 tokens", "10400 tok", rank: 3),
    .init("21.4 s", rank: 6), .init("about $0.000412", "~$0.000412", rank: 1),
    .init("2 warnings", "2 warn", rank: 4),
  ])

  @Test(arguments: 14...200)
  func `no piece is ever cut`(width: Int) {
    let forms = Set(full.pieces.flatMap(\.forms))
    for most in 1...4 {
      let lines = full.lines(width: width, most: most)
      #expect(lines.count <= most)
      #expect(lines.allSatisfy { TextWidth.of($0) <= width })
      let pieces = lines.flatMap { $0.split(separator: " · ").map(String.init) }
      #expect(pieces.first == "contentFilter")
      #expect(pieces.allSatisfy { forms.contains($0) })
    }
  }

  @Test(
    arguments: [
      (
        200, 1,
        [
          "contentFilter · first 1.35 s · 1288/s · 10400 tokens · 21.4 s · about $0.000412 · 2 warnings"
        ]
      ),
      (70, 1, ["contentFilter · 1st 1.35 s · 1288/s · 10400 tok · ~$0.000412 · 2 warn"]),
      (59, 1, ["contentFilter · 1288/s · 10400 tok · ~$0.000412 · 2 warn"]),
      (28, 1, ["contentFilter · ~$0.000412"]),
      (28, 2, ["contentFilter · 1288/s", "10400 tok · ~$0.000412"]),
      (10, 1, ["contentFi…"]),
    ] as [(Int, Int, [String])])
  func `the least important goes first`(width: Int, most: Int, lines: [String]) {
    #expect(full.lines(width: width, most: most) == lines)
  }
}
