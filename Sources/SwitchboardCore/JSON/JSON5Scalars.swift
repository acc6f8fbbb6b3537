// The strings, keys and numbers of JSON5.

extension JSON5Parser {
  /// Reads a quoted string (spec.json5.org §5), single or double.
  mutating func string() throws(JSON.ParseError) -> String {
    let quote = bytes[at]
    at += 1
    var text: [UInt8] = []
    while try peek() != quote {
      let byte = bytes[at]
      if byte == 0x5C {
        try escape(into: &text)
      } else if byte == 0x0A || byte == 0x0D {
        throw failure(.controlCharacter)
      } else {
        text.append(byte)
        at += 1
      }
    }
    at += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSON.ParseError) {
    guard at + 1 < bytes.count else {
      at = bytes.count
      throw failure(.unexpectedEnd)
    }
    switch bytes[at + 1] {
    case 0x75:
      guard let escape = JSONBytes.unicodeEscape(bytes, at: at) else {
        throw failure(.invalidEscape)
      }
      text.append(contentsOf: String(escape.scalar).utf8)
      at += escape.length
    case 0x78:
      guard let value = JSONBytes.hex(bytes, at: at + 2, digits: 2),
        let scalar = Unicode.Scalar(value)
      else { throw failure(.invalidEscape) }
      text.append(contentsOf: String(scalar).utf8)
      at += 4
    case 0x30:
      // `\0` is NUL, but octal escapes do not exist.
      guard at + 2 >= bytes.count || !(0x30...0x39 ~= bytes[at + 2]) else {
        throw failure(.invalidEscape)
      }
      text.append(0)
      at += 2
    case 0x31...0x39: throw failure(.invalidEscape)
    case 0x76:
      text.append(0x0B)
      at += 2
    default:
      at += 1
      let lineBreak = lineBreakLength()
      if lineBreak > 0 {
        // A backslash before a line break continues the string on the next line.
        at += lineBreak
      } else if let byte = JSONBytes.simpleEscape(bytes[at]) {
        text.append(byte)
        at += 1
      } else {
        // Any other character stands for itself.
        text.append(contentsOf: bytes[at..<at + scalar().length])
        at += scalar().length
      }
    }
  }

  /// Reads a member's key (§3): a string, or an identifier as in ECMAScript 5.1.
  mutating func key() throws(JSON.ParseError) -> String {
    if bytes[at] == 0x22 || bytes[at] == 0x27 { return try string() }
    var key = String.UnicodeScalarView()
    while at < bytes.count {
      let start = at
      var part = scalar()
      if part.scalar == "\\" {
        guard at + 1 < bytes.count, bytes[at + 1] == 0x75,
          let escape = JSONBytes.unicodeEscape(bytes, at: at)
        else { throw failure(.invalidEscape) }
        part = escape
      }
      guard Self.isIdentifier(part.scalar, atStart: key.isEmpty) else {
        at = start
        break
      }
      key.append(part.scalar)
      at += part.length
    }
    guard !key.isEmpty else { throw failure(.expected("a key")) }
    return String(key)
  }

  private static func isIdentifier(_ scalar: Unicode.Scalar, atStart: Bool) -> Bool {
    switch scalar {
    case "$", "_", "a"..."z", "A"..."Z": return true
    case "0"..."9", "\u{200C}", "\u{200D}": return !atStart
    case "\0"..."\u{7F}": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !atStart
    default: return false
    }
  }

  /// Reads a number (§6) and gives it the form JSON has for it.
  mutating func number() throws(JSON.ParseError) -> JSON {
    let start = at
    var text = ""
    if bytes[at] == 0x2B || bytes[at] == 0x2D {
      if bytes[at] == 0x2D { text = "-" }
      at += 1
    }
    if isNotFinite() {
      at = start
      throw failure(.notFinite)
    }
    if take("0x") || take("0X") {
      let digits = run { JSONBytes.hexDigit($0) != nil }
      try checkLength(from: start)
      guard !digits.isEmpty else { throw failure(.invalidNumber) }
      text += Self.decimal(ofHex: digits)
    } else {
      let integer = run { 0x30...0x39 ~= $0 }
      let fraction = take(".") ? run { 0x30...0x39 ~= $0 } : ""
      guard !(integer.isEmpty && fraction.isEmpty) else { throw failure(.invalidNumber) }
      text += integer.isEmpty ? "0" : integer
      if !fraction.isEmpty { text += ".\(fraction)" }
      if take("e") || take("E") {
        text += "e"
        if take("-") { text += "-" } else if take("+") { text += "+" }
        text += run { 0x30...0x39 ~= $0 }
      }
      try checkLength(from: start)
    }
    // What is still wrong, a leading zero or an exponent without digits, JSON refuses as well.
    guard let number = JSON(number: text) else {
      at = start
      throw failure(.invalidNumber)
    }
    return number
  }

  private mutating func checkLength(from start: Int) throws(JSON.ParseError) {
    guard at - start <= limits.numberLength else {
      at = start
      throw failure(.numberTooLong(limit: limits.numberLength))
    }
  }

  private mutating func run(while isPart: (UInt8) -> Bool) -> String {
    let start = at
    while at < bytes.count, isPart(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// The decimal digits of hexadecimal ones, at any length.
  private static func decimal(ofHex hex: String) -> String {
    // Least significant first.
    var digits: [UInt8] = [0]
    for byte in hex.utf8 {
      var carry = Int(JSONBytes.hexDigit(byte) ?? 0)
      for place in digits.indices {
        carry += Int(digits[place]) * 16
        digits[place] = UInt8(carry % 10)
        carry /= 10
      }
      while carry > 0 {
        digits.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    return String(decoding: digits.reversed().map { 0x30 + $0 }, as: UTF8.self)
  }
}
