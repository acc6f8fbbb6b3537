package import SwitchboardCore

/// A vendor whose answers a test writes down, one script a call.
package final class ScriptedVendor: StreamProvider, MultimodalProvider {
  /// One step of an answer.
  package enum Step: Sendable {
    /// Events that arrive together; none is a ping.
    case events([StreamEvent])
    /// The answer fails.
    case fail(SwitchboardError)
    /// Silence until the call is cancelled.
    case stall
    /// Silence until the test opens a gate.
    case gate(Gate)
    /// Tells the test, by opening a gate, that the reader has all before this and waits for more.
    case signal(Gate)
  }

  package typealias Script = [Step]

  package let id: VendorID
  package let kind: VendorKind = "scripted"
  package let models: [ModelDescriptor]
  package let missingKey: String?
  package let mediaDelivery: MediaDelivery
  package let hasClosedModelList: Bool
  private let scripts: Locked<[Script]>
  private let answer: (@Sendable (ChatRequest) -> Script)?
  private let seen = Locked<[ChatRequest]>([])
  private let closed = Locked(0)
  private let running = Locked((now: 0, most: 0))

  package init(
    _ id: VendorID = "a", models: [ModelDescriptor] = [ModelDescriptor("m")],
    missingKey: String? = nil, delivery: MediaDelivery = MediaDelivery(url: true),
    isClosed: Bool = false, scripts: [Script] = [],
    answer: (@Sendable (ChatRequest) -> Script)? = nil
  ) {
    self.id = id
    self.models = models
    self.missingKey = missingKey
    self.mediaDelivery = delivery
    self.hasClosedModelList = isClosed
    self.scripts = Locked(scripts)
    self.answer = answer
  }

  package func family(of model: String) -> ModelDescriptor? { nil }

  /// The requests that arrived.
  package var requests: [ChatRequest] { seen.withLock { $0 } }

  /// How many answers were cancelled.
  package var closedCount: Int { closed.withLock { $0 } }

  /// Opens when an answer is cancelled.
  package let closing = Gate()

  /// The most answers that ran at once.
  package var mostAtOnce: Int { running.withLock { $0.most } }

  package func events(for request: ChatRequest) -> EventStream {
    EventStream { [self] in
      seen.withLock { $0.append(request) }
      let script =
        answer?(request)
        ?? scripts.withLock { scripts in
          scripts.count > 1 ? scripts.removeFirst() : scripts.first ?? Self.answer("ok", from: id)
        }
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      return Source(script, vendor: self)
    }
  }

  fileprivate func ended(cancelled: Bool) {
    running.withLock { $0.now -= 1 }
    guard cancelled else { return }
    closed.withLock { $0 += 1 }
    closing.open()
  }

  /// A whole answer of one text.
  package static func answer(
    _ text: String, from id: VendorID = "a", model: String = "m", usage: Usage? = nil
  ) -> Script {
    var events: [StreamEvent] = [
      .start(Origin(vendor: id, kind: "scripted", model: model)),
      .partStart(index: 0, .text), .partDelta(index: 0, text: text),
      .partEnd(index: 0, vendorData: [:]),
    ]
    if let usage { events.append(.usage(usage)) }
    return [.events(events + [.finish(FinishReason(.stop, raw: "stop"))])]
  }

  /// A whole answer that calls tools.
  package static func calls(_ calls: [ToolCall], from id: VendorID = "a") -> Script {
    var events: [StreamEvent] = [.start(Origin(vendor: id, kind: "scripted", model: "m"))]
    for (index, call) in calls.enumerated() {
      events += [
        .partStart(index: index, .toolCall(id: call.id, name: call.name)),
        .partDelta(index: index, text: call.argumentsText),
        .partEnd(index: index, vendorData: [:]),
      ]
    }
    return [.events(events + [.finish(FinishReason(.toolCalls, raw: "tool_calls"))])]
  }

  /// The beginning of an answer with some text.
  package static func beginning(_ text: String, from id: VendorID = "a") -> Step {
    .events([
      .start(Origin(vendor: id, kind: "scripted", model: "m")), .partStart(index: 0, .text),
      .partDelta(index: 0, text: text),
    ])
  }

  private final class Source: EventSource {
    private struct State {
      var steps: ArraySlice<Step>
      var isCancelled = false
      var isOver = false
      var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Locked<State>
    private let vendor: ScriptedVendor

    init(_ script: Script, vendor: ScriptedVendor) {
      self.state = Locked(State(steps: script[...]))
      self.vendor = vendor
    }

    deinit { cancel() }

    var receivedAt: ContinuousClock.Instant? { nil }

    func cancel() {
      let (waiter, wasRunning) = state.withLock { state in
        let wasRunning = !state.isOver && !state.isCancelled
        state.isCancelled = true
        defer { state.waiter = nil }
        return (state.waiter, wasRunning)
      }
      if wasRunning { vendor.ended(cancelled: true) }
      waiter?.resume()
    }

    @concurrent func next() async throws -> [StreamEvent]? {
      while true {
        let step = try state.withLock { state throws in
          if state.isCancelled { throw CancellationError() }
          return state.steps.popFirst()
        }
        switch step {
        case .events(let events):
          if case .finish = events.last { over() }
          return events
        case .fail(let error):
          over()
          throw error
        case .gate(let gate):
          await gate.wait()
        case .signal(let gate):
          gate.open()
        case .stall:
          await withCheckedContinuation { continuation in
            let isCancelled = state.withLock { state in
              if !state.isCancelled { state.waiter = continuation }
              return state.isCancelled
            }
            if isCancelled { continuation.resume() }
          }
        case nil:
          over()
          return nil
        }
      }
    }

    private func over() {
      let wasRunning = state.withLock { state in
        defer { state.isOver = true }
        return !state.isOver && !state.isCancelled
      }
      if wasRunning { vendor.ended(cancelled: false) }
    }
  }
}
