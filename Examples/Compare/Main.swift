import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardMock
import SwitchboardReports

/// A table of prompts and models, asked, checked and summed up as Markdown.
@main
enum Compare {
  static func main() async throws {
    let router = try Router(registry: Registry { MockProvider(latency: .real) })
    var table = Evaluation(
      title: "Two models on water", startedAt: 0,
      variants: [
        .init(name: "small", model: "mock/small"), .init(name: "thinker", model: "mock/thinker"),
      ],
      cases: [
        .init(
          name: "fjord", request: ChatRequest("What is a fjord?"), checks: [.contains("fjord")]),
        .init(name: "json", request: ChatRequest("A sea as JSON, please."), checks: [.json]),
      ],
      repeats: 2)
    for try await step in EvaluationRun(of: table, router: router) {
      if case .cell(let cell) = step { table.set(cell) }
    }
    for variant in EvaluationSummary(table).variants {
      print(
        "\(variant.name): \(Int(variant.checks.successes)) of \(Int(variant.checks.trials)) checks are met"
      )
    }
    print(Report(table).markdown())
  }
}
