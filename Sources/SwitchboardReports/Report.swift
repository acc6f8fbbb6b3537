import SwitchboardCore
public import SwitchboardEvaluation

/// A run as a document: a page to be read, or a file for a program.
///
/// ```swift
/// let page = Report(evaluation).html()
/// ```
///
/// What models, prompts and vendors wrote is data in every form: it runs nothing and loads nothing.
public struct Report: Sendable {
  /// The run.
  public let evaluation: Evaluation

  /// What the run says of each variant.
  public let summary: EvaluationSummary

  /// The answers, row by row.
  let rows: [ReportRow]

  /// Prepares a report.
  ///
  /// - Complexity: O(cells · log cells).
  public init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
    self.summary = EvaluationSummary(evaluation)
    self.rows = ReportRow.all(of: evaluation)
  }

  /// The document of a format.
  public func text(as format: ReportFormat) -> String {
    switch format {
    case .html: html()
    case .json: json().text + "\n"
    case .csv: csv()
    case .markdown: markdown()
    case .junit: junit()
    }
  }

  /// What the run is called, or what runs are called.
  var title: String { evaluation.title.isEmpty ? "Evaluation" : evaluation.title }

  /// When the run began, as people read it.
  var date: String {
    let time = Timestamp.text(secondsSince1970: evaluation.startedAt)
    return time.prefix(16).split(separator: "T").joined(separator: " ") + " UTC"
  }

  /// How large the run is, in words.
  var extent: [String] {
    var extent = [
      Figures.count(evaluation.cases.count, "prompt"),
      Figures.count(evaluation.variants.count, "variant"),
    ]
    if evaluation.repeats > 1 { extent.append("each asked \(evaluation.repeats) times") }
    extent.append(Figures.count(summary.variants.reduce(0) { $0 + $1.answered }, "answer"))
    for (words, count) in [("failed", \EvaluationSummary.Variant.failed), ("skipped", \.skipped)] {
      let sum = summary.variants.reduce(0) { $0 + $1[keyPath: count] }
      if sum > 0 { extent.append("\(sum.grouped) \(words)") }
    }
    return extent
  }
}
