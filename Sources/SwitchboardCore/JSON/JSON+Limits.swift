extension JSON {
  /// How large a document may be before parsing refuses it.
  public struct Limits: Sendable, Hashable {
    /// How deep arrays and objects may nest; never more than 256, whatever is asked for.
    public var depth: Int
    /// How many values the document may hold.
    public var nodes: Int
    /// How many bytes the document may have; never more than 2 GiB.
    public var bytes: Int
    /// How many characters a number may have.
    public var numberLength: Int

    /// 64 levels, 200,000 values, 32 MiB, and numbers of 64 characters.
    public static let standard = Limits()

    /// Makes limits, each at its standard value unless given.
    public init(
      depth: Int = 64, nodes: Int = 200_000, bytes: Int = 32 << 20, numberLength: Int = 64
    ) {
      self.depth = depth
      self.nodes = nodes
      self.bytes = bytes
      self.numberLength = numberLength
    }

    // Readers and writers recurse once a level, on threads whose stack may be 512 KiB.
    var allowedDepth: Int { min(depth, 256) }

    // Tokens hold 32-bit offsets.
    var allowedBytes: Int { min(bytes, Int(Int32.max)) }
  }

  /// What parsing does with a key given twice in one object.
  public enum DuplicateKeys: Sendable, Hashable {
    /// The document is refused.
    case refuse
    /// The last member counts, and ``JSON/duplicateKeys`` tells how many keys were repeated.
    case lastWins
  }

  /// A place in a text.
  public struct Position: Sendable, Hashable {
    /// The line, from 1; lines end with LF, CR or CR LF.
    public var line: Int
    /// The column, from 1, in Unicode scalars.
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }
}

/// Turns rising byte offsets into positions, reading each byte once.
struct JSONPositionCursor {
  private var offset: Int
  private var position = JSON.Position(line: 1, column: 1)

  /// A cursor at the first character, which stands after a byte order mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    offset = JSONBytes.markLength(bytes)
  }

  /// The position of `target`, which may not lie before an earlier target.
  mutating func advance(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSON.Position {
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      offset += 1
      let isBeforeLineFeed = offset < bytes.count && bytes[offset] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isBeforeLineFeed {
        position = JSON.Position(line: position.line + 1, column: 1)
      } else if offset >= bytes.count || bytes[offset] & 0xC0 != 0x80 {
        // Columns count scalars: only the last byte of a sequence moves on.
        position.column += 1
      }
    }
    return position
  }
}
