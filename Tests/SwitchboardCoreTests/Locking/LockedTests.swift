import SwitchboardCore
import Testing

struct LockedTests {
  @Test func `no change is lost, however many make one`() async {
    let count = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 64_000)
  }

  @Test func `an error leaves the lock open, and what was changed stays`() {
    struct Broken: Error {}
    let value = Locked([1])
    #expect(throws: Broken.self) {
      try value.withLock { value throws(Broken) in
        value.append(2)
        throw Broken()
      }
    }
    #expect(value.withLock { $0 } == [1, 2])
  }

  @Test func `a value is changed in place and let go of with its lock`() {
    final class Token: Sendable {}
    weak var seen: Token?
    do {
      let token = Token()
      seen = token
      let value = Locked<Token?>(token)
      #expect(value.withLock { $0 } === token)
    }
    #expect(seen == nil)
  }
}
