/// A gate between a test and a script: one of them waits at it, the other opens it, once for ever.
public final class LoopbackGate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var listeners: [@Sendable () -> Void] = []
  }

  private let monitor = LoopbackMonitor(State())

  /// Creates a closed gate.
  public init() {}

  /// Whether it was opened.
  public var isOpen: Bool { monitor.read { $0.isOpen } }

  /// Opens it; idempotent.
  public func open() {
    let listeners = monitor.update { state in
      state.isOpen = true
      let listeners = state.listeners
      state.listeners = []
      return listeners
    }
    for listener in listeners { listener() }
  }

  /// Waits until it is open.
  ///
  /// - Throws: `CancellationError` when the test is cancelled.
  public func opened() async throws {
    try await monitor.value { $0.isOpen ? () : nil }
  }

  /// Calls a function when it opens, at once when it is open.
  func listen(_ listener: @escaping @Sendable () -> Void) {
    let isOpen = monitor.update { state in
      if !state.isOpen { state.listeners.append(listener) }
      return state.isOpen
    }
    if isOpen { listener() }
  }
}
