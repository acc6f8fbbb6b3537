import SwitchboardCore
import Testing

struct KeyRingTests {
  private func key(_ value: String, at place: String = "$KEY") -> Credential {
    Credential(place: place, isPresent: !value.isEmpty) { Secret(value) }
  }

  /// So many keys of a ring, in turn.
  private func used(_ ring: KeyRing, _ count: Int) async throws -> [String?] {
    var keys: [String?] = []
    for _ in 0..<count { keys.append(try await ring.next(for: "v")?.reveal()) }
    return keys
  }

  @Test func `keys are used in turn`() async throws {
    let ring = KeyRing([key("key-a"), key("key-b"), key("key-c")])
    let used = try await used(ring, 7)
    #expect(used == ["key-a", "key-b", "key-c", "key-a", "key-b", "key-c", "key-a"])
  }

  @Test func `keys that are not there are stepped over`() async throws {
    let ring = KeyRing([key(""), key("key-b"), key("")])
    #expect(try await used(ring, 2) == ["key-b", "key-b"])
    #expect(ring.present.count == 1)
    #expect(ring.missing(for: "v") == nil)
    #expect(!ring.isEmpty)
  }

  @Test func `turns are shared by all who ask at once`() async throws {
    let ring = KeyRing([key("key-a"), key("key-b")])
    let used = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<100 { group.addTask { try await ring.next(for: "v")?.reveal() } }
      return try await group.reduce(into: [String?: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(used == ["key-a": 50, "key-b": 50])
    #expect(ring.secretsForRedaction().count == 2)
  }

  @Test func `without any key the sentence names every place`() async throws {
    let ring = KeyRing([key("", at: "$A"), key("", at: "b.key")])
    let sentence = "Vendor 'v' has no key: $A or b.key is missing or empty."
    #expect(ring.missing(for: "v") == sentence)
    let error = await #expect(throws: SwitchboardError.self) { try await ring.next(for: "v") }
    #expect(error?.kind == .authentication)
    #expect(error?.vendor == "v")
    #expect(error?.message == sentence)
  }

  @Test func `an empty ring is for vendors that want no key`() async throws {
    let ring = KeyRing()
    #expect(ring.isEmpty)
    #expect(try await ring.next(for: "v") == nil)
    #expect(ring.missing(for: "v") == "Vendor 'v' has no key; give it one with `key`.")
    #expect(ring.secretsForRedaction().isEmpty)
  }

  @Test func `keys that were handed out are known for redaction, each once`() async throws {
    let ring = KeyRing([key("key-a"), key("key-b")])
    let secrets = ring.secretsForRedaction
    #expect(secrets().isEmpty)
    for _ in 0..<5 { _ = try await ring.next(for: "v") }
    #expect(secrets() == [Secret("key-a"), Secret("key-b")])
  }

  @Test func `a key is read when it is needed, not before`() async throws {
    let reads = Locked(0)
    let ring = KeyRing([
      Credential(place: "p", isPresent: true) {
        reads.withLock { $0 += 1 }
        return Secret("key-a")
      }
    ])
    _ = ring.missing(for: "v")
    _ = ring.present
    #expect(reads.withLock { $0 } == 0)
    _ = try await ring.next(for: "v")
    #expect(reads.withLock { $0 } == 1)
  }

  @Test func `a key that turns out to be empty is told with its place`() async throws {
    let credential = Credential(place: "the command", isPresent: true) { Secret(" \n") }
    let error = await #expect(throws: SwitchboardError.self) { try await credential.secret() }
    #expect(error?.kind == .authentication)
    #expect(error?.message == "The key in the command is missing or empty; set it and try again.")
  }

  @Test func `what reading a key throws comes through as it is`() async throws {
    struct Locked: Error {}
    let credential = Credential(place: "p", isPresent: true) { throw Locked() }
    await #expect(throws: Locked.self) { try await KeyRing([credential]).next(for: "v") }
  }

  @Test func `a key at hand knows whether it is there`() async throws {
    #expect(Credential(Secret("key-a")).isPresent)
    #expect(!Credential(Secret(" ")).isPresent)
    #expect(Credential(Secret("key-a")).scheme == .secret)
    #expect(try await KeyRing(Secret("key-a")).next(for: "v") == Secret("key-a"))
  }
}
