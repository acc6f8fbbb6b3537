/// Writes frames of an AWS event stream, with a checksum reckoned one bit at a time.
enum FrameBytes {
  static func event(_ name: String, _ payload: String) -> [UInt8] {
    let fields = [
      (":event-type", name), (":content-type", "application/json"), (":message-type", "event"),
    ]
    return frame(fields.map { ($0.0, 7, text($0.1)) }, Array(payload.utf8))
  }

  static func frame(_ fields: [(String, UInt8, [UInt8])], _ payload: [UInt8]) -> [UInt8] {
    var raw: [UInt8] = []
    for (name, type, value) in fields {
      raw += [UInt8(name.utf8.count)] + name.utf8 + [type] + value
    }
    return frame(raw: raw, payload)
  }

  static func frame(raw fields: [UInt8], _ payload: [UInt8]) -> [UInt8] {
    let length = UInt32(16 + fields.count + payload.count)
    let body = prelude(length: length, fields: UInt32(fields.count)) + fields + payload
    return body + number(checksum(body))
  }

  static func prelude(length: UInt32, fields: UInt32) -> [UInt8] {
    let lengths = number(length) + number(fields)
    return lengths + number(checksum(lengths))
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  private static func text(_ text: String) -> [UInt8] {
    [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + text.utf8
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
