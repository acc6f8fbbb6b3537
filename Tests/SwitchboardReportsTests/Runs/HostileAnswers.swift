import SwitchboardCore
import SwitchboardEvaluation

/// Answers that try to be more than text.
///
/// Whatever runs sets `window.hostile`, and whatever loads asks `hostile.invalid`.
enum HostileAnswers {
  private static let script = "window.hostile=1"
  private static let place = "https://hostile.invalid/x"

  /// A hundred answers and more.
  static let all: [String] =
    markup + breakouts + styles + markdown + addresses + characters + others

  private static let markup = [
    "<script>\(script)</script>", "<SCRIPT SRC=\(place)></SCRIPT>", "<img src=x onerror=\(script)>",
    "<img src=\(place)>", "<svg onload=\(script)>", "<svg><script>\(script)</script></svg>",
    "<svg><animate onbegin=\(script) attributeName=x dur=1s>",
    "<svg><image href=\(place)></svg>", "<svg><use href=\"\(place)#a\"></svg>",
    "<math><mtext><style><img src=x onerror=\(script)>", "<iframe src=\(place)></iframe>",
    "<iframe srcdoc=\"<script>parent.hostile=1</script>\"></iframe>",
    "<object data=\(place)></object>", "<embed src=\(place)>",
    "<link rel=stylesheet href=\(place)>",
    "<link rel=preload as=image href=\(place)>", "<link rel=dns-prefetch href=//hostile.invalid>",
    "<meta http-equiv=refresh content=\"0;url=\(place)\">", "<base href=\(place)>",
    "<body onload=\(script)>", "<video><source onerror=\(script)></video>",
    "<audio src=\(place) autoplay>",
    "<video poster=\(place)></video>", "<details open ontoggle=\(script)>x</details>",
    "<input autofocus onfocus=\(script)>", "<select autofocus onfocus=\(script)>",
    "<textarea autofocus onfocus=\(script)>", "<marquee onstart=\(script)>x</marquee>",
    "<form action=\(place)><button autofocus>x</button></form>",
    "<template><script>\(script)</script></template>",
    "<noscript><img src=x onerror=\(script)></noscript>",
    "<xmp><script>\(script)</script></xmp>", "<plaintext>", "<frameset onload=\(script)>",
    "<portal src=\(place)>", "<dialog open onclose=\(script)>x</dialog>",
    "<div popover onbeforetoggle=\(script)>x</div>", "<a href=javascript:\(script) autofocus>x</a>",
    "<button formaction=javascript:\(script)>x</button>", "<img srcset=\"\(place) 1x\">",
    "<picture><source srcset=\(place)></picture>", "<table background=\(place)>",
    "<x contenteditable autofocus onfocus=\(script)>",
    "<svg><foreignObject><body onload=\(script)>",
    "<slot onslotchange=\(script)>", "<img src=x onerror=\"alert(1);\(script)\">",
  ]

  private static let breakouts = [
    "</div></article></main><script>\(script)</script>", "</script><script>\(script)</script>",
    "</style><script>\(script)</script>", "</title><script>\(script)</script>",
    "</textarea><script>\(script)</script>", "</option></select><script>\(script)</script>",
    "</desc></svg><script>\(script)</script>", "--><script>\(script)</script>",
    "<!--", "<!--><script>\(script)</script>-->", "<![CDATA[<script>\(script)</script>]]>", "]]>",
    "\"><script>\(script)</script>", "'><script>\(script)</script>",
    "\" onmouseover=\"\(script)\" x=\"",
    "' onfocus='\(script)' autofocus='", "`;\(script);`", "${\(script)}",
    "{{constructor.constructor('\(script)')()}}",
    "<%= \(script) %>", "#{\(script)}", "<?php \(script); ?>",
    "\\u003cscript\\u003e\(script)\\u003c/script\\u003e",
    "\\x3cscript\\x3e\(script)\\x3c/script\\x3e", "</summary></details><script>\(script)</script>",
  ]

  private static let styles = [
    "<style>*{background:url(\(place))}</style>", "<p style=\"background:url(\(place))\">x</p>",
    "}*{display:none}", "<style>@import '\(place)';</style>", "expression(\(script))",
    "</style><style>body{display:none}</style>",
    "<div style=position:fixed;inset:0;background:red>",
  ]

  private static let markdown = [
    "[x](javascript:\(script))", "![x](\(place))", "[x]: \(place) \"t\"", "<\(place)>",
    "```html\n<script>\(script)</script>\n```", "```\n````\n`````\n<script>\(script)</script>",
    "~~~\n~~~\n# heading", "| a | b |\n|---|---|", "# heading\n\n---\n\n* item", "&lt;script&gt;",
  ]

