import Switchboard
import SwitchboardCore
import SwitchboardReports
import Testing

struct MarkdownReportTests {
  /// The code blocks of a document and the lines outside of them (CommonMark 0.31 §4.5).
  private static func read(_ text: String) -> (blocks: [String], lines: [Substring]) {
    var (blocks, lines): ([String], [Substring]) = ([], [])
    var fence: Int?
    var block: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let count = line.prefix { $0 == "`" }.count
      if let open = fence {
        if count >= open, line.dropFirst(count).allSatisfy(\.isWhitespace) {
          blocks.append(block.joined(separator: "\n"))
          (fence, block) = (nil, [])
        } else {
          block.append(line)
        }
      } else if count >= 3 {
        fence = count
      } else {
        lines.append(line)
      }
    }
    #expect(fence == nil)
    return (blocks, lines)
  }

  @Test func `the summary is a table, and every answer stands below its prompt`() {
    let text = Report(SampleRun.rich()).markdown()
    #expect(text.hasPrefix("# What models say of fjords\n\n2026-11-30 11:00 UTC · 12 prompts"))
    #expect(text.contains("| Variant | Model | Checks met | Won | Rank |"))
    #expect(text.contains("\n| mock/small | mock/small | 83.3 % (61–94 %) |"))
    #expect(text.contains("\n### prompt-1\n") && text.contains("\n#### mock/small\n"))
    #expect(text.contains("Failed: rateLimited (openai, status 429, rate\\_limit\\_error)"))
    #expect(text.contains("Skipped: The cost limit") && text.contains(", picked"))
    #expect(text.contains("- not met: check 1: The text does not hold 'fjord'."))
    #expect(Self.read(text).lines.count { $0.hasPrefix("#### ") } == 96)
    #expect(Report(SampleRun.repeated).markdown().contains("#### mock/small, repetition 3"))
  }

  @Test func `whatever others wrote is a code block or escaped`() {
    let (blocks, lines) = Self.read(Report(HostileAnswers.evaluation).markdown())
    for text in HostileAnswers.all where !text.utf8.contains(0x0D) {
      #expect(blocks.contains(HiddenCharacter.shown(text)), "\(text.prefix(80))")
    }
    for line in lines {
      var isEscaped = false
      for character in line {
        #expect(isEscaped || !"<>`*_[]".contains(character), "\(line.prefix(200))")
        isEscaped = !isEscaped && character == "\\"
      }
    }
  }
}
