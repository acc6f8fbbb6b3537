public import SwitchboardCore

/// What happens to one candidate of a comparison.
public struct ComparisonEvent: Sendable {
  /// What happened.
  public enum Step: Sendable {
    /// It is asked now.
    case started
    /// Events of its answer, all that had arrived.
    case events([StreamEvent])
    /// It has answered.
    case finished(RoutedReply)
    /// It could not answer.
    case failed(SwitchboardError)
  }

  /// The candidate's place in the list that was asked for, from 0.
  public var candidate: Int

  /// What happened.
  public var step: Step
}

/// The answers of several models to one request, as they come.
///
/// The request is sent when iteration starts. Every candidate ends with one `finished` or `failed`;
/// one that fails spoils no other. Leaving the loop or cancelling the task ends all of them.
public struct Comparison: AsyncSequence, Sendable {
  /// One step of one candidate.
  public typealias Element = ComparisonEvent

  let router: Router
  let request: ChatRequest
  let context: ContextInput
  let models: [ModelReference]
  let inFlight: Int

  /// Asks the models.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      steps: StepReader { report in
        await each(of: models.count, atOnce: inFlight) { await ask($0, report) }
      })
  }

  /// The reader of a comparison; dropping it ends all answers.
  public struct Iterator: AsyncIteratorProtocol {
    var steps: StepReader<ComparisonEvent>

    /// Waits for the next step.
    ///
    /// - Throws: `CancellationError` when the task was cancelled.
    public mutating func next() async throws -> ComparisonEvent? { try await steps.next() }
  }

  @concurrent private func ask(
    _ place: Int, _ report: @Sendable (ComparisonEvent) -> Void
  ) async {
    var request = request
    request.model = models[place]
    report(ComparisonEvent(candidate: place, step: .started))
    do {
      let finished = try await router.answer(to: request, context: context).reply { events in
        report(ComparisonEvent(candidate: place, step: .events(events)))
      }
      report(ComparisonEvent(candidate: place, step: .finished(finished)))
    } catch {
      report(ComparisonEvent(candidate: place, step: .failed(Self.failure(error))))
    }
  }

  /// A failure as a comparison tells it.
  static func failure(_ error: any Error) -> SwitchboardError {
    error as? SwitchboardError
      ?? (error is CancellationError
        ? SwitchboardError(.cancelled, "The comparison was stopped.")
        : SwitchboardError(.server, String(describing: error), underlying: error))
  }
}

extension RoutedAnswer {
  /// Reads the answer to its end and tells its events as they come.
  func reply(_ tell: ([StreamEvent]) -> Void) async throws -> RoutedReply {
    let source = try open()
    try await withTaskCancellationHandler {
      while let events = try await source.next() { tell(events) }
    } onCancel: {
      source.cancel()
    }
    guard let finished else { throw CancellationError() }
    return finished
  }
}

extension Router {
  /// Asks several models the same, side by side.
  ///
  /// - Parameters:
  ///   - request: The request; its own model is not used.
  ///   - context: What its conversation knows beside it.
  ///   - models: The models, each in full; one may stand there more than once.
  ///   - inFlight: How many are asked at a time; at least 1.
  /// - Returns: The answers as they come, not yet started.
  public func compare(
    _ request: ChatRequest, context: ContextInput = ContextInput(),
    across models: [ModelReference], inFlight: Int = 8
  ) -> Comparison {
    Comparison(
      router: self, request: request, context: context, models: models,
      inFlight: Swift.max(1, inFlight))
  }
}
