import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct MatrixProgressTests {
  @Test func `the time that is left is reckoned from calls alone`() {
    var progress = MatrixProgress("answers", total: 100)
    #expect(progress.timeLeft(after: .seconds(3)) == nil)
    for _ in 0..<50 { progress.end(isFree: true) }
    #expect(progress.timeLeft(after: .seconds(3)) == nil)
    for _ in 0..<10 { progress.end(cost: USD("0.01")) }
    #expect(progress.timeLeft(after: .seconds(20)) == .seconds(80))
    var one = MatrixProgress("answers", total: 1)
    one.end()
    #expect(one.sentence == "1 answer, $0.")
    for _ in 0..<3 { one.end(isSkipped: true) }
    #expect(one.sentence == "1 answer, 3 not asked, $0.")
    #expect(progress.sentence == "60 answers, 50 without a call, $0.1.")
  }

  @Test(arguments: [
    (80, "██████░░░░░░░░░░░░░░░░░░  1,500 of 6,000 answers · 2 min left · 3 failed · $15"),
    (62, "█░░░░░░  1,500 of 6,000 answers · 2 min left · 3 failed · $15"),
    (40, "1,500 of 6,000 answers · 2 min left · 3…"),
  ])
  func `the line fits the terminal`(width: Int, line: String) {
    var progress = MatrixProgress("answers", total: 6_000)
    for _ in 0..<1_497 { progress.end(cost: USD("0.01")) }
    for _ in 0..<3 { progress.end(hasFailed: true, cost: USD("0.01")) }
    let drawn = progress.line(after: .seconds(40), width: width)
    #expect(TextWidth.of(drawn) <= width)
    #expect(drawn == line)
  }

  @Test func `a run of nothing is whole at once`() {
    let progress = MatrixProgress("answers", total: 0)
    #expect(progress.line(after: .zero, width: 80).hasPrefix("███"))
  }
}
