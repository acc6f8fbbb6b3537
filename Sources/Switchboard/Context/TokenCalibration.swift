public import SwitchboardCore

/// What was learned, model by model, from the prompt tokens that vendors report.
///
/// A model's factor is the weighted median of its last reports, each divided by what was reckoned for
/// it. A median of few is simple, forgets by itself, and one absurd report does not move it. The
/// reckoning itself counts as a report, so that the first one counts half.
///
/// The factor stays between 0.5 and 2. The vocabularies in use differ from their classes by far less
/// on any language; what lies outside is a prompt that the vendor cut or added to, or a wrong count,
/// and must not empty or burst a window.
public struct TokenCalibration: Hashable, Sendable {
  /// The factors that are believed.
  public static let bounds: ClosedRange<Double> = 0.5...2

  /// How many reports of a model are kept.
  static let kept = 8

  /// Requests that are smaller teach nothing: their frame is most of them.
  static let leastTokens = 64

  /// The reports of each model, oldest first, as thousandths of what was reckoned.
  private var reports: [ModelReference: [Int]] = [:]

  /// Nothing learned yet.
  public init() {}

  /// The models that taught something.
  public var models: [ModelReference] { reports.keys.sorted { "\($0)" < "\($1)" } }

  /// By what the reckoned tokens of a model are multiplied; 1 for one that taught nothing.
  public func factor(for model: ModelReference) -> Double {
    guard let known = reports[model], !known.isEmpty else { return 1 }
    // The newest report weighs twice as much as one before the oldest would, and the reckoning itself
    // as much as the newest: no single one can be more than half.
    let count = known.count
    let weighed =
      [(ratio: 1_000, weight: 2 * count)]
      + known.enumerated().map { (ratio: $1, weight: count + $0 + 1) }
    let sorted = weighed.sorted { $0.ratio < $1.ratio }
    let total = sorted.reduce(0) { $0 + $1.weight }
    var sum = 0
    for place in sorted.indices {
      sum += sorted[place].weight
      if 2 * sum == total, place + 1 < sorted.count {
        return Double(sorted[place].ratio + sorted[place + 1].ratio) / 2_000
      }
      if 2 * sum > total { return Double(sorted[place].ratio) / 1_000 }
    }
    return 1
  }

  /// Reckoned tokens put right, rounded up.
  public func tokens(_ reckoned: Int, for model: ModelReference) -> Int {
    let tokens = (Double(reckoned) * factor(for: model)).rounded(.up)
    return tokens < 9e18 ? Int(tokens) : .max
  }

  /// Learns from one reply.
  ///
  /// - Parameters:
  ///   - reckoned: What ``TokenEstimator`` reckoned for the whole request, without calibration.
  ///   - reported: The prompt tokens that the vendor reported; `nil`, numbers that are not positive,
  ///     and those outside ``bounds`` teach nothing.
  ///   - model: The model that answered.
  public mutating func learn(reckoned: Int, reported: Int?, for model: ModelReference) {
    guard let reported, reported > 0, reckoned >= Self.leastTokens else { return }
    let factor = Double(reported) / Double(reckoned)
    guard Self.bounds.contains(factor) else { return }
    let known = reports[model] ?? []
    reports[model] = (known + [Int((factor * 1_000).rounded())]).suffix(Self.kept)
  }

  /// Forgets a model.
  public mutating func forget(_ model: ModelReference) { reports[model] = nil }
}

extension TokenCalibration {
  /// The JSON form: an object of models with their reports, oldest first, as thousandths of what was
  /// reckoned.
  public var json: JSON {
    .object(models.map { ($0.description, .array((reports[$0] ?? []).map { JSON($0) })) })
  }

  /// Reads the JSON form; what is no such report is left out.
  public init(json: JSON) {
    for (name, values) in json.members {
      let believed = Self.bounds.lowerBound * 1_000...Self.bounds.upperBound * 1_000
      let known = values.elements.compactMap(\.int).filter { believed.contains(Double($0)) }
      if !known.isEmpty { reports[ModelReference(name)] = known.suffix(Self.kept) }
    }
  }
}
