import SwitchboardCore

extension Router {
  func unknownVendor(
    _ vendor: VendorID, _ kind: SwitchboardError.Kind, _ subject: String
  ) -> SwitchboardError {
    let names = registry.providers.map(\.id.rawValue)
    let near = NearestWords.find(vendor.rawValue, in: names)
    let hint =
      near.isEmpty
      ? (names.isEmpty ? "none is set up" : "there are \(Self.list(names))")
      : "did you mean \(Self.list(near))"
    return SwitchboardError(
      kind, "\(subject) the vendor '\(vendor)', which is not set up; \(hint).")
  }

  func unknownRoute(_ name: String) -> SwitchboardError {
    let names = routes.keys.sorted()
    let near = NearestWords.find(name, in: names)
    let hint =
      near.isEmpty
      ? (names.isEmpty ? "no route is configured" : "there are \(Self.list(names))")
      : "did you mean \(Self.list(near))"
    return SwitchboardError(.invalidRequest, "There is no route '\(name)'; \(hint).")
  }

  /// The failure when nobody can be asked, of the kind that fits the reasons.
  static func nobody(_ decision: Decision, _ model: ModelReference?) -> SwitchboardError {
    if decision.candidates.isEmpty {
      return SwitchboardError(
        .noRoute,
        "No vendor is set up: set the key of one in its environment variable, or write a configuration file."
      )
    }
    let codes = decision.candidates.map { Set($0.reasons.map(\.code)) }
    func all(_ wanted: Set<Decision.Reason.Code>) -> Bool {
      codes.allSatisfy { !$0.isDisjoint(with: wanted) }
    }
    let kind: SwitchboardError.Kind =
      all([.noKey])
      ? .authentication
      : all([.window]) ? .contextLength : model != nil ? .unsupported : .noRoute
    let reasons = decision.candidates.prefix(4).map { candidate in
      let first = candidate.reasons.first { $0.code != .unknownModel } ?? candidate.reasons.first
      return "\(candidate.model): \(first?.message ?? "left out")"
    }
    let more = decision.candidates.count > 4 ? " (+\(decision.candidates.count - 4) more)" : ""
    if let only = decision.candidates.first, decision.candidates.count == 1 {
      let message = only.reasons.first { $0.code != .unknownModel }?.message ?? "It was left out."
      return SwitchboardError(
        kind, "'\(only.model)' cannot answer this: \(message)", vendor: only.model.vendor,
        model: only.model.model)
    }
    return SwitchboardError(
      kind,
      "None of \(decision.candidates.count) models can answer this. "
        + reasons.joined(separator: " ") + more)
  }

  /// Names in a sentence.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(6).map { "'\($0)'" }
    let more = names.count > 6 ? " and \(names.count - 6) more" : ""
    if shown.count < 2 || !more.isEmpty { return shown.joined(separator: ", ") + more }
    return shown.dropLast().joined(separator: ", ") + " or " + (shown.last ?? "")
  }
}
