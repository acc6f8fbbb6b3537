import Foundation
import Switchboard
import SwitchboardCore

/// Somebody who says things to a store.
struct Talk {
  let id = ConversationID.random()
  private(set) var head: NodeID?

  /// The next turn: a question, its answer, one call and who was considered.
  func turn(_ question: String, _ answer: String = "yes", at time: Double = 1_000) -> NewTurn {
    turn([.user(question), .assistant(answer)], at: time)
  }

  func turn(_ messages: [Message], at time: Double = 1_000) -> NewTurn {
    NewTurn(
      conversation: id, parent: head.map { .node($0) } ?? .root, expectedHead: head,
      messages: messages, decision: ["route": "default"],
      attempts: [
        Attempt(
          number: 1, origin: Origin(vendor: "mock", kind: "mock", model: "small"), outcome: .reply,
          timing: Timing(), startedAt: time)
      ], at: time)
  }

  @discardableResult
  mutating func say(
    _ question: String, _ answer: String = "yes", to store: any ConversationStore
  ) async throws -> StoredTurn {
    try await say(turn(question, answer), to: store)
  }

  @discardableResult
  mutating func say(_ turn: NewTurn, to store: any ConversationStore) async throws -> StoredTurn {
    let stored = try await store.append([turn])[0]
    head = stored.nodes.last?.id ?? head
    return stored
  }

  /// What is stored of it, the oldest first.
  func messages(in store: any ConversationStore) async throws -> [Message] {
    guard let head else { return [] }
    return try await store.path(to: head, in: id, limit: nil).map(\.message)
  }
}

/// How much the tests that torture a store do; `make check` does all of it.
enum Torture {
  static let isFull =
    ProcessInfo.processInfo.environment["SWITCHBOARD_TORTURE"] == "1"

  static func times(_ few: Int, of all: Int) -> Int { isFull ? all : few }
}
