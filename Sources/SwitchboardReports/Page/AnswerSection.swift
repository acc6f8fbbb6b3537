import Switchboard
import SwitchboardCore
import SwitchboardEvaluation

/// The answers, side by side in each row.
struct AnswerSection {
  private let report: Report
  private let evaluation: Evaluation

  /// System texts that several rows have, and their places in the list above the rows.
  private let systems: [String: Int]
  private let orderedSystems: [String]

  init(_ report: Report) {
    self.report = report
    self.evaluation = report.evaluation
    var counts: [String: Int] = [:]
    var order: [String] = []
    for asked in evaluation.cases {
      guard let system = asked.request.system else { continue }
      counts[system, default: 0] += 1
      if counts[system] == 2 { order.append(system) }
    }
    orderedSystems = order
    systems = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0 + 1) })
  }

  /// What stands before the first row.
  var beginning: Markup {
    """
    <section id="answers" aria-labelledby="rows">
    <h2 id="rows">Answers</h2>
    <form id="tools" role="search" aria-label="Rows" hidden>
    <label>Find <input type="search" id="find" autocomplete="off"></label>
    <label>Compare words with <select id="base"><option value="">nobody</option>\
    \(options)</select></label>
    <label class="check"><input type="checkbox" id="differing"> only rows that differ</label>
    <label class="check"><input type="checkbox" id="failing"> only failures</label>
    <output id="count"></output>
    </form>
    \(sharedSystems)
    """
  }

  private var options: [Markup] {
    evaluation.variants.enumerated().map { column, variant in
      "<option value=\"\(column)\">\(variant.name)</option>"
    }
  }

  private var sharedSystems: Markup {
    Markup(
      orderedSystems.enumerated().map { place, system in
        """
        <details class="system"><summary>System text \(place + 1)</summary>
        <div class="text" dir="auto" id="system-\(place + 1)">\(system)</div></details>

        """
      })
  }

  /// A row: what was asked, and the answers.
  func row(_ row: ReportRow) -> Markup {
    let asked = evaluation.cases[row.index]
    let state = (row.differs ? " data-differs" : "") + (row.fails ? " data-fails" : "")
    let line: Markup = asked.line.map { " <small>line \($0)</small>" } ?? ""
    var markup: Markup = """
      <article class="row"\(state)>
      <h3><bdi>\(asked.name)</bdi>\(line)</h3>
      \(question(asked))
      """
    if row.repetitions.isEmpty {
      markup += "<p class=\"note\">Nothing was asked yet.</p>\n"
    }
    for repetition in row.repetitions {
      markup += "<div class=\"answers\">\n"
      for (column, cell) in repetition.cells.enumerated() {
        var name: Markup = "\(evaluation.variants[column].name)"
        if evaluation.repeats > 1 { name += " <small>\(repetition.number + 1)</small>" }
        if row.pick?.column == column { name += " <small>★ picked</small>" }
        markup += AnswerCell(cell, asked.checks).markup(named: name)
      }
      markup += "</div>\n"
    }
    if let pick = row.pick, pick.column == nil {
      markup += "<p class=\"note\">Picked: none is better.</p>\n"
    }
    if !row.judgements.isEmpty {
      let items = row.judgements.map {
        "<li dir=\"auto\">\($0.words(evaluation.variants))</li>\n" as Markup
      }
      markup += """
        <details><summary>\(Figures.count(items.count, "judgement"))</summary>
        <ul>
        \(items)</ul></details>

        """
    }
    return markup + "</article>\n"
  }

  private func question(_ asked: Evaluation.Case) -> Markup {
    var markup: Markup = "<div class=\"question\">\n"
    if let system = asked.request.system {
      if let place = systems[system] {
        markup += "<p class=\"note\"><a href=\"#system-\(place)\">System text \(place)</a></p>\n"
      } else {
        markup += """
          <details class="system"><summary>System text</summary>
          <div class="text" dir="auto">\(system)</div></details>

          """
      }
    }
    for message in asked.request.messages {
      if asked.request.messages.count > 1 {
        markup += "<p class=\"note\">\(message.role.rawValue)</p>\n"
      }
      for part in message.parts { markup += PartMarkup.markup(part) }
    }
    if !asked.variables.isEmpty { markup += variables(asked) }
    if !asked.checks.isEmpty {
      markup += """
        <ol class="checks" aria-label="Checks">
        \(asked.checks.map { "<li dir=\"auto\">\($0.words)</li>\n" as Markup })</ol>

        """
    }
    return markup + "</div>\n"
  }

  /// The variables; a long value that stands in the prompt as it is, is not told twice.
  private func variables(_ asked: Evaluation.Case) -> Markup {
    let texts = asked.request.messages.map(\.text)
    let pairs = asked.variables.sorted { $0.key < $1.key }.map { name, value -> Markup in
      let isTold = value.utf8.count > 80 && texts.contains { $0.contains(value) }
      let shown: Markup =
        isTold ? "<dd class=\"told\">as in the prompt</dd>" : "<dd dir=\"auto\">\(value)</dd>"
      return "<div><dt dir=\"auto\">\(name)</dt>\(shown)</div>"
    }
    return "<dl class=\"variables\">\(pairs)</dl>\n"
  }
}
