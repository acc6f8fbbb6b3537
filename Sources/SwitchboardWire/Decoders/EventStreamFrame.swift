/// One frame of an AWS event stream; valid during the call that hands it out alone.
///
/// The layout is that of the "Amazon Event Stream Specification" (smithy.io/2.0/aws/amazon-eventstream):
/// header fields, each a name, a type and a value, and a payload.
public struct EventStreamFrame {
  /// The value of a header field.
  public enum Value: Hashable, Sendable {
    /// Types 0 and 1.
    case bool(Bool)
    /// Types 2 to 5: a number of 1, 2, 4 or 8 bytes.
    case integer(Int64)
    /// Type 6.
    case bytes([UInt8])
    /// Type 7.
    case string(String)
    /// Type 8: milliseconds since 1970.
    case timestamp(Int64)
    /// Type 9: 16 bytes.
    case uuid([UInt8])
  }

  /// What the frame carries.
  public let payload: UnsafeRawBufferPointer

  /// The header fields as they came, known to be well formed.
  private let block: UnsafeRawBufferPointer

  /// Takes the two parts of a frame; `nil` where the header fields are not well formed.
  init?(headers: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer) {
    self.block = headers
    self.payload = payload
    var reader = Reader(block: headers)
    while reader.next() != nil {}
    if !reader.isAtEnd { return nil }
  }

  /// The UTF-8 bytes of a string field; `nil` where there is none of that name.
  public func string(_ name: StaticString) -> UnsafeRawBufferPointer? {
    let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    var reader = Reader(block: block)
    while let field = reader.next() {
      if field.type == 7, field.name.elementsEqual(name) { return field.value }
    }
    return nil
  }

  /// All header fields, in order.
  public var fields: [(name: String, value: Value)] {
    var fields: [(name: String, value: Value)] = []
    var reader = Reader(block: block)
    while let field = reader.next() {
      fields.append((String(decoding: field.name, as: UTF8.self), field.read))
    }
    return fields
  }

  private struct Field {
    let name: UnsafeRawBufferPointer
    let type: UInt8
    let value: UnsafeRawBufferPointer

    var read: Value {
      switch type {
      case 0, 1: .bool(type == 0)
      case 6: .bytes(Array(value))
      case 7: .string(String(decoding: value, as: UTF8.self))
      case 8: .timestamp(number)
      case 9: .uuid(Array(value))
      default: .integer(number)
      }
    }

    /// Big-endian with a sign.
    private var number: Int64 {
      let first = value.first.map { Int64(Int8(bitPattern: $0)) } ?? 0
      return value.dropFirst().reduce(first) { $0 << 8 | Int64($1) }
    }
  }

  private struct Reader {
    let block: UnsafeRawBufferPointer
    var offset = 0

    var isAtEnd: Bool { offset == block.count }

    /// The next field; `nil` at the end and at what is not well formed.
    mutating func next() -> Field? {
      guard offset < block.count else { return nil }
      let nameLength = Int(block[offset])
      let nameStart = offset + 1
      let typeAt = nameStart + nameLength
      guard nameLength > 0, typeAt < block.count else { return nil }
      let type = block[typeAt]
      var start = typeAt + 1
      let length: Int
      switch type {
      case 0, 1: length = 0
      case 2: length = 1
      case 3: length = 2
      case 4: length = 4
      case 5, 8: length = 8
      case 6, 7:
        guard start + 2 <= block.count else { return nil }
        length = Int(block[start]) << 8 | Int(block[start + 1])
        start += 2
      case 9: length = 16
      default: return nil
      }
      guard start + length <= block.count else { return nil }
      offset = start + length
      return Field(
        name: UnsafeRawBufferPointer(rebasing: block[nameStart..<typeAt]), type: type,
        value: UnsafeRawBufferPointer(rebasing: block[start..<offset]))
    }
  }
}
