public import SwitchboardCore

extension Router {
  /// A model that will be asked.
  struct Target: Sendable {
    let provider: any Provider
    let reference: ModelReference
    let origin: Origin
    let facts: ModelDescriptor
    /// What of the conversation it is sent.
    var plan: ContextPlan
    /// Whether media are sent, whose tokens teach nothing about those of text.
    let hasMedia: Bool
    /// The media of earlier turns that are left out, counted from the first.
    let omits: Set<Int>
    /// What the reader is told about the choice.
    let doubts: [Warning]

    var prices: Prices? { facts.prices }

    /// What the reader is told about the choice and about what is left out.
    var warnings: [Warning] { doubts + plan.warnings }
  }

  private struct Ranked {
    var candidate: Decision.Candidate
    var target: Target
    var weight: Double
    var isDoubtful: Bool
  }

  /// Finds who can answer a request, in the order in which they are asked.
  func decide(
    _ request: ChatRequest, _ input: ContextInput
  ) throws -> (decision: Decision, targets: [Target]) {
    try RequestCheck.check(request)
    let policy = input.policy ?? context
    return try decide(
      Requirement(of: request, policy: policy), HistoryMeasure(request), input,
      model: request.model, route: request.route)
  }

  /// Finds who can make pictures, in the order in which they are asked.
  func decide(_ request: ImageRequest) throws -> (decision: Decision, targets: [Target]) {
    try decide(
      Requirement(of: request), HistoryMeasure(ofText: request.prompt), ContextInput(),
      model: request.model, route: request.route)
  }

  private func decide(
    _ requirement: Requirement, _ history: HistoryMeasure, _ input: ContextInput,
    model: ModelReference?, route name: String?
  ) throws -> (decision: Decision, targets: [Target]) {
    let judge = CandidateJudge(
      requirement: requirement, isPinned: model != nil,
      today: Day(secondsSince1970: time.wall()))
    var route: Route?
    var candidates: [(provider: any Provider, model: String, weight: Double, isNamed: Bool)]
    if let model {
      let (provider, id) = try resolve(model)
      candidates = [(provider, id, 1, true)]
    } else {
      guard let found = self.route(named: name, answer: requirement.answer) else {
        throw unknownRoute(name ?? "")
      }
      route = found
      candidates = expand(found)
    }
    let calibration = calibration
    var able: [Ranked] = []
    var excluded: [Decision.Candidate] = []
    for (provider, id, weight, isNamed) in candidates {
      let reference = ModelReference(vendor: provider.id, model: id)
      // Found once for all who ask: finding it is the larger part of deciding.
      let known = catalog.entry(for: provider.id, id)
      let facts = known.descriptor
      var judgement = judge.judge(provider, known, isNamed: isNamed)
      let scale = TokenScale(factor: calibration.factor(for: reference))
      let plan = judgement.plan(history, input, policy: context, for: facts, scale)
      judge.judgeEarlierMedia(provider, facts, sent: plan, &judgement)
      var candidate = Decision.Candidate(
        model: reference, verdict: judgement.exclusions.isEmpty ? .spare : .excluded,
        reasons: judgement.exclusions + judgement.doubts,
        expectedCost: judge.expectedCost(facts, inputTokens: plan?.used ?? 0))
      if requirement.answer == .text { candidate.plan = plan }
      if let plan, judgement.exclusions.isEmpty {
        able.append(
          Ranked(
            candidate: candidate,
            target: Target(
              provider: provider, reference: reference,
              origin: Origin(vendor: provider.id, kind: provider.kind, model: id), facts: facts,
              plan: plan, hasMedia: history.hasMedia, omits: judgement.omits,
              doubts: warnings(of: provider, facts, id, judgement.doubts, judge.today)),
            weight: weight,
            isDoubtful: judgement.doubts.contains { $0.code != .unknownModel }))
      } else {
        excluded.append(candidate)
      }
    }
    let order = ranked(able, by: route?.policy ?? .ordered)
    var chosen = order.map(\.candidate)
    if !chosen.isEmpty { chosen[0].verdict = .chosen }
    let decision = Decision(
      answer: requirement.answer,
      route: route == nil ? nil : name ?? (requirement.answer == .text ? "default" : "image"),
      policy: route?.policy, requires: requirement.abilities,
      inputTokens: order.first?.target.plan.used ?? HistoryLengths(history, nil).whole(upTo: .max)
        ?? 0,
      outputTokens: requirement.outputTokens,
      order: chosen.map(\.model), candidates: chosen + excluded)
    return (decision, order.map(\.target))
  }

