import Switchboard
import SwitchboardCore

extension Benchmark {
  /// What it takes to fit a long conversation into a window.
  static let planning = Benchmark(
    figures: [
      Figure(
        "planWarm100kMs", .atMost(1),
        "the plan of a history of 100,000 messages for a window of 128k tokens, after the next turn"
      ),
      Figure("planCold100kMs", .atMost(60), "the same plan, made for the first time"),
    ]
  ) {
    let model = ModelDescriptor("m", window: 128_000, maxOutput: 16_384)
    let planner = ContextPlanner()
    let request = Samples.longHistory(messages: 100_000)
    let context = ContextInput(memo: ContextMemo())
    _ = try planner.plan(request, context, for: model)
    var talk = request
    let warm = try await Rounds.median {
      var seconds = 0.0
      for _ in 0..<10 {
        // The conversation goes on, as it does between two plans.
        talk.messages += [.assistant("The Sognefjord."), .user("And which one is the longest?")]
        seconds += try await Rounds.cpu(of: 10) { _ = try planner.plan(talk, context, for: model) }
      }
      return seconds
    }
    var cold: [Double] = []
    for _ in 0..<Rounds.count {
      // Messages that nobody has looked at, not even the processor's caches.
      let fresh = Samples.longHistory(messages: 100_000)
      cold.append(try await Rounds.cpu(of: 1) { _ = try planner.plan(fresh, for: model) })
    }
    let router = try Router(registry: Registry { PlannedVendor(model: model) })
    let explained = try await Rounds.median {
      try await Rounds.cpu(of: 1) { _ = try router.explain(request, context: context) }
    }
    let short = Samples.longHistory(messages: 1_000)
    let shortPlan = try await Rounds.median {
      try await Rounds.cpu(of: 10) {
        for _ in 0..<10 {
          _ = try planner.plan(short, for: ModelDescriptor("m", window: 24_000))
        }
      }
    }
    return Findings(
      figures: [
        "planWarm100kMs": JSON(measured: warm * 1e3),
        "planCold100kMs": JSON(measured: Rounds.median(cold) * 1e3),
      ],
      baselines: [
        "explain100kMs": JSON(measured: explained * 1e3),
        "plan1kMs": JSON(measured: shortPlan * 1e3),
      ])
  }
}

/// A vendor that is decided about and never asked.
private struct PlannedVendor: TextProvider {
  let model: ModelDescriptor
  let id: VendorID = "planned"
  let kind: VendorKind = "planned"
  let hasClosedModelList = true
  let missingKey: String? = nil
  var models: [ModelDescriptor] { [model] }

  func family(of model: String) -> ModelDescriptor? { nil }

  func events(for request: ChatRequest) -> EventStream {
    EventStream { throw SwitchboardError(.unsupported, "Nobody asks here.") }
  }
}
