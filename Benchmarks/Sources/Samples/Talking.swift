import Switchboard
import SwitchboardCore

/// Somebody who writes turns into a conversation, one after the other.
struct Talking: Sendable {
  let conversation = ConversationID.random()
  private(set) var head: NodeID?

  /// A turn as a program stores it: question, answer, one call and who was considered.
  static let question =
    "How deep is the water of the longest fjord, and why is it deeper inland than at its mouth?"
  static let answer =
    "The Sognefjord is 1,308 metres deep. Glaciers dug it out far below the level of the sea, and "
    + "they did most of their work inland, where the ice was thickest; at the mouth the ice thinned "
    + "and floated, and left a sill of rock and gravel that is less than 200 metres down."
  static let decision: JSON = [
    "route": "default", "policy": "ordered", "requires": [], "order": ["openai/gpt-4o-mini"],
    "tokens": ["input": 28, "output": 1024, "quality": "estimated"],
    "candidates": [["model": "openai/gpt-4o-mini", "verdict": "chosen", "reasons": []]],
  ]
  static let attempt = Attempt(
    number: 1, origin: Origin(vendor: "openai", kind: "openai", model: "gpt-4o-mini"),
    outcome: .reply, usage: Usage(input: 28, output: 71, source: .reported), timing: Timing(),
    startedAt: 1_000)

  /// The next turn, or one of several that follow each other behind others of the same call.
  func turn(
    _ question: String = question, _ answer: String = answer, at place: Int = 0, of count: Int = 1,
    behind first: Int = 0
  ) -> NewTurn {
    NewTurn(
      conversation: conversation,
      // The last one moves the branch for all of them.
      branch: place == count - 1 ? Branch.main : nil,
      parent: place > 0 ? .turn(first + place - 1) : head.map { .node($0) } ?? .root,
      expectedHead: head,
      messages: [.user(question), .assistant(answer, origin: Self.attempt.origin)],
      decision: Self.decision, attempts: [Self.attempt], at: 1_000)
  }

  /// Stores turns.
  mutating func say(_ count: Int, to store: any ConversationStore) async throws {
    for _ in 0..<count { try await say([turn()], to: store) }
  }

  /// Stores turns that follow each other, in one call.
  mutating func say(_ turns: [NewTurn], to store: any ConversationStore) async throws {
    let stored = try await store.append(turns)
    try expect(stored.count == turns.count && !stored.contains(where: \.hadConflict), "it failed")
    head = stored.last?.nodes.last?.id
  }
}
