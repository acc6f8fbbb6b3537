import Switchboard
import SwitchboardCore
import SwitchboardDigest
import SwitchboardEvaluation
import SwitchboardReports
import Testing

struct HTMLReportTests {
  private static let allowed: Set<String> = [
    "!doctype", "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "h4",
    "p",
    "main", "section", "article", "div", "details", "summary", "figure", "figcaption", "img", "a",
    "pre",
    "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "bdi", "b",
    "small",
    "form", "label", "input", "select", "option", "output", "script", "svg", "desc", "path", "rect",
    "circle", "text", "span",
  ]

  @Test(arguments: ["rich", "hostile", "repeated", "bare"])
  func `the page runs and loads nothing but its own`(_ name: String) throws {
    let run =
      switch name {
      case "hostile": HostileAnswers.evaluation
      case "repeated": SampleRun.repeated
      case "bare": SampleRun.bare
      default: SampleRun.rich()
      }
    let page = try PageReading(Report(run).html())
    let digests = [page.style, page.script].map { text in
      "'sha256-" + Base64.encode(SHA256.hash(Array(text.utf8))) + "'"
    }
    let policy = page.tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
    #expect(
      policy?.attributes["content"] == """
        default-src 'none'; img-src data:; style-src \(digests[0]); script-src \(digests[1]); \
        base-uri 'none'; form-action 'none'
        """)
    #expect(!page.style.contains("url(") && !page.style.contains("@import"))
    #expect(!page.script.contains("innerHTML") && !page.script.contains("eval"))
    #expect(page.tags.filter { $0.name == "script" || $0.name == "style" }.count == 2)
    for tag in page.tags {
      let name = tag.name.hasPrefix("/") ? String(tag.name.dropFirst()) : tag.name
      #expect(Self.allowed.contains(name), "\(tag)")
      for (key, value) in tag.attributes {
        #expect(!key.hasPrefix("on") && key != "style" && key != "srcset", "\(tag)")
        if key == "href" { #expect(value.hasPrefix("#"), "\(tag)") }
        if key == "src" {
          #expect(tag.name == "img" && value.hasPrefix("data:image/png;base64,iVBO"), "\(tag)")
        }
      }
    }
    #expect(page.tags.filter { $0.name == "img" }.count == (name == "rich" ? 1 : 0))
  }

  @Test func `what is opened is closed`() throws {
    for run in [SampleRun.rich(), HostileAnswers.evaluation, SampleRun.repeated, SampleRun.bare] {
      var open: [String] = []
      for tag in try PageReading(Report(run).html()).tags {
        if tag.name.hasPrefix("/") {
          #expect(open.popLast() == String(tag.name.dropFirst()))
        } else if !["!doctype", "meta", "img", "input", "path", "rect", "circle"].contains(tag.name)
        {
          open.append(tag.name)
        }
      }
      #expect(open.isEmpty)
    }
  }

  @Test func `every answer is there as text, and what is hidden is shown`() throws {
    let html = Report(HostileAnswers.evaluation).html()
    let blocks = Set(try PageReading(html).blocks)
    for text in HostileAnswers.all where !text.isEmpty {
      #expect(blocks.contains(HiddenCharacter.shown(text)), "\(text.prefix(80))")
    }
    let hidden = html.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n" && scalar != "\t" && scalar != "\r"
      case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
      case .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    #expect(hidden.isEmpty)
  }

  @Test func `a row holds what was asked and what came of it`() throws {
    let html = Report(SampleRun.rich()).html()
    for words in [
      "<title>What models say of fjords</title>", "2026-11-30 11:00 UTC · 12 prompts · 8 variants",
      "<b>Failed:</b> rateLimited (openai, status 429, rate_limit_error): The vendor asks to wait",
      "What came before:</p>\n<div class=\"text\" dir=\"auto\">A fjord is a long, narrow</div>",
      "Skipped: The cost limit of 0.5 US dollars was reached.", "★ picked",
      "Picked: none is better.",
      "✗ check 1: The text does not hold &#39;fjord&#39;.", "✓ 2 checks met", "from an earlier run",
      "⚠ droppedParameter: The model takes no temperature",
      "<summary dir=\"auto\">Thinking</summary>",
      "Source: Fjords · https://example.org/fjords",
      "alt=\"fjord.png\" width=\"320\" height=\"200\"",
      "cost unknown", "tokens/s", "<summary>9 judgements</summary>",
      "fits the expression \\d+ (m|km)",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    // A system text that rows share stands once, and so does one that a variant has.
    #expect(html.ranges(of: "You are a geographer.").count == 1)
    #expect(html.ranges(of: "href=\"#system-1\"").count == 6)
    #expect(html.ranges(of: "Answer in one short sentence.").count == 1)
    let tags = try PageReading(html).tags
    #expect(tags.filter { $0.attributes["class"] == "row" }.count == 12)
    // In two rows nothing was checked and nothing failed; in one of them all answers are the same.
    #expect(tags.filter { $0.attributes["data-fails"] != nil }.count == 10)
    #expect(tags.filter { $0.attributes["data-differs"] != nil }.count == 11)
  }

  @Test func `repetitions stand below each other, and what was not asked says so`() throws {
    let html = Report(SampleRun.repeated).html()
    #expect(html.contains("<h4>mock/small <small>3</small></h4>"))
    #expect(html.contains("<p class=\"note\" dir=\"auto\">seed 7</p>"))
    #expect(html.ranges(of: "Not asked yet").count == 2)
    #expect(html.contains("Nothing was asked yet."))
    #expect(
      html.contains("<span>3 of 3 rows</span> <span>with a seed</span>")
        && html.contains("<span>0 of 3 rows</span> <span>without a seed</span>"))
    let bare = Report(SampleRun.bare).html()
    #expect(bare.contains("<h1 dir=\"auto\">Evaluation</h1>") && !bare.contains("id=\"plots\""))
  }

  @Test func `a large page is not three times its text, and each text stands once`() {
    let run = SampleRun.plain(rows: 200, variants: 8)
    let texts = run.cells.reduce(0) { sum, cell in
      guard case .reply(let reply) = cell.outcome else { return sum }
      return sum + reply.text.utf8.count
    }
    let html = Report(run).html()
    #expect(html.utf8.count < 3 * texts)
    guard case .reply(let reply) = run.cells[77].outcome else { return }
    #expect(html.ranges(of: reply.text).count == 1)
  }
}
