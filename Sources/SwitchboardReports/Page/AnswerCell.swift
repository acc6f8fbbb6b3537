import SwitchboardCore
import SwitchboardEvaluation

/// One answer, or why there is none.
struct AnswerCell {
  private let cell: Evaluation.Cell?
  private let checks: [Check]

  init(_ cell: Evaluation.Cell?, _ checks: [Check]) {
    self.cell = cell
    self.checks = checks
  }

  /// The cell under the name of its variant.
  func markup(named name: Markup) -> Markup {
    guard let cell else {
      return "<div class=\"cell none\"><h4>\(name)</h4><p class=\"note\">Not asked yet</p></div>\n"
    }
    switch cell.outcome {
    case .reply(let reply):
      let isUnmet = cell.results.contains { !$0.isMet }
      return """
        <div class="cell\(isUnmet ? " unmet" : "")"><h4>\(name)</h4>
        \(Self.parts(reply.message))\(results(cell))\(warnings(reply))\
        <p class="facts">\(CellFacts.facts(of: cell, reply).joined(separator: " · "))</p></div>

        """
    case .failure(let error):
      return """
        <div class="cell failed"><h4>\(name)</h4>
        <p dir="auto"><b>Failed:</b> \(CellFacts.failure(error))</p>
        \(partial(error.partial))</div>

        """
    case .skipped(let why):
      return """
        <div class="cell none"><h4>\(name)</h4>
        <p class="note" dir="auto">Skipped: \(why)</p></div>

        """
    }
  }

  private static func parts(_ message: Message) -> [Markup] {
    var pieces: [Markup] = []
    var text = ""
    func end() {
      if !text.isEmpty { pieces.append("<div class=\"text\" dir=\"auto\">\(text)</div>\n") }
      text = ""
    }
    // Neighbouring texts are one text: vendors cut them where they like.
    for part in message.parts {
      if case .text(let piece) = part.content {
        text += piece
      } else {
        end()
        pieces.append(PartMarkup.markup(part))
      }
    }
    end()
    return pieces.isEmpty ? ["<p class=\"note\">No text</p>\n"] : pieces
  }

  private func partial(_ message: Message?) -> [Markup] {
    message.map { ["<p class=\"note\">What came before:</p>\n"] + Self.parts($0) } ?? []
  }

  private func results(_ cell: Evaluation.Cell) -> Markup {
    guard !cell.results.isEmpty else { return "" }
    let unmet = CellFacts.unmet(of: cell, checks)
    guard !unmet.isEmpty else {
      return "<p class=\"met\">✓ \(Figures.count(cell.results.count, "check")) met</p>\n"
    }
    return """
      <ul class="results">
      \(unmet.map { "<li dir=\"auto\">✗ \($0)</li>\n" as Markup })</ul>

      """
  }

  private func warnings(_ reply: ChatReply) -> Markup {
    guard !reply.warnings.isEmpty else { return "" }
    return """
      <ul class="warnings">
      \(reply.warnings.map { "<li dir=\"auto\">⚠ \($0.code.rawValue): \($0.message)</li>\n" as Markup })</ul>

      """
  }
}
