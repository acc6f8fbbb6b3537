import SwitchboardCore

/// The reader of work that runs beside it and tells its steps; dropping the reader ends the work.
package struct StepReader<Step: Sendable>: AsyncIteratorProtocol {
  /// Tells a step.
  package typealias Report = @Sendable (Step) -> Void

  private final class Owner: Sendable {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
  }

  private let owner: Owner
  private var steps: AsyncStream<Step>.AsyncIterator

  /// Begins to work.
  package init(_ work: @escaping @Sendable (_ report: @escaping Report) async -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(of: Step.self)
    let task = Task {
      await work { continuation.yield($0) }
      continuation.finish()
    }
    owner = Owner(task)
    steps = stream.makeAsyncIterator()
  }

  /// Waits for the next step.
  ///
  /// - Returns: The step; `nil` when the work has ended.
  /// - Throws: `CancellationError` when the task was cancelled.
  package mutating func next() async throws -> Step? {
    let owner = owner
    let step = await withTaskCancellationHandler {
      await steps.next()
    } onCancel: {
      owner.task.cancel()
    }
    if step == nil { try Task.checkCancellation() }
    return step
  }
}

/// Does a number of things, some of them at once, and begins no more once the task is cancelled.
///
/// - Parameters:
///   - count: How many there are.
///   - most: The most at once; 1 or more.
///   - work: Does one, told by its number from 0.
///   - ended: Is called with what came of each, one after the other, as they end.
package func each<Outcome: Sendable>(
  of count: Int, atOnce most: Int, _ work: @escaping @Sendable (Int) async -> Outcome,
  ended: (Int, Outcome) async -> Void = { _, _ in }
) async {
  await withTaskGroup(of: (Int, Outcome).self) { group in
    var next = 0
    func begin() {
      let number = next
      next += 1
      group.addTask { (number, await work(number)) }
    }
    while next < min(most, count) { begin() }
    while let (number, outcome) = await group.next() {
      await ended(number, outcome)
      if next < count, !Task.isCancelled { begin() }
    }
  }
}
