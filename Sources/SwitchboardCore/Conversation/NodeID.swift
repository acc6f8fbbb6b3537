import SwitchboardDigest

/// The id of one message in the tree of a conversation: a digest of what it says and of all that
/// went before it.
///
/// It is SHA-256 of `sb1\0`, the parent's id and the message's canonical JSON. Equal ids mean equal
/// histories, so branches share their past without saying so.
public struct NodeID: Hashable, Sendable, CustomStringConvertible {
  /// The digest's bytes: 32 of them.
  public let bytes: [UInt8]

  /// The number of bytes in an id.
  public static let byteCount = SHA256.byteCount

  /// Reckons the id of a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - parent: The message before it; `nil` for a first message.
  ///   - conversation: Whose first message it is; used when there is no parent.
  ///   - ordinal: How many equal messages the same parent already had; 0 or more.
  /// - Complexity: O(n) in the bytes of the message, media included.
  public init(
    of message: Message, after parent: NodeID?, in conversation: ConversationID, ordinal: Int
  ) {
    var hash = SHA256()
    hash.update(Array("sb1\0".utf8))
    hash.update(parent?.bytes ?? conversation.bytes)
    hash.update(message.canonical(ordinal: ordinal))
    self.bytes = hash.finalize()
  }

  /// Wraps bytes; `nil` unless there are 32.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits.
  public init?(_ text: String) {
    guard let bytes = Hex.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The id in 64 hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}

extension Message {
  /// The bytes that an id is a digest of: role, parts, origin and incompleteness, with sorted keys.
  ///
  /// Media stand as type, digest or address, and name; their size in pixels does not count.
  ///
  /// - Parameter ordinal: The number of equal siblings before it; 0 is left out.
  /// - Returns: Canonical JSON.
  public func canonical(ordinal: Int = 0) -> [UInt8] {
    var json = json(media: .hashed)
    if ordinal > 0 { json["n"] = JSON(ordinal) }
    return json.canonical()
  }
}
