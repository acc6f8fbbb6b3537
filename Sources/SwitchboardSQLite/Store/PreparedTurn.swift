import Switchboard
import SwitchboardCore
import SwitchboardDigest

/// A turn in the forms in which it is stored, made by the caller's task: the writing thread is one for
/// all.
struct PreparedTurn: Sendable {
  struct PreparedMessage: Sendable {
    let message: Message
    let stored: [UInt8]
    /// Its text for the index.
    let words: String
    /// The bytes of its media with their digests.
    let blobs: [(digest: [UInt8], bytes: [UInt8])]
  }

  let turn: NewTurn
  let messages: [PreparedMessage]
  let decision: [UInt8]?
  let attempts: [[UInt8]]

  /// Encodes a turn.
  ///
  /// - Throws: `invalidRequest` when a message or story is nested too deep to be read again.
  init(_ turn: NewTurn) throws {
    self.turn = turn
    messages = try turn.messages.map { message in
      PreparedMessage(
        message: message, stored: try StoredJSON.encode(message.storedJSON),
        words: IndexedText.text(of: message.text),
        blobs: Self.media(in: message.parts).map { (SHA256.hash($0), $0) })
    }
    decision = try turn.decision.map(StoredJSON.encode)
    attempts = try turn.attempts.map { try StoredJSON.encode($0.json) }
  }

  private static func media(in parts: [Part]) -> [[UInt8]] {
    parts.flatMap { part -> [[UInt8]] in
      switch part.content {
      case .media(let media): media.bytes.map { [$0] } ?? []
      case .toolResult(let result): self.media(in: result.content)
      default: []
      }
    }
  }
}
