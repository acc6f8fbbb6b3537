import SwitchboardWire

/// Writes a frame of an AWS event stream, with both of its checksums.
enum EventFrame {
  /// A frame as Bedrock sends it: the kind of the event in a header field, JSON as payload.
  static func bytes(_ event: String, payload: [UInt8]) -> [UInt8] {
    let fields =
      field(":event-type", event) + field(":content-type", "application/json")
      + field(":message-type", "event")
    let lengths = bigEndian(16 + fields.count + payload.count) + bigEndian(fields.count)
    let frame = lengths + checksum(lengths) + fields + payload
    return frame + checksum(frame)
  }

  /// A header field of type 7, a text.
  private static func field(_ name: String, _ value: String) -> [UInt8] {
    var bytes = [UInt8(name.utf8.count)] + name.utf8
    bytes += [7, 0, UInt8(value.utf8.count)]
    return bytes + value.utf8
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    bigEndian(Int(bytes.withUnsafeBytes { CRC32.standard.checksum($0) }))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
