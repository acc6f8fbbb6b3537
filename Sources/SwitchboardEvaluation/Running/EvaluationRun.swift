public import Switchboard
public import SwitchboardCore

/// Asks the pairs of an ``Evaluation`` that were not asked yet, several at once.
///
/// ```swift
/// for try await step in EvaluationRun(of: evaluation, router: router) {
///   if case .cell(let cell) = step { evaluation.set(cell) }
/// }
/// ```
///
/// Every pair ends with one ``Step/cell(_:)``; one that fails spoils no other. Leaving the loop, or
/// cancelling the task, ends the answers that are on their way, and leaves no cell for them: the same
/// run goes on later without asking anything twice that had ended.
public struct EvaluationRun: AsyncSequence, Sendable {
  /// What happens.
  public enum Step: Sendable {
    /// A pair is asked now.
    case started(Evaluation.Place)
    /// A pair has ended.
    case cell(Evaluation.Cell)
    /// Answers cannot be kept for later runs, or earlier ones not be read; told once.
    case cacheFailed(SwitchboardError)
  }

  /// One step.
  public typealias Element = Step

  let evaluation: Evaluation
  let router: Router
  let concurrency: Int
  let maxCost: USD?
  let otherCosts: USD
  let cache: (any AnswerCache)?
  let readsCache: Bool
  let fingerprints: [VendorID: String]

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - evaluation: What to ask. Cells with an answer are not asked again; those without are.
  ///   - router: Who answers.
  ///   - concurrency: The most answers on their way at once; 1 or more.
  ///   - maxCost: Nothing is asked any more when this much was spent, or would be with the answers
  ///     that are on their way, as far as their cost can be expected. Answers of unknown cost count
  ///     nothing and are asked.
  ///   - otherCosts: What else was spent of `maxCost`, as on judging.
  ///   - cache: Answers of earlier runs.
  ///   - isFresh: Whether earlier answers are passed over; new ones are kept all the same.
  ///   - fingerprints: What is set up under the names of entries, for the keys of earlier answers.
  public init(
    of evaluation: Evaluation, router: Router, concurrency: Int = 8, maxCost: USD? = nil,
    otherCosts: USD = .zero, cache: (any AnswerCache)? = nil, isFresh: Bool = false,
    fingerprints: [VendorID: String] = [:]
  ) {
    self.evaluation = evaluation
    self.router = router
    self.concurrency = Swift.max(1, concurrency)
    self.maxCost = maxCost
    self.otherCosts = otherCosts
    self.cache = cache
    self.readsCache = !isFresh
    self.fingerprints = fingerprints
  }

  /// Begins to ask.
  public func makeAsyncIterator() -> Iterator {
    let places = evaluation.openPlaces
    let purse = Purse(most: maxCost, spent: evaluation.spent + otherCosts)
    return Iterator(
      steps: StepReader { report in
        await each(of: places.count, atOnce: concurrency) {
          await ask(places[$0], purse, report)
        }
      })
  }

  /// The reader of a run; dropping it ends all answers.
  public struct Iterator: AsyncIteratorProtocol {
    var steps: StepReader<Step>

    /// Waits for the next step.
    ///
    /// - Throws: `CancellationError` when the task was cancelled.
    public mutating func next() async throws -> Step? { try await steps.next() }
  }

  private func ask(
    _ place: Evaluation.Place, _ purse: Purse, _ report: @Sendable (Step) -> Void
  ) async {
    var cell = Evaluation.Cell(place: place, outcome: .skipped(""))
    var reserved: USD?
    defer { if let reserved { purse.settle(reserved, spent(by: cell)) } }
    do {
      let request = try evaluation.request(at: place)
      let key = AnswerKey(
        request, repetition: evaluation.sample(at: place),
        fingerprint: fingerprint(of: request.model))
      if readsCache, let reply = await kept(key, purse, report) {
        cell.outcome = .reply(reply)
        cell.isCached = true
      } else {
        reserved = purse.reserve { router.expectedCost(of: request) }
        if reserved == nil {
          cell.outcome = .skipped(purse.limitReached)
          report(.cell(cell))
          return
        }
        report(.started(place))
        let reply = try await router.reply(to: request).reply
        cell.outcome = .reply(reply)
        await keep(reply, for: key, purse, report)
      }
    } catch is CancellationError {
      return
    } catch {
      cell.outcome = .failure(
        error as? SwitchboardError ?? SwitchboardError(.server, "The question failed: \(error)."))
    }
    if case .reply(let reply) = cell.outcome {
      cell.results = evaluation.cases[place.row].checks.map { $0.result(for: reply) }
    }
    report(.cell(cell))
  }

