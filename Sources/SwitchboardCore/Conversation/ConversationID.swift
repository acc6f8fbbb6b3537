import SwitchboardDigest

/// The random id of one conversation.
///
/// It is the parent of the conversation's first messages, so two conversations never share a
/// message even when they open with the same words.
public struct ConversationID: Hashable, Sendable, CustomStringConvertible {
  /// The id's bytes: 16 of them.
  public let bytes: [UInt8]

  /// The number of bytes in an id.
  public static let byteCount = 16

  /// A new id that nobody else has.
  public static func random() -> ConversationID {
    ConversationID(unchecked: RandomBytes.make(byteCount))
  }

  /// The id that is always the same for the same bytes: the beginning of their SHA-256.
  ///
  /// It is for conversations that have a name elsewhere, and so are known again.
  public init(digestOf bytes: [UInt8]) {
    self.init(unchecked: Array(SHA256.hash(bytes).prefix(Self.byteCount)))
  }

  /// Wraps bytes; `nil` unless there are 16.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads 32 hexadecimal digits.
  public init?(_ text: String) {
    guard let bytes = Hex.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The id in 32 hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}
