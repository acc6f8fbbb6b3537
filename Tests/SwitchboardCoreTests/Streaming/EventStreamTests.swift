import SwitchboardCore
import Testing

struct EventStreamTests {
  private typealias Step = ScriptedSource.Step

  private static let start = StreamEvent.start(Origin(vendor: "a", kind: "k", model: "m"))
  private static let usage = StreamEvent.usage(Usage(input: 1))
  private static let finish = StreamEvent.finish(FinishReason(.stop))

  @Test func `nothing starts before the first step is wanted`() async throws {
    let starts = Locked(0)
    let stream = EventStream {
      starts.withLock { $0 += 1 }
      return ScriptedSource([])
    }
    #expect(starts.withLock { $0 } == 0)
    var iterator = stream.makeAsyncIterator()
    #expect(starts.withLock { $0 } == 0)
    #expect(try await iterator.next() == nil)
    #expect(starts.withLock { $0 } == 1)
  }

  @Test func `events come one by one in their order, and pings are not seen`() async throws {
    let source = ScriptedSource([
      .events([]), .events([Self.start, Self.usage]), .events([]), .events([]),
      .events([Self.finish]),
    ])
    var events: [StreamEvent] = []
    for try await event in EventStream({ source }) { events.append(event) }
    #expect(events == [Self.start, Self.usage, Self.finish])
    #expect(source.asked == 6)
  }

  @Test func `the end stays the end`() async throws {
    let source = ScriptedSource([.events([Self.start])])
    var iterator = EventStream { source }.makeAsyncIterator()
    #expect(try await iterator.next() == Self.start)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
    #expect(source.asked == 2)
  }

  @Test func `an answer is read once, whichever way it is read`() async throws {
    let stream = EventStream { ScriptedSource([]) }
    for try await _ in stream {}
    let again = await #expect(throws: SwitchboardError.self) { for try await _ in stream {} }
    #expect(again?.kind == .invalidRequest)
    #expect(
      again?.message == "This answer was read before; send the request again for another one.")
    #expect(throws: SwitchboardError.self) { try stream.open() }

    let opened = EventStream { ScriptedSource([.events([Self.start])]) }
    #expect(try await opened.open().next() == [Self.start])
    let copy = opened
    await #expect(throws: SwitchboardError.self) { for try await _ in copy {} }
  }

  @Test func `of many readers at once one gets the answer`() async {
    let stream = EventStream { ScriptedSource([]) }
    let opened = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          do {
            _ = try stream.open()
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(opened == 1)
  }

  @Test func `an error ends the answer and closes it`() async throws {
    let source = ScriptedSource([
      .events([Self.start]), .fail(SwitchboardError(.server, "no")), .events([Self.finish]),
    ])
    var iterator = EventStream { source }.makeAsyncIterator()
    #expect(try await iterator.next() == Self.start)
    do {
      _ = try await iterator.next()
      Issue.record("The error did not come.")
    } catch let error as SwitchboardError {
      #expect(error.kind == .server)
    }
    #expect(source.cancels == 1)
    #expect(try await iterator.next() == nil)
    #expect(source.asked == 2)
  }

  @Test func `an error of the start comes at the first step`() async throws {
    let stream = EventStream(failing: SwitchboardError(.authentication, "no key"))
    var iterator = stream.makeAsyncIterator()
    do {
      _ = try await iterator.next()
      Issue.record("The error did not come.")
    } catch let error as SwitchboardError {
      #expect(error.kind == .authentication)
    }
    #expect(try await iterator.next() == nil)
    #expect(throws: SwitchboardError.self) {
      try EventStream(failing: SwitchboardError(.authentication, "no key")).open()
    }
  }

  @Test func `leaving the loop closes the answer`() async throws {
    let source = ScriptedSource([.events([Self.start, Self.usage]), .stall])
    for try await _ in EventStream({ source }) { break }
    #expect(source.cancels == 1)
    #expect(source.asked == 1)
  }

  @Test func `dropping the iterator closes the answer`() async throws {
    let source = ScriptedSource([.events([Self.start, Self.usage]), .stall])
    do {
      var iterator = EventStream { source }.makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(source.cancels == 1)
  }

  @Test func `an iterator that was never used starts nothing`() {
    let starts = Locked(0)
    do {
      _ = EventStream {
        starts.withLock { $0 += 1 }
        return ScriptedSource([])
      }.makeAsyncIterator()
    }
    #expect(starts.withLock { $0 } == 0)
  }

  @Test func `cancelling the task closes the answer, and its reader is told`() async {
    let (stalls, stalled) = AsyncStream.makeStream(of: Void.self)
    let source = ScriptedSource([.events([Self.start]), .stall]) { stalled.yield() }
    let reading = Task {
      var count = 0
      do {
        for try await _ in EventStream({ source }) { count += 1 }
      } catch is CancellationError {
        return count
      } catch {
        Issue.record(error)
      }
      return -1
    }
    for await _ in stalls { break }
    reading.cancel()
    #expect(await reading.value == 1)
    #expect(source.cancels >= 1)
  }

  @Test func `a reader whose task was cancelled before is told, and nothing is read`() async {
    let source = ScriptedSource([.events([Self.start])])
    let reading = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in EventStream({ source }) {}
    }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(source.asked == 0)
    #expect(source.cancels == 1)
  }

  @Test func `an end that a cancelled task sees is no quiet end`() async {
    let source = ScriptedSource([.events([Self.start])])
    let reading = Task {
      for try await _ in EventStream({ source }) { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
  }
}
