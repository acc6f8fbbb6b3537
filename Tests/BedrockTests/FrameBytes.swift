import SwitchboardCore

/// Writes frames of an AWS event stream, with a checksum reckoned one bit at a time.
enum FrameBytes {
  static func event(_ name: String, _ payload: String) -> [UInt8] {
    frame(
      [
        (":event-type", name), (":content-type", "application/json"), (":message-type", "event"),
      ], payload)
  }

  /// A piece of an answer of InvokeModelWithResponseStream.
  static func chunk(_ json: String) -> [UInt8] {
    event("chunk", #"{"bytes":"\#(Base64.encode(Array(json.utf8)))","p":"abcdef"}"#)
  }

  static func exception(_ word: String, _ payload: String) -> [UInt8] {
    frame([(":exception-type", word), (":message-type", "exception")], payload)
  }

  static func frame(_ fields: [(String, String)], _ payload: String) -> [UInt8] {
    var raw: [UInt8] = []
    for (name, value) in fields {
      raw += [UInt8(name.utf8.count)] + name.utf8 + [7, 0, UInt8(value.utf8.count)] + value.utf8
    }
    let lengths = number(UInt32(16 + raw.count + payload.utf8.count)) + number(UInt32(raw.count))
    let body = lengths + number(checksum(lengths)) + raw + payload.utf8
    return body + number(checksum(body))
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
