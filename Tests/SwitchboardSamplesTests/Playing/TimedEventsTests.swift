import SwitchboardCore
import SwitchboardSamples
import Testing

struct TimedEventsTests {
  static let origin = Origin(vendor: "v", kind: "k", model: "m")
  static let usage = Usage(output: 3)

  /// `a b c` in three pieces, after a warning.
  static func answer(isWhole: Bool = false, limit: Int = 10) -> AnswerWriter {
    var answer = AnswerWriter(from: origin, isWhole: isWhole, limit: limit)
    answer.warn(Warning(.mock, "Made up."))
    answer.part(.text, ["a", " b", " c"])
    answer.finish(FinishReason(.stop, raw: "stop"), usage)
    return answer
  }

  /// What is handed out at which time, and how it ends.
  static func read(
    _ answer: TimedEvents
  ) async throws -> (batches: [[StreamEvent]], times: [Duration], error: SwitchboardError?) {
    let clock = JumpingClock()
    let source = TimedEventSource(clock: clock) { answer }
    var batches: [[StreamEvent]] = []
    var times: [Duration] = []
    do {
      while let batch = try await source.next() {
        batches.append(batch)
        times.append(clock.elapsed)
      }
    } catch let error as SwitchboardError {
      return (batches, times, error)
    }
    return (batches, times, nil)
  }

  static func deltas(_ batches: [[StreamEvent]]) -> [String] {
    batches.joined().compactMap { if case .partDelta(_, let text) = $0 { text } else { nil } }
  }

  @Test func `without waits all is there at once`() async throws {
    let answer = Self.answer().timed(firstToken: .zero, perToken: .zero)
    let (batches, times, error) = try await Self.read(answer)
    #expect(batches.count == 1 && times == [.zero] && error == nil)
    #expect(Self.deltas(batches) == ["a", " b", " c"])
  }

  @Test func `each piece comes at its time`() async throws {
    let answer = Self.answer().timed(firstToken: .seconds(3), perToken: .seconds(1))
    let (batches, times, _) = try await Self.read(answer)
    #expect(times == [.zero, .seconds(3), .seconds(4), .seconds(5)])
    #expect(batches.map(\.count) == [2, 2, 1, 4])
  }

  @Test func `a whole answer comes with its last piece`() async throws {
    let answer = Self.answer(isWhole: true).timed(firstToken: .seconds(3), perToken: .seconds(1))
    let (batches, times, _) = try await Self.read(answer)
    #expect(times == [.seconds(5)] && Self.deltas(batches) == ["a b c"])
  }

  @Test func `a limit cuts a part, and what comes behind it is not begun`() async throws {
    for limit in -1...4 {
      var answer = AnswerWriter(from: Self.origin, isWhole: false, limit: limit)
      answer.part(.text, ["a", " b", " c"])
      answer.part(.toolCall(id: "1", name: "t"), ["{}"])
      #expect(answer.tokens == max(0, limit) && answer.isCut == (limit < 4))
      let events = answer.timed(firstToken: .zero, perToken: .zero).events
      let parts = events.count { if case .partStart = $0 { true } else { false } }
      #expect(parts == (limit < 1 ? 0 : limit < 4 ? 1 : 2))
    }
  }

  @Test(arguments: [0, 1, 2, 3, 9], [false, true])
  func `an answer breaks off`(count: Int, isWhole: Bool) async throws {
    let failure = SwitchboardError(.truncated, "Cut.")
    let answer = Self.answer(isWhole: isWhole).timed(
      firstToken: .seconds(1), perToken: .seconds(1), .init(after: count, failure))
    let (batches, _, error) = try await Self.read(answer)
    #expect(error?.kind == .truncated)
    #expect(Self.deltas(batches).count == (isWhole ? 0 : min(count, 3)))
    var grammar = StreamGrammar()
    for event in batches.joined() { try grammar.check(event) }
    #expect(!grammar.isComplete)
  }

  @Test func `a stall lasts until it is cancelled, and then there is nothing`() async throws {
    let answer = Self.answer().timed(firstToken: .zero, perToken: .zero, .init(after: 2))
    let source = TimedEventSource(clock: JumpingClock()) { answer }
    #expect(Self.deltas([try await source.next() ?? []]) == ["a", " b"])
    let reader = Task { try await source.next() }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(try await source.next() == nil)
  }

  @Test func `nothing is made before it is asked for, and what fails there ends the answer`()
    async throws
  {
    let made = Locked(0)
    let source = TimedEventSource(clock: JumpingClock()) {
      made.withLock { $0 += 1 }
      throw SwitchboardError(.server, "No.")
    }
    #expect(made.withLock { $0 } == 0)
    await #expect(throws: SwitchboardError.self) { try await source.next() }
    #expect(try await source.next() == nil)
    #expect(made.withLock { $0 } == 1)

    let cancelled = TimedEventSource(clock: JumpingClock()) {
      Self.answer().timed(
        firstToken: .zero, perToken: .zero)
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.next() }
  }
}

/// A clock whose time passes only by sleeping on it, at once.
final class JumpingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let time = Locked(Duration.zero)

  var elapsed: Duration { time.withLock { $0 } }
  var now: Instant { Instant(offset: elapsed) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
  }
}
