public import SwitchboardCore

/// Pictures with the story of how they came about.
public struct RoutedImages: Sendable {
  /// The pictures.
  public var reply: ImageReply

  /// Who was considered and why one was chosen.
  public var decision: Decision

  /// Every call that was made.
  public var attempts: [Attempt]
}

extension Router {
  /// Makes or changes pictures.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` with every attempt; `CancellationError` when the
  ///   task was cancelled.
  public func images(for request: ImageRequest) async throws -> RoutedImages {
    var attempts: [Attempt] = []
    return try await images(for: request, noting: &attempts)
  }

  /// Makes or changes pictures, and notes every call as it ends, also one that was cancelled.
  func images(
    for request: ImageRequest, noting attempts: inout [Attempt]
  ) async throws -> RoutedImages {
    var (decision, targets) = try decide(request)
    guard !targets.isEmpty else { throw Self.nobody(decision, request.model) }
    if request.strict { targets = try Self.withoutWarnings(targets) }
    let fallbackOn =
      request.model == nil ? route(named: request.route, answer: .images)?.fallbackOn : nil
    var plan = RetryPlan(reliability, fallbackOn: fallbackOn ?? [.error], targets: targets.count)
    let startedAt = time.now()
    let end = startedAt + reliability.deadlines.total
    var place = 0
    var price: Int?
    while true {
      let target = targets[place]
      let callStart = time.now()
      let wall = time.wall()
      plan.began()
      func record(
        _ outcome: Attempt.Outcome, reply: ImageReply? = nil, error: SwitchboardError? = nil
      ) {
        attempts.append(
          Attempt(
            number: attempts.count + 1, origin: reply?.origin ?? target.origin, outcome: outcome,
            error: error, usage: reply?.usage, cost: reply?.cost ?? .unknown,
            timing: Timing(total: time.now() - callStart), startedAt: wall))
      }
      do {
        var reply = try await call(target, request, remaining: end - callStart)
        reply.id = request.id
        reply.warnings = target.warnings + reply.warnings
        reply.cost = cost(of: reply, target)
        reply.timing = Timing(total: time.now() - startedAt)
        record(.reply, reply: reply)
        quota.succeed(target.provider.id, price: price)
        return RoutedImages(reply: reply, decision: decision, attempts: attempts)
      } catch let error where error is CancellationError || Task.isCancelled {
        record(.cancelled)
        throw CancellationError()
      } catch {
        var failure =
          error as? SwitchboardError
          ?? SwitchboardError(.server, String(describing: error), underlying: error)
        failure.vendor = failure.vendor ?? target.provider.id
        failure.model = failure.model ?? target.reference.model
        record(.failed, error: failure)
        price = nil
        let step = plan.after(failure, remaining: end - time.now(), random: random.unit) {
          price = quota.acquire(target.provider.id, isThrottle: $0)
          return price != nil
        }
        switch step {
        case .stop:
          failure.attempts = attempts
          throw failure
        case .next:
          place += 1
        case .again(let wait):
          try await time.sleep(wait)
        }
      }
    }
  }

  private func call(
    _ target: Target, _ request: ImageRequest, remaining: Duration
  ) async throws -> ImageReply {
    guard let provider = target.provider as? any ImageProvider else {
      throw SwitchboardError(.unsupported, "'\(target.provider.id)' makes no pictures.")
    }
    if request.task != .generate {
      guard let editor = provider as? any ImageEditing, editor.imageTasks.contains(request.task)
      else {
        throw SwitchboardError(
          .unsupported, "'\(target.provider.id)' has no task '\(request.task.rawValue)'.")
      }
    }
    var request = request
    request.model = target.reference
    request.deadlines = reliability.deadlines
    request.deadlines.total = remaining
    request.deadlines = request.deadlines.untilWhole
    return try await provider.images(for: request)
  }

  private func cost(of reply: ImageReply, _ target: Target) -> Cost {
    if let cost = reply.cost { return cost }
    if let reported = reply.usage?.reportedCost { return Cost(usd: reported, quality: .exact) }
    if let each = target.prices?.image {
      let total = Int64(reply.images.count).multipliedReportingOverflow(by: each.picodollars)
      // What one costs depends on its size and quality, and the words beside it cost, too.
      return Cost(
        usd: USD(picodollars: total.overflow ? .max : total.partialValue), quality: .estimated)
    }
    guard let usage = reply.usage else { return .unknown }
    return target.prices?.cost(of: usage) ?? .unknown
  }
}
