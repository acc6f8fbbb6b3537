public import SwitchboardCore
import SwitchboardDigest

/// Keeps answers of earlier runs by what was asked.
public protocol AnswerCache: Sendable {
  /// The answer to a question; `nil` when there is none.
  func reply(for key: AnswerKey) async throws -> ChatReply?

  /// Keeps an answer in place of the one before.
  func keep(_ reply: ChatReply, for key: AnswerKey) async throws
}

/// A digest of everything that is asked, and of which repetition it is.
public struct AnswerKey: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits.
  public let description: String

  /// The key of a request.
  ///
  /// The request's own name does not count; media count by their bytes.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - repetition: The repetition, from 0.
  ///   - fingerprint: What is set up under the name of the vendor's entry: an answer of another one that had
  ///     the same name is none.
  public init(_ request: ChatRequest, repetition: Int, fingerprint: String = "") {
    var request = request
    request.id = nil
    var bytes = JSON.array([request.json, JSON(repetition), JSON(fingerprint)]).canonical()
    bytes += Array("\0sbc1".utf8)
    description = Hex.encode(SHA256.hash(bytes))
  }
}
