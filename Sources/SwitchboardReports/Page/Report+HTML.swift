import SwitchboardCore
import SwitchboardDigest
import SwitchboardEvaluation

extension Report {
  /// One page that holds all it needs: it loads nothing, and its policy allows nothing but its own style
  /// and script, by their digests (Content Security Policy 3 §2.3.1).
  ///
  /// Without scripts everything is there to be read; the script adds sorting, filters and the comparison
  /// of words.
  ///
  /// - Complexity: O(length of all texts).
  public func html() -> String {
    var page = head
    page += SummarySection(self).markup
    page += PlotSection(self).markup
    let answers = AnswerSection(self)
    page += answers.beginning
    for row in rows { page += answers.row(row) }
    page += "</section>\n</main>\n<script>\(Markup(trusted: ReportScript.text))</script>\n"
    page += "</body>\n</html>\n"
    return String(decoding: page.bytes, as: UTF8.self)
  }

  private var head: Markup {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src '\(Self.digest(ReportStyle.text))'; script-src '\(Self.digest(ReportScript.text))'; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <style>\(Markup(trusted: ReportStyle.text))</style>
    </head>
    <body>
    <a class="skip" href="#answers">Skip to the answers</a>
    <header>
    <h1 dir="auto">\(title)</h1>
    <p>\(([date] + extent).joined(separator: " · "))</p>
    </header>
    <main>

    """
  }

  private static func digest(_ text: String) -> Markup {
    Markup(trusted: "sha256-" + Base64.encode(SHA256.hash(Array(text.utf8))))
  }
}
