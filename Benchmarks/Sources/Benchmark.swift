import SwitchboardCore

/// One measurement: a file in `Figures` and a row in ``all``.
struct Benchmark: Sendable {
  /// What it finds, in the order in which it is shown.
  let figures: [Figure]

  /// Whether it wants a process that has done nothing else, because it is about memory.
  var isAlone = false

  /// Warms up and measures.
  let measure: @Sendable () async throws -> Findings

  /// Every measurement.
  static let all = [
    eventDecoding, deltaDecoding, treeReading, eventThroughput, firstEvent, routerOverhead,
    planning, estimatorError, estimatorSpeed,
    callCost, idleStreams, requestLeak, cancellation, startup, vendorDecoding, vendorEncoding,
    requestSigning, storeAppends, storeUnderLoad, storeMillion, compareDrawing,
  ]
}

/// A number that is found, and how good it should be.
struct Figure: Sendable {
  enum Goal: Sendable {
    case atLeast(Double)
    case atMost(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atLeast(let least): value >= least
      case .atMost(let most): value <= most
      }
    }
  }

  /// The name in the JSON form.
  let name: String
  let goal: Goal

  /// What it counts, for people.
  let what: String

  init(_ name: String, _ goal: Goal, _ what: String) {
    self.name = name
    self.goal = goal
    self.what = what
  }
}

/// What a measurement found: numbers by name, or by name and vendor.
struct Findings: Sendable {
  /// The figures of the benchmark.
  var figures: JSON = [:]

  /// What the figures were made of and are compared with, measured in the same run.
  var baselines: JSON = [:]
}

extension JSON {
  /// A measured number: four digits are more than a measurement is worth.
  init(measured value: Double) {
    var digits = 1.0
    while value.isFinite, abs(value) * digits < 1000, digits < 1000 { digits *= 10 }
    self.init((value * digits).rounded() / digits)
  }
}