  private static let addresses = [
    "javascript:\(script)", "JaVaScRiPt:\(script)//", "data:text/html,<script>\(script)</script>",
    "vbscript:\(script)", "file:///etc/passwd", "\(place)?cookie=", "//hostile.invalid/x",
    "=HYPERLINK(\"\(place)\";\"x\")", "=cmd|' /C calc'!A0", "+1+1", "-1-1", "@SUM(A1)", "\t=1",
    "\r=1",
  ]

  private static let characters = [
    "\u{1B}[2J\u{1B}[31mred\u{1B}[0m", "\u{1B}]8;;\(place)\u{7}link\u{1B}]8;;\u{7}", "\u{9B}31m",
    "\u{202E}txt.exe\u{202C}", "\u{2066}a\u{2067}b", "zero\u{200B}width\u{FEFF}space",
    "a\u{0}b\u{0}", "\n=1+1",
    "\u{FFFE}\u{FFFF}", "\u{E0041}\u{E0042}\u{E007F}",
    "soft\u{AD}hyphen\u{2028}line\u{2029}paragraph",
    "\u{FF1C}script\u{FF1E}\(script)\u{FF1C}/script\u{FF1E}", "مرحبا <b>بالعالم</b> abc",
    "e" + String(repeating: "\u{301}", count: 400), "\u{8}\u{8}\u{8}erased",
    "\r\n\r\n\u{85}\u{C}\u{B}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "می\u{200C}خواهم",
  ]

  private static let others = [
    "&#60;script&#62;\(script)&#60;/script&#62;", "&lt;img src=x onerror=\(script)&gt;",
    "&amp;lt;script&amp;gt;",
    "&nbsp;&ZeroWidthSpace;&notanentity;", String(repeating: "x", count: 20_000),
    String(repeating: "<b>", count: 2_000), String(repeating: "\n", count: 500),
    String(repeating: "((((", count: 500), "__proto__", "constructor", "", " ",
  ]

  /// A run in which everything is hostile: answers, names, prompts, variables, checks, warnings,
  /// failures, judgements and media.
  static let evaluation: Evaluation = {
    let name = "\"><script>\(script)</script><img src=x onerror=\(script)>\u{202E}"
    var run = Evaluation(
      title: "</title><script>\(script)</script>", startedAt: .infinity,
      variants: (0..<3).map { column in
        Evaluation.Variant(
          name: "\(name)\(column)", model: ModelReference("mock/\(name)"), system: all[column])
      },
      cases: (0..<((all.count + 1) / 2)).map { row in
        let text = all[(row + 7) % all.count]
        var request = ChatRequest(text)
        request.system = row % 2 == 0 ? text : nil
        return Evaluation.Case(
          name: "\(row) \(all[(row + 3) % all.count])", request: request,
          variables: [name: text], checks: [.contains(text), .regex(name)])
      })
    for (place, text) in all.enumerated() {
      var reply = ChatReply(
        message: .assistant(text),
        origin: Origin(vendor: VendorID(rawValue: name), kind: nil, model: name),
        finish: FinishReason(FinishReason.Kind(rawValue: name), raw: name),
        warnings: [Warning(Warning.Code(rawValue: name), text)])
      if place % 5 == 0 { reply.message.parts += media(text) }
      run.set(
        .init(
          place: .init(row: place / 2, column: place % 2), outcome: .reply(reply),
          results: [CheckResult(isMet: false, message: text), CheckResult(isMet: true)]))
    }
    for row in run.cases.indices {
      var error = SwitchboardError(
        SwitchboardError.Kind(rawValue: name), all[row], vendor: VendorID(rawValue: name),
        code: name)
      error.partial = .assistant(all[row])
      run.set(
        .init(
          place: .init(row: row, column: 2),
          outcome: row % 3 == 0 ? .skipped(all[row]) : .failure(error)))
      run.judgements.append(
        .init(
          row: row, first: 0, second: 1, judge: ModelReference(name), verdict: .first,
          reason: all[row]))
    }
    return run
  }()

  private static func media(_ text: String) -> [Part] {
    let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"\(script)\"/>".utf8)
    return [
      .media(Media(bytes: drawing, mime: "image/png", name: text)),
      .media(Media(bytes: Array("<script>\(script)</script>".utf8), mime: "image/png", name: text)),
      .media(Media(url: place, mime: "image/png", name: text)),
      .media(Media(url: "javascript:\(script)", mime: "text/html")),
      Part(.source(Source(title: text, url: "javascript:\(script)", citedText: text))),
      Part(.toolCall(ToolCall(id: text, name: text, argumentsText: text))),
      Part(.toolResult(ToolResult(callID: text, name: text, content: [.text(text)]))),
      Part(.reasoning(Reasoning(text))),
    ]
  }
}
