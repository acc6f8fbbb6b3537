import Switchboard
import SwitchboardCore
import Testing

struct BranchReaderTests {
  /// A branch of a number of messages, and one that leaves it.
  private static func tree(
    _ length: Int, leaving fork: Int, with more: Int
  ) async throws -> (reader: BranchReader, other: BranchReader) {
    let store = MemoryStore()
    let id = ConversationID.random()
    func turn(_ range: Range<Int>, _ mark: String, after parent: NewTurn.Place) -> NewTurn {
      NewTurn(
        conversation: id, branch: nil, parent: parent,
        messages: range.map { .user("\(mark)\($0)") }, at: 1)
    }
    let main = try await store.append([turn(0..<length, "", after: .root)])[0].nodes
    let place = fork == 0 ? NewTurn.Place.root : .node(main[fork - 1].id)
    let other = try await store.append([turn(fork..<fork + more, "x", after: place)])[0].nodes
    return (
      try await BranchReader(to: main.last?.id, of: id, in: store),
      try await BranchReader(
        to: other.last?.id ?? (fork == 0 ? nil : main[fork - 1].id), of: id, in: store)
    )
  }

  @Test(arguments: [0, 1, 2, 63, 64, 65, 127, 128, 129, 400])
  func `a branch is read in order, whole and from any place`(_ length: Int) async throws {
    let reader = try await Self.tree(length, leaving: 0, with: 0).reader
    #expect(reader.count == length)
    for first in [0, 1, 63, 64, 65, length - 1, length, length + 1] where first >= 0 {
      var seen: [String] = []
      try await reader.read(from: first) { seen += $0.map(\.message.text) }
      #expect(seen == (0..<length).dropFirst(first).map(String.init), "from \(first)")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 130])
  func `the end of a branch is read without its beginning`(_ length: Int) async throws {
    let store = MemoryStore()
    let id = ConversationID.random()
    let nodes = try await store.append([
      NewTurn(
        conversation: id, parent: .root, messages: (0..<length).map { .user("\($0)") }, at: 1)
    ])[0].nodes
    for limit in [1, 2, 63, 64, 65, 66, length, length + 1] where limit > 0 {
      let reader = try await BranchReader(
        to: nodes.last?.id, of: id, in: store, last: limit)
      var seen: [String] = []
      try await reader.read { seen += $0.map(\.message.text) }
      #expect(seen == (0..<length).suffix(limit).map(String.init), "the last \(limit)")
      #expect(reader.count == length)
    }
  }

  @Test(arguments: [
    (10, 4, 3), (10, 0, 3), (10, 10, 3), (10, 4, 0), (200, 64, 1), (200, 63, 70), (200, 65, 200),
    (200, 128, 0), (200, 200, 64), (64, 64, 64), (130, 129, 1), (65, 64, 1),
  ])
  func `two branches know how far they go together`(
    _ length: Int, _ fork: Int, _ more: Int
  ) async throws {
    let (one, other) = try await Self.tree(length, leaving: fork, with: more)
    #expect(try await one.shared(with: other) == fork)
    #expect(try await other.shared(with: one) == fork)
    #expect(try await one.shared(with: one) == length)
  }
}
