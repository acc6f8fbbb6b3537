import SwitchboardCore
import SwitchboardMock
import SwitchboardWire
import Testing

@Suite struct MockLatencyTests {
  @Test func `each piece comes at its time`() async throws {
    let clock = VirtualClock()
    let mock = MockProvider(
      latency: .fixed(.init(firstToken: .milliseconds(300), perToken: .milliseconds(20))),
      clock: clock)
    let request = try ChatRequest.ask("Hi").with("{reply: {chunks: ['a', 'b', 'c']}}")
    let source = try mock.events(for: request).open()
    var times: [Duration] = []
    var sizes: [Int] = []
    while let batch = try await source.next() {
      times.append(clock.elapsed)
      sizes.append(batch.count)
    }
    #expect(times == [.zero, .milliseconds(300), .milliseconds(320), .milliseconds(340)])
    // Start and warning; the part and its first piece; a piece; a piece, the ends and the usage.
    #expect(sizes == [2, 2, 1, 4])
  }

  @Test func `a whole reply comes when all of it is there`() async throws {
    let clock = VirtualClock()
    let request = try ChatRequest.ask("Hi") { $0.stream = false }
      .with("{reply: {chunks: ['a', 'b', 'c']}, latency: {firstToken: '1s', perToken: '0.5s'}}")
    let reading = try await MockProvider(clock: clock).read(request)
    #expect(reading.batches.count == 1 && clock.elapsed == .seconds(2))
  }

  @Test func `a late first token delays all that follow`() async throws {
    let clock = VirtualClock()
    let request = try ChatRequest.ask("Hi")
      .with("{fault: {firstToken: '30s'}, reply: {text: 'a b'}}")
    let reading = try await MockProvider(clock: clock).read(request)
    #expect(reading.error == nil && reading.text == "a b" && clock.elapsed == .seconds(30))
    #expect(reading.batches.count == 2)
  }

  @Test func `real speeds differ by model`() async throws {
    var times: [String: Duration] = [:]
    for model in ["small", "slow"] {
      let clock = VirtualClock()
      _ = try await MockProvider(latency: .real, clock: clock).read(
        try .ask("Hi", model).with("{reply: {text: 'one two three'}}"))
      times[model] = clock.elapsed
    }
    #expect(times["small"] == .milliseconds(170))
    #expect(times["slow"] == .milliseconds(3_500))
  }

  @Test func `pictures wait too`() async throws {
    let clock = VirtualClock()
    _ = try await MockProvider(latency: .real, clock: clock).images(
      for: ImageRequest(model: "mock/painter", prompt: "x", size: .init(width: 8, height: 8)))
    #expect(clock.elapsed == .milliseconds(350))
  }

  @Test(arguments: [
    ("none", MockLatency.none), ("real", .real),
    ("300ms", .fixed(.init(firstToken: .milliseconds(300)))),
    ("1.5s 20ms", .fixed(.init(firstToken: .milliseconds(1_500), perToken: .milliseconds(20)))),
    ("2m 0.5ms", .fixed(.init(firstToken: .seconds(120), perToken: .microseconds(500)))),
  ])
  func `latency is read from text`(text: String, latency: MockLatency) throws {
    #expect(try MockLatency(text) == latency)
  }

  @Test(arguments: ["", "fast", "20", "ms", "1s 2s 3s", "-1s", "1 s", "1e9s", "real none", "٣s"])
  func `other text is refused`(text: String) throws {
    let error = #expect(throws: SwitchboardError.self) { try MockLatency(text) }
    #expect(error?.kind == .configuration)
  }
}

@Suite struct MockConfigurationTests {
  struct NoTransport: HTTPTransport {
    func exchange(_ request: HTTPRequest) -> any HTTPExchange {
      fatalError("The mock sends nothing.")
    }
  }

  @Test func `an entry sets seed, script and latency`() async throws {
    let mock = try MockProvider(
      configuration: VendorConfiguration(
        id: "fake", kind: "mock",
        values: ["seed": 7, "script": "mock.json5", "latency": "none"],
        files: ["script": Array("[{when: {prompt: 'x'}, reply: {text: 'scripted'}}]".utf8)]),
      transport: NoTransport())
    #expect(mock.id == "fake")
    #expect(try await mock.reply(to: .ask("x")).text == "scripted")
    let made = try await mock.reply(to: .ask("Explain the tides")).text
    #expect(try await MockProvider(seed: 7).reply(to: .ask("Explain the tides")).text == made)
    #expect(MockProvider.kinds.map(\.kind) == ["mock"])
    #expect(MockProvider.kinds[0].fields.map(\.name) == ["seed", "script", "latency"])
  }

  @Test func `a wrong script is named by its file`() throws {
    let error = #expect(throws: SwitchboardError.self) {
      try MockProvider(
        configuration: VendorConfiguration(
          id: "fake", kind: "mock", values: ["script": "mock.json5"],
          files: ["script": Array("[{whem: {}}]".utf8)]),
        transport: NoTransport())
    }
    #expect(error?.message.hasPrefix("mock.json5, line 1, column 3: the field 'whem'") == true)
  }
}