  /// The entry and model that a reference means.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the nearest.
  public func resolve(_ reference: ModelReference) throws -> (any Provider, String) {
    guard let vendor = reference.vendor else { return try resolveBare(reference.model) }
    guard let provider = registry[vendor] else {
      throw unknownVendor(vendor, .invalidRequest, "The model '\(reference)' names")
    }
    if reference.model.isEmpty {
      throw SwitchboardError(
        .invalidRequest, "The model '\(reference)' names an entry alone; write entry/model.")
    }
    if provider.hasClosedModelList,
      !provider.models.contains(where: { $0.model == reference.model })
    {
      let near = NearestWords.find(reference.model, in: provider.models.map(\.model))
      throw SwitchboardError(
        .invalidRequest,
        "'\(vendor)' has no model '\(reference.model)'; "
          + (near.isEmpty
            ? "it has \(Self.list(provider.models.map(\.model)))."
            : "did you mean \(Self.list(near))?"))
    }
    return (provider, reference.model)
  }

  /// A model without an entry is meant when one entry alone knows it.
  private func resolveBare(_ model: String) throws -> (any Provider, String) {
    let owners = registry.providers.filter { provider in
      catalog.models(of: provider.id).contains { $0.descriptor.model == model }
    }
    if owners.count == 1 { return (owners[0], model) }
    if owners.count > 1 {
      let names = owners.map { "\($0.id)/\(model)" }
      throw SwitchboardError(
        .invalidRequest, "The model '\(model)' is at several vendors; write \(Self.list(names)).")
    }
    let known = registry.providers.flatMap { provider in
      catalog.models(of: provider.id).map { "\(provider.id)/\($0.descriptor.model)" }
    }
    let near = NearestWords.find(model, in: known)
    throw SwitchboardError(
      .invalidRequest,
      "There is no model '\(model)'; write it as entry/model"
        + (near.isEmpty ? "." : ", perhaps \(Self.list(near))."))
  }

  private func expand(
    _ route: Route
  ) -> [(provider: any Provider, model: String, weight: Double, isNamed: Bool)] {
    var seen: Set<ModelReference> = []
    var result: [(provider: any Provider, model: String, weight: Double, isNamed: Bool)] = []
    for candidate in route.candidates {
      guard let vendor = candidate.model.vendor?.rawValue else { continue }
      let isNamed = !vendor.contains("*") && !candidate.model.model.contains("*")
      for provider in registry.providers
      where Pattern.matches(vendor, provider.id.rawValue)
        && !(vendor.contains("*") && namedOnly.contains(provider.id))
      {
        let models =
          candidate.model.model.contains("*")
          ? catalog.models(of: provider.id).map(\.descriptor.model)
            .filter { Pattern.matches(candidate.model.model, $0) } : [candidate.model.model]
        for model in models
        where seen.insert(ModelReference(vendor: provider.id, model: model)).inserted {
          result.append((provider, model, candidate.weight, isNamed))
        }
      }
    }
    return result
  }

  /// What the reader is told about the choice of a model.
  private func warnings(
    of provider: any Provider, _ facts: ModelDescriptor, _ model: String,
    _ doubts: [Decision.Reason], _ today: Day
  ) -> [Warning] {
    var warnings: [Warning] = []
    for doubt in doubts {
      switch doubt.code {
      case .unknownModel:
        let near = NearestWords.find(model, in: provider.models.map(\.model), limit: 1)
        warnings.append(
          Warning(
            .unknownModel,
            "Nothing is known of the model '\(model)' of '\(provider.id)'"
              + (near.first.map { "; the nearest known one is '\($0)'." } ?? ".")))
      case .missingCapability, .mediaType, .mediaSize, .mediaCount:
        warnings.append(Warning(.droppedPart, doubt.message))
      default:
        warnings.append(Warning(.unknownCapability, doubt.message))
      }
    }
    if let retires = facts.retires, retires <= today {
      warnings.append(
        Warning(.retiredModel, "The vendor retired '\(model)' on \(retires); it may fail."))
    }
    return warnings
  }

  private func ranked(_ able: [Ranked], by policy: Route.Policy) -> [Ranked] {
    var order: [Ranked]
    switch policy {
    case .ordered:
      order = able
    case .cheapest:
      order = stable(able) { ranked in
        ranked.candidate.expectedCost.usd.map { Double($0.picodollars) } ?? .infinity
      }
    case .fastest:
      order = stable(able) { firstTokens.average(of: $0.target.reference) ?? -1 }
    case .weighted:
      order = drawn(able)
    }
    // Who is not known to be able, or would be shown less, is asked last.
    return order.filter { !$0.isDoubtful } + order.filter(\.isDoubtful)
  }

  private func stable(_ able: [Ranked], by key: (Ranked) -> Double) -> [Ranked] {
    able.enumerated().sorted {
      (key($0.element), $0.offset) < (key($1.element), $1.offset)
    }.map(\.element)
  }

  /// Draws all candidates one after the other, each by its share of the weight that is left.
  private func drawn(_ able: [Ranked]) -> [Ranked] {
    var rest = able
    var order: [Ranked] = []
    while !rest.isEmpty {
      let total = rest.reduce(0) { $0 + max(0, $1.weight) }
      var point = random.unit() * total
      let place =
        total > 0
        ? rest.firstIndex { ranked in
          point -= max(0, ranked.weight)
          return point < 0
        } ?? rest.count - 1 : 0
      order.append(rest.remove(at: place))
    }
    return order
  }
}
