public import SwitchboardCore

/// Chooses who answers, tries again where that helps, and says afterwards what happened.
///
/// A router is an immutable value over a ``SwitchboardCore/Registry``; it can be shared by any number
/// of tasks.
///
/// ```swift
/// let router = try Router(registry: Registry { MockProvider() })
/// let answer = try await router.reply(to: ChatRequest("What is a fjord?", model: "mock/small"))
/// print(answer.reply.text)
/// ```
public struct Router: Sendable {
  /// The vendors.
  public let registry: Registry

  /// The routes by name.
  public private(set) var routes: [String: Route]

  /// How hard requests are tried.
  public let reliability: Reliability

  /// What is left out of conversations that are too long for a model.
  public let context: ContextPolicy

  /// What is known of models.
  public let catalog: ModelCatalog

  /// Entries that no pattern stands for: they answer when they are named.
  public let namedOnly: Set<VendorID>

  let time: Timekeeper
  let random: RandomSource
  let quota = RetryQuota()
  let firstTokens = FirstTokenTimes()
  let keeper: DeadlineKeeper
  private let learned: Locked<TokenCalibration>

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - registry: The vendors.
  ///   - routes: Lists of models by name; requests that name neither model nor route take `default`,
  ///     those for pictures `image`. Where these are not given they hold every model of every entry.
  ///   - reliability: How hard requests are tried.
  ///   - context: What is left out of conversations that are too long for a model.
  ///   - catalog: What is known of models; by default what the vendors know.
  ///   - namedOnly: Entries that no pattern stands for.
  ///   - calibration: What was learned of models' tokens before.
  ///   - time: The clocks.
  ///   - random: The random numbers.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when a route is empty or
  ///   names an entry that is not there.
  public init(
    registry: Registry, routes: [String: Route] = [:], reliability: Reliability = Reliability(),
    context: ContextPolicy = ContextPolicy(), catalog: ModelCatalog? = nil,
    namedOnly: Set<VendorID> = [],
    calibration: TokenCalibration = TokenCalibration(), time: Timekeeper = .system,
    random: RandomSource = .system
  ) throws {
    self.registry = registry
    self.routes = routes
    self.reliability = reliability
    self.context = context
    self.catalog = catalog ?? ModelCatalog(registry: registry)
    self.namedOnly = namedOnly
    self.time = time
    self.keeper = DeadlineKeeper(time)
    self.random = random
    self.learned = Locked(calibration)
    for (name, route) in routes.sorted(by: { $0.key < $1.key }) {
      self.routes[name] = try checked(route, name)
    }
  }

  /// What was learned of models' tokens from the usage that they reported; shared by all copies of
  /// the router.
  ///
  /// Read it to keep it, set it to go on with what was kept.
  public var calibration: TokenCalibration {
    get { learned.withLock { $0 } }
    nonmutating set { learned.withLock { $0 = newValue } }
  }

  /// Learns from a whole answer of a target.
  func learn(from usage: Usage?, of target: Target) {
    guard let usage, usage.source == .reported, !target.hasMedia else { return }
    learned.withLock {
      $0.learn(reckoned: target.plan.reckoned, reported: usage.input, for: target.reference)
    }
  }

  /// Says who would be asked, what of the conversation each would be sent, and why, without asking
  /// anybody.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: What its conversation knows beside it.
  /// - Returns: The decision.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` for a model or route
  ///   that is not there, and for a request that nobody could make sense of.
  public func explain(
    _ request: ChatRequest, context: ContextInput = ContextInput()
  ) throws -> Decision {
    try decide(request, context).decision
  }

  /// Says who would be asked for pictures, and why, without asking anybody.
  ///
  /// - Throws: As ``explain(_:context:)``.
  public func explain(_ request: ImageRequest) throws -> Decision {
    try decide(request).decision
  }

  /// Begins to answer a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: What its conversation knows beside it.
  /// - Returns: The answer, not yet started, with the decision.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when nobody can be asked: kind `invalidRequest`
  ///   for a model or route that is not there, else the kind that fits the reasons.
  public func answer(
    to request: ChatRequest, context: ContextInput = ContextInput()
  ) throws -> RoutedAnswer {
    let (decision, targets) = try decide(request, context)
    guard !targets.isEmpty else { throw Self.nobody(decision, request.model) }
    let asked = request.strict ? try Self.withoutWarnings(targets) : targets
    let fallbackOn = request.model == nil ? route(named: request.route)?.fallbackOn : nil
    return RoutedAnswer(
      request: request, context: context, decision: decision, targets: asked,
      fallbackOn: fallbackOn ?? [.error], router: self)
  }

  /// The targets that a strict request may be sent to.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when there is none.
  static func withoutWarnings(_ targets: [Target]) throws -> [Target] {
    let asked = targets.filter(\.warnings.isEmpty)
    if asked.isEmpty, let first = targets.first, let warning = first.warnings.first {
      throw SwitchboardError(
        .unsupported, "\(warning.message) The request is strict, so nothing was sent.",
        vendor: first.reference.vendor, model: first.reference.model)
    }
    return asked
  }

  /// Answers a request whole.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: What its conversation knows beside it.
  /// - Returns: The answer with its story.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` with every attempt; `CancellationError` when the
  ///   task was cancelled.
  public func reply(
    to request: ChatRequest, context: ContextInput = ContextInput()
  ) async throws -> RoutedReply {
    try await answer(to: request, context: context).reply()
  }

  func route(named name: String?, answer: Requirement.Answer = .text) -> Route? {
    let usual = answer == .text ? "default" : "image"
    if let route = routes[name ?? usual] { return route }
    guard name == nil || name == usual else { return nil }
    return Route(
      registry.providers.filter { !namedOnly.contains($0.id) }.map {
        Route.Candidate(ModelReference(vendor: $0.id, model: "*"))
      })
  }

  /// A route whose every candidate names its entry.
  private func checked(_ route: Route, _ name: String) throws -> Route {
    if route.candidates.isEmpty {
      throw SwitchboardError(
        .configuration, "Route '\(name)' has no candidates; list at least one model.")
    }
    var route = route
    for place in route.candidates.indices {
      let model = route.candidates[place].model
      guard let vendor = model.vendor else {
        do {
          let (provider, id) = try resolve(model)
          route.candidates[place].model = ModelReference(vendor: provider.id, model: id)
          continue
        } catch let error as SwitchboardError {
          throw SwitchboardError(.configuration, "Route '\(name)': \(error.message)")
        }
      }
      if !vendor.rawValue.contains("*"), registry[vendor] == nil {
        throw unknownVendor(vendor, .configuration, "Route '\(name)' names")
      }
    }
    return route
  }
}
