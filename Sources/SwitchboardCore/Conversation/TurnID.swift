import SwitchboardDigest

/// The random id of one turn: 16 bytes.
public struct TurnID: Hashable, Sendable, CustomStringConvertible {
  /// The id's bytes.
  public let bytes: [UInt8]

  /// A new id.
  public static func random() -> TurnID { TurnID(unchecked: RandomBytes.make(16)) }

  /// Wraps bytes; `nil` unless there are 16.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The id in 32 hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}
