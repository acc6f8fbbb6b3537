import Switchboard
import SwitchboardCore
import SwitchboardEvaluation

extension Report {
  /// A table of the variants and every answer below its prompt (CommonMark, with GitHub's tables).
  ///
  /// Texts stand in code blocks whose fences are longer than any in them, so that nothing in them is
  /// markup.
  public func markdown() -> String {
    var blocks = ["# \(Self.line(title))", Self.line(([date] + extent).joined(separator: " · "))]
    blocks.append("## Summary")
    blocks.append(summaryTable)
    blocks.append(
      "In parentheses: the range in which the rate lies with a confidence of 95 %. Times and speeds are "
        + "medians; 90 % and 99 % of the first tokens came within the times that follow.")
    let systems = evaluation.variants.filter { $0.system != nil }
    for variant in systems {
      blocks.append("System text of \(Self.line(variant.name)):")
      blocks.append(Self.fenced(variant.system ?? ""))
    }
    blocks.append("## Answers")
    for row in rows { blocks += self.blocks(of: row) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var summaryTable: String {
    let columns = SummaryColumn.all(for: summary)
    var lines = [["Variant", "Model"] + columns.map(\.title)]
    lines.append(["---", "---"] + columns.map { _ in "---:" })
    for variant in summary.variants {
      lines.append(
        [Self.line(variant.name), Self.line(variant.model.description)]
          + columns.map { Self.line($0.value(variant)?.line ?? "") })
    }
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private func blocks(of row: ReportRow) -> [String] {
    let asked = evaluation.cases[row.index]
    var blocks = ["### \(Self.line(asked.name))"]
    if let system = asked.request.system { blocks += ["System text:", Self.fenced(system)] }
    for message in asked.request.messages {
      blocks.append(Self.fenced(message.text))
      for media in message.media { blocks.append("- " + Self.line(media.caption)) }
    }
    for check in asked.checks.enumerated() {
      blocks.append("- check \(check.offset + 1): \(Self.line(check.element.words))")
    }
    for repetition in row.repetitions {
      for (column, cell) in repetition.cells.enumerated() {
        guard let cell else { continue }
        var head = Self.line(evaluation.variants[column].name)
        if evaluation.repeats > 1 { head += ", repetition \(repetition.number + 1)" }
        if row.pick?.column == column { head += ", picked" }
        blocks.append("#### \(head)")
        blocks += Self.blocks(of: cell, asked.checks)
      }
    }
    for judgement in row.judgements {
      blocks.append("- " + Self.line(judgement.words(evaluation.variants)))
    }
    return blocks
  }

  private static func blocks(of cell: Evaluation.Cell, _ checks: [Check]) -> [String] {
    switch cell.outcome {
    case .reply(let reply):
      var blocks = [fenced(reply.text)]
      blocks += reply.message.media.map { "- " + line($0.caption) }
      blocks.append(line(CellFacts.facts(of: cell, reply).joined(separator: " · ")))
      if !cell.results.isEmpty {
        let met = cell.results.count { $0.isMet }
        blocks.append("\(met) of \(Figures.count(cell.results.count, "check")) met")
      }
      blocks += CellFacts.unmet(of: cell, checks).map { "- not met: " + line($0) }
      blocks += reply.warnings.map { "- warning: " + line("\($0.code): \($0.message)") }
      return blocks
    case .failure(let error):
      return ["Failed: \(line(CellFacts.failure(error)))"]
        + (error.partial.map { [fenced($0.text)] } ?? [])
    case .skipped(let why): return ["Skipped: \(line(why))"]
    }
  }

  private static func line(_ text: String) -> String {
    MarkdownText.escaped(HiddenCharacter.shown(text))
  }

  private static func fenced(_ text: String) -> String {
    MarkdownText.fenced(HiddenCharacter.shown(text), "text")
  }
}
