import SwitchboardCore
import SwitchboardMock
import Testing

@Suite struct MockFaultTests {
  static let statuses: [(Int, SwitchboardError.Kind)] = [
    (400, .invalidRequest), (401, .authentication), (402, .quota), (403, .permission),
    (404, .notFound), (408, .timeout), (413, .invalidRequest), (422, .invalidRequest),
    (429, .rateLimited), (500, .server), (503, .overloaded), (504, .timeout), (529, .overloaded),
  ]

  @Test(arguments: statuses)
  func `a status is read as every vendor's`(status: Int, kind: SwitchboardError.Kind) async throws {
    let reading = try await MockProvider(id: "mine").read(
      try .ask("Hi").with("{fault: {status: \(status), code: 'c1', message: 'No.'}}"))
    let error = try #require(reading.error)
    #expect(error.kind == kind && error.status == status && error.code == "c1")
    #expect(error.message == "No." && error.vendor == "mine" && error.model == "small")
    #expect(reading.events.isEmpty)
  }

  @Test(arguments: [
    ("'retry-after': '7'", Duration.seconds(7)),
    ("'retry-after-ms': '250'", .milliseconds(250)),
    (
      "date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:40 GMT'",
      .seconds(3)
    ),
  ])
  func `header fields say how long to wait`(headers: String, wait: Duration) async throws {
    let error = try await MockProvider().failure(
      try .ask("Hi").with("{fault: {status: 429, headers: {\(headers)}}}"))
    #expect(error?.retryAfter == wait)
  }

  static let cuts: [(String, SwitchboardError.Kind)] = [
    ("cutAfter", .truncated), ("garbleAfter", .decoding), ("failAfter", .server),
  ]

  @Test(arguments: cuts)
  func `an answer breaks off after so many tokens`(
    field: String, kind: SwitchboardError.Kind
  ) async throws {
    for count in [0, 1, 5, 10_000] {
      let request = try ChatRequest.ask("Explain the tides", "slow")
        .with("{fault: {\(field): \(count)}}")
      let reading = try await MockProvider().read(request)
      #expect(reading.error?.kind == kind && reading.error?.vendor == "mock")
      #expect(count > 1_000 || reading.deltas.count == count)
      #expect(reading.violation == nil && !reading.grammar.isComplete)
      guard case .start = reading.events.first else {
        Issue.record("no start")
        return
      }
      let error = await #expect(throws: SwitchboardError.self) {
        try await MockProvider().reply(to: request)
      }
      #expect(error?.outputBegun == (count > 0))
    }
  }

  @Test(arguments: cuts)
  func `of a whole reply that breaks off nothing is seen`(
    field: String, kind: SwitchboardError.Kind
  ) async throws {
    let request = try ChatRequest.ask("Hi") { $0.stream = false }.with("{fault: {\(field): 3}}")
    let reading = try await MockProvider().read(request)
    #expect(reading.error?.kind == kind && reading.events.isEmpty)
  }

  @Test func `a failure within the stream has the kind it is given`() async throws {
    let error = try await MockProvider().failure(
      try .ask("Hi").with(
        "{fault: {failAfter: 2, kind: 'overloaded', code: 'busy', message: 'Too busy.'}}"))
    #expect(error?.kind == .overloaded && error?.code == "busy" && error?.message == "Too busy.")
    #expect(error?.status == nil)
  }

  @Test func `a connection can be refused`() async throws {
    let error = try await MockProvider().failure(try .ask("Hi").with("{fault: {refuse: true}}"))
    #expect(error?.kind == .network)
  }

  @Test func `a fault stops after its times, so that a retry succeeds`() async throws {
    let mock = MockProvider()
    let request = try ChatRequest.ask("Hi").with("{fault: {status: 503, times: 2}}")
    let named = try ChatRequest.ask("Hi").with("{fault: {status: 503, times: 1, name: 'other'}}")
    var kinds: [SwitchboardError.Kind?] = []
    for _ in 0..<4 { kinds.append(try await mock.failure(request)?.kind) }
    #expect(kinds == [.overloaded, .overloaded, nil, nil])
    #expect(try await mock.failure(named)?.kind == .overloaded)
    #expect(try await mock.failure(named) == nil)
    #expect(try await MockProvider().failure(request)?.kind == .overloaded)
  }

  @Test func `a fault of a script is counted apart from its rule`() async throws {
    let mock = MockProvider(
      script: try MockScript("[{ reply: { text: 'ok' }, fault: { status: 429, times: 1 } }]"))
    #expect(try await mock.failure(.ask("Hi"))?.kind == .rateLimited)
    #expect(try await mock.reply(to: .ask("Hi")).text == "ok")
  }

  @Test func `counts hold when many ask at once`() async throws {
    let mock = MockProvider()
    let request = try ChatRequest.ask("Hi").with("{fault: {refuse: true, times: 20}}")
    let failures = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 { group.addTask { try await mock.failure(request) != nil } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failures == 20)
  }

  @Test(arguments: [0, 3])
  func `a stalled answer ends with its reader`(count: Int) async throws {
    let request = try ChatRequest.ask("Explain the tides").with("{fault: {stallAfter: \(count)}}")
    let source = try MockProvider().events(for: request).open()
    let first = try #require(try await source.next())
    #expect(first.count { if case .partDelta = $0 { true } else { false } } == count)
    let reader = Task { try await source.next() }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(try await source.next() == nil)

    let task = Task { try await MockProvider().reply(to: request) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `faults hold for pictures`() async throws {
    let mock = MockProvider(
      script: try MockScript(
        """
        [{ when: { contains: 'busy' }, fault: { status: 503, times: 1 } },
         { when: { contains: 'cut' }, fault: { cutAfter: 1 } },
         { when: { contains: 'stall' }, fault: { stallAfter: 0 } }]
        """))
    func kind(_ prompt: String) async throws -> SwitchboardError.Kind? {
      do {
        _ = try await mock.images(for: ImageRequest(model: "mock/painter", prompt: prompt))
        return nil
      } catch let error as SwitchboardError {
        return error.kind
      }
    }
    #expect(try await kind("busy") == .overloaded)
    #expect(try await kind("busy") == nil)
    #expect(try await kind("cut") == .truncated)
    let task = Task { try await kind("stall") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
