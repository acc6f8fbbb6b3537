import SwitchboardCore

/// The pieces of a page of HTML, in which all that others wrote is text.
enum HTMLPage {
  /// The head of the page and what is known of the conversation.
  static func beginning(title: String, facts: [String]) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src 'sha256-\(HTMLStyle.digest)'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <title>\(HTMLText.escaped(title))</title>
    <style>\(HTMLStyle.text)</style>
    </head>
    <body>
    <header>
    <h1 dir="auto">\(HTMLText.escaped(title))</h1>
    <p>\(HTMLText.escaped(facts.joined(separator: " · ")))</p>
    </header>
    <main>

    """
  }

  /// The beginning of a branch.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - start: How many messages it shares with another branch of the page.
  ///   - other: The name of that branch; `nil` for the first branch, which is shown whole.
  ///   - count: How many messages of its own follow.
  /// - Returns: The piece.
  static func branchBeginning(
    _ name: String, from start: Int, of other: String?, messages count: Int
  ) -> String {
    let name = HTMLText.escaped(name)
    guard let other else { return "<section>\n<h2>Branch \(name)</h2>\n" }
    let origin =
      start == 0
      ? "from the beginning" : "goes on after message \(start) of \(HTMLText.escaped(other))"
    let length = "\(count) message\(count == 1 ? "" : "s")"
    return """
      <details class="branch">
      <summary><h2>Branch \(name)</h2> \(origin), \(length) of its own</summary>

      """
  }

  /// The end of a branch.
  static func branchEnd(isFirst: Bool) -> String { isFirst ? "</section>\n" : "</details>\n" }

  /// The end of the page.
  static func end(leftOut count: Int) -> String {
    let note =
      count == 0
      ? ""
      : "<footer><p>\(count) message\(count == 1 ? "" : "s") that no branch here leads to "
        + "\(count == 1 ? "is" : "are") not shown.</p></footer>\n"
    return "</main>\n\(note)</body>\n</html>\n"
  }

  /// A message.
  static func message(_ node: ConversationNode, number: Int) -> String {
    let message = node.message
    var head = ["\(number)", ConversationExport.speaker(of: message)]
    if let origin = message.origin { head.append(origin.reference.description) }
    head.append(ConversationExport.time(node.storedAt))
    if node.isPinned { head.append("pinned") }
    var text = "<article class=\"\(message.role.rawValue)\">\n"
    text += "<h3>\(HTMLText.escaped(head.joined(separator: " · ")))</h3>\n"
    text += message.parts.map { part($0) }.joined()
    if let reason = message.incomplete {
      text += "<p class=\"note\">This message is not whole: \(reason.rawValue).</p>\n"
    }
    return text + "</article>\n"
  }

  private static func part(_ part: Part) -> String {
    switch part.content {
    case .text(let text): return text.isEmpty ? "" : block(text)
    case .reasoning(let reasoning):
      return reasoning.text.isEmpty ? "" : folded("Thinking", block(reasoning.text))
    case .media(let media): return self.media(media)
    case .toolCall(let call): return folded("Calls \(call.name)", code(call.argumentsText))
    case .toolResult(let result):
      let name = result.name.map { " of \($0)" } ?? ""
      return folded(
        (result.isError ? "Failure" : "Result") + name,
        result.content.map { self.part($0) }.joined())
    case .source(let source):
      let title = source.title ?? source.url ?? "a source"
      let cited = source.citedText.map { ": " + HTMLText.escaped($0) } ?? ""
      return "<p class=\"source\" dir=\"auto\">\(HTMLText.link(source.url, title))\(cited)</p>\n"
    case .opaque: return ""
    }
  }

  private static func block(_ text: String) -> String {
    "<div class=\"text\" dir=\"auto\">\(HTMLText.escaped(text))</div>\n"
  }

  private static func code(_ text: String) -> String {
    "<pre dir=\"auto\">\(HTMLText.escaped(text))</pre>\n"
  }

  private static func folded(_ title: String, _ content: String) -> String {
    "<details><summary dir=\"auto\">\(HTMLText.escaped(title))</summary>\n\(content)</details>\n"
  }

  private static func media(_ media: Media) -> String {
    let caption = HTMLText.escaped(media.caption)
    if let bytes = media.bytes, HTMLText.isImageType(media.mime) {
      let size = [("width", media.width), ("height", media.height)].compactMap { name, value in
        value.map { " \(name)=\"\($0)\"" }
      }.joined()
      return """
        <figure><img src="data:\(media.mime);base64,\(Base64.encode(bytes))" alt="\(caption)"\(size)>\
        <figcaption dir="auto">\(caption)</figcaption></figure>

        """
    }
    return "<p class=\"media\" dir=\"auto\">\(HTMLText.link(media.url, media.caption))</p>\n"
  }
}
