extension JSON {
  /// The text as UTF-8: no spaces, members in order, and only the escapes RFC 8259 §7 demands.
  ///
  /// Equal input gives equal bytes. A missing value is written as `null`.
  public func encoded() -> [UInt8] {
    var output: [UInt8] = []
    if case .parsed(let document, let index) = storage {
      output.reserveCapacity(index == 0 ? document.bytes.count : 0)
    }
    write(into: &output)
    return output
  }

  /// Appends the encoded text to `output`.
  public func write(into output: inout [UInt8]) {
    switch storage {
    case .missing, .null: JSONWriter.literal("null", into: &output)
    case .bool(let value): JSONWriter.literal(value ? "true" : "false", into: &output)
    case .number(let text): output.append(contentsOf: text.utf8)
    case .string(let text): JSONWriter.string(text, into: &output)
    case .array(let elements):
      output.append(0x5B)
      var isFirst = true
      for element in elements {
        if !isFirst { output.append(0x2C) }
        isFirst = false
        element.write(into: &output)
      }
      output.append(0x5D)
    case .object(let members):
      output.append(0x7B)
      var isFirst = true
      for member in members {
        if !isFirst { output.append(0x2C) }
        isFirst = false
        JSONWriter.string(member.key, into: &output)
        output.append(0x3A)
        member.value.write(into: &output)
      }
      output.append(0x7D)
    case .parsed(let document, let index): document.write(Int(index), into: &output)
    }
  }

  /// The encoded text.
  public var text: String {
    String(decoding: encoded(), as: UTF8.self)
  }

  /// The text with a member or element a line and two spaces a level, for people.
  public func pretty() -> String {
    var output: [UInt8] = []
    JSONWriter.pretty(self, indent: 0, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The text in the form that is hashed: as encoded, with keys sorted by their UTF-8 bytes.
  ///
  /// Numbers keep their source text and strings are not normalised, so `1.0` and `1` differ.
  public func canonical() -> [UInt8] {
    var output: [UInt8] = []
    JSONWriter.canonical(self, into: &output)
    return output
  }
}

/// Writes the pieces of a text.
enum JSONWriter {
  static func literal(_ text: StaticString, into output: inout [UInt8]) {
    output.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  static func string(_ text: String, into output: inout [UInt8]) {
    var text = text
    text.withUTF8 { string($0, into: &output) }
  }

  /// Writes a string's text with its quotes and the escapes it needs.
  static func string(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    output.append(0x22)
    var start = 0
    while true {
      let end = JSONBytes.plainEnd(text, from: start, stopsAtNonASCII: false)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      if end == text.count { break }
      escape(text[end], into: &output)
      start = end + 1
    }
    output.append(0x22)
  }

  private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    output.append(0x5C)
    switch byte {
    case 0x08: output.append(0x62)
    case 0x09: output.append(0x74)
    case 0x0A: output.append(0x6E)
    case 0x0C: output.append(0x66)
    case 0x0D: output.append(0x72)
    case 0x22, 0x5C: output.append(byte)
    default:
      literal("u00", into: &output)
      output.append(0x30 + byte >> 4)
      let low = byte & 0x0F
      output.append(low < 10 ? 0x30 + low : 0x61 + low - 10)
    }
  }

  static func canonical(_ json: JSON, into output: inout [UInt8]) {
    switch json.kind {
    case .array:
      output.append(0x5B)
      for (place, element) in json.elements.enumerated() {
        if place > 0 { output.append(0x2C) }
        canonical(element, into: &output)
      }
      output.append(0x5D)
    case .object:
      let members = json.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      output.append(0x7B)
      for (place, member) in members.enumerated() {
        if place > 0 { output.append(0x2C) }
        string(member.key, into: &output)
        output.append(0x3A)
        canonical(member.value, into: &output)
      }
      output.append(0x7D)
    case .missing, .null, .bool, .number, .string: json.write(into: &output)
    }
  }

  static func pretty(_ json: JSON, indent: Int, into output: inout [UInt8]) {
    guard json.count > 0 else { return json.write(into: &output) }
    let isObject = json.kind == .object
    output.append(isObject ? 0x7B : 0x5B)
    let children =
      isObject
      ? json.members.map { (key: $0.key as String?, value: $0.value) }
      : json.elements.map { (key: nil, value: $0) }
    for (place, child) in children.enumerated() {
      if place > 0 { output.append(0x2C) }
      newLine(indent: indent + 2, into: &output)
      if let key = child.key {
        string(key, into: &output)
        literal(": ", into: &output)
      }
      pretty(child.value, indent: indent + 2, into: &output)
    }
    newLine(indent: indent, into: &output)
    output.append(isObject ? 0x7D : 0x5D)
  }

  private static func newLine(indent: Int, into output: inout [UInt8]) {
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: indent))
  }
}

extension JSONDocument {
  /// Writes a token's value; what needs no change is copied from the source.
  fileprivate func write(_ index: Int, into output: inout [UInt8]) {
    let token = tokens[index]
    switch token.kind {
    case .null: JSONWriter.literal("null", into: &output)
    case .yes: JSONWriter.literal("true", into: &output)
    case .no: JSONWriter.literal("false", into: &output)
    case .number: withSource(of: token) { output.append(contentsOf: $0) }
    case .string: writeString(token, into: &output)
    case .array:
      output.append(0x5B)
      var isFirst = true
      forEachElement(of: index) { element in
        if !isFirst { output.append(0x2C) }
        isFirst = false
        write(element, into: &output)
      }
      output.append(0x5D)
    case .object:
      output.append(0x7B)
      var isFirst = true
      forEachKey(of: index) { key in
        if !isFirst { output.append(0x2C) }
        isFirst = false
        writeString(tokens[key], into: &output)
        output.append(0x3A)
        write(key + 1, into: &output)
      }
      output.append(0x7D)
    }
  }

  private func writeString(_ token: JSONToken, into output: inout [UInt8]) {
    if token.isEscaped {
      // The source may escape more than it must.
      return bytes.withUnsafeBufferPointer { bytes in
        token.withText(in: bytes) { JSONWriter.string($0, into: &output) }
      }
    }
    output.append(0x22)
    withSource(of: token) { output.append(contentsOf: $0) }
    output.append(0x22)
  }
}