  /// What is set up for a model; for one that names no entry, everything.
  private func fingerprint(of model: ModelReference?) -> String {
    if let vendor = model?.vendor { return fingerprints[vendor] ?? "" }
    return fingerprints.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
      .joined(separator: " ")
  }

  private func kept(
    _ key: AnswerKey, _ purse: Purse, _ report: (Step) -> Void
  ) async -> ChatReply? {
    do {
      return try await cache?.reply(for: key)
    } catch {
      complain(error, purse, report)
      return nil
    }
  }

  private func keep(
    _ reply: ChatReply, for key: AnswerKey, _ purse: Purse, _ report: (Step) -> Void
  ) async {
    do {
      try await cache?.keep(reply, for: key)
    } catch {
      complain(error, purse, report)
    }
  }

  private func complain(_ error: any Error, _ purse: Purse, _ report: (Step) -> Void) {
    guard purse.complainsFirst() else { return }
    report(
      .cacheFailed(
        error as? SwitchboardError
          ?? SwitchboardError(.configuration, "Answers cannot be kept: \(error).")))
  }

  private func spent(by cell: Evaluation.Cell) -> USD {
    switch cell.outcome {
    case .reply(let reply): reply.cost?.usd ?? .zero
    case .failure(let error): error.spent
    case .skipped: .zero
    }
  }
}

extension Evaluation {
  /// The places that have no answer yet: row by row, so that a run that stops has whole rows.
  public var openPlaces: [Place] {
    let done = Set(
      cells.compactMap { cell -> Place? in
        if case .reply = cell.outcome { cell.place } else { nil }
      })
    var places: [Place] = []
    for row in cases.indices {
      for repetition in 0..<repeats {
        for column in variants.indices {
          let place = Place(row: row, column: column, repetition: repetition)
          if !done.contains(place) { places.append(place) }
        }
      }
    }
    return places
  }

  /// What the answers of this run have cost as far as it is known, earlier runs' answers left out.
  public var spent: USD {
    cells.reduce(.zero) { sum, cell in
      guard !cell.isCached, case .reply(let reply) = cell.outcome else { return sum }
      return sum + (reply.cost?.usd ?? .zero)
    }
  }

  /// Which answer to its request a place holds, from 0: those of a column that asks the same as one
  /// before it come after that one's.
  func sample(at place: Place) -> Int {
    var own = variants[place.column]
    let before = variants[..<place.column].count { variant in
      own.name = variant.name
      return own == variant
    }
    return before * repeats + place.repetition
  }

  /// The request of a place: the case's, with the variant's model, system text and options.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when the variant's system
  ///   text has a variable for which the case has no value.
  public func request(at place: Place) throws -> ChatRequest {
    let variant = variants[place.column]
    var request = cases[place.row].request
    request.model = variant.model
    request.route = nil
    if let system = variant.system {
      request.system = try Template(system).filled(with: cases[place.row].variables)
    }
    request.options = request.options.overlaid(by: variant.options)
    return request
  }
}

extension ChatOptions {
  fileprivate func overlaid(by other: ChatOptions) -> ChatOptions {
    ChatOptions(
      maxOutputTokens: other.maxOutputTokens ?? maxOutputTokens,
      temperature: other.temperature ?? temperature, topP: other.topP ?? topP,
      topK: other.topK ?? topK, stop: other.stop.isEmpty ? stop : other.stop,
      seed: other.seed ?? seed, frequencyPenalty: other.frequencyPenalty ?? frequencyPenalty,
      presencePenalty: other.presencePenalty ?? presencePenalty,
      countPenalty: other.countPenalty ?? countPenalty)
  }
}
