import SwitchboardCore
import SwitchboardEvaluation

/// A cache in memory, which can be full.
final class KeptAnswers: AnswerCache {
  private let replies = Locked<[AnswerKey: ChatReply]>([:])
  private let isFull: Bool

  init(isFull: Bool = false) { self.isFull = isFull }

  var texts: [String] { replies.withLock { $0.values.map(\.text).sorted() } }

  func reply(for key: AnswerKey) async throws -> ChatReply? { replies.withLock { $0[key] } }

  func keep(_ reply: ChatReply, for key: AnswerKey) async throws {
    if isFull { throw SwitchboardError(.configuration, "The disk is full.") }
    replies.withLock { $0[key] = reply }
  }
}
