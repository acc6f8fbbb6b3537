import SwitchboardCore
import SwitchboardSamples

extension MockProvider {
  /// What a script and the options of a request want of an answer.
  struct Plan {
    var reply: MockReply?
    var times: MockLatency.Times
    var breakOff: TimedEvents.BreakOff?
  }

  func answer(to request: ChatRequest) throws -> TimedEvents {
    let turn = try MockTurn(request, vendor: id, seed: seed)
    let plan = try plan(for: turn.question, turn.model, request.vendorOptions)
    return MockAnswer.write(plan.reply ?? MockReply(to: turn), to: turn)
      .timed(firstToken: plan.times.firstToken, perToken: plan.times.perToken, plan.breakOff)
  }

  /// What the first rule says that fits and is not used up, under what the options say.
  ///
  /// - Throws: The failure of a fault that keeps the answer from beginning.
  func plan(
    for question: MockQuestion, _ model: MockModel, _ options: [VendorKind: JSON]
  ) throws -> Plan {
    let own = try MockRule(options: options[MockModel.kind])
    let rule = rules.first { $0.fits(question) && take($0.key, of: $0.times) }
    var plan = Plan(
      reply: own?.reply ?? rule?.reply,
      times: own?.latency ?? rule?.latency ?? latency.times ?? model.speed)
    if let fault = own?.fault ?? rule?.fault, take(fault.key, of: fault.times) {
      switch fault.effect {
      case .refusal(let failure): throw failure()
      case .breakOff(var breakOff):
        breakOff.failure = breakOff.failure.map { place($0, model.name) }
        plan.breakOff = breakOff
      case .late(let wait): plan.times.firstToken = wait
      }
    }
    return plan
  }

  /// Uses one of so many; whether there was one left.
  private func take(_ key: String, of limit: Int?) -> Bool {
    guard let limit else { return true }
    return counts.withLock { counts in
      if counts[key, default: 0] >= limit { return false }
      counts[key, default: 0] += 1
      return true
    }
  }

  func placed<Result>(
    _ model: ModelReference?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as SwitchboardError {
      throw place(error, model?.model)
    }
  }

  /// The failure with the entry and model that failed.
  private func place(_ error: SwitchboardError, _ model: String?) -> SwitchboardError {
    var error = error
    error.vendor = id
    error.model = error.model ?? model
    return error
  }
}
