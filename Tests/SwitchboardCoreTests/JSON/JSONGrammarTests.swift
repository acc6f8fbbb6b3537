import SwitchboardCore
import Testing

struct JSONGrammarTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("false", "false"), ("0", "0"), ("-0", "-0"),
    ("-1", "-1"), ("10", "10"), ("1.5", "1.5"), ("1e2", "1e2"), ("1E+2", "1E+2"),
    ("1.0e-2", "1.0e-2"), ("1e400", "1e400"), (#""""#, #""""#), (#""a""#, #""a""#),
    ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), ("\t[\r\n1 , 2\n]\n ", "[1,2]"),
    (#"{ "a" : 1 , "b" : [ ] }"#, #"{"a":1,"b":[]}"#), (#"{"":0}"#, #"{"":0}"#),
    ("[[[]],{}]", "[[[]],{}]"), (#""\/""#, #""/""#), (#""\u0041\u00e9""#, #""Aé""#),
    (#""\"\\\b\f\n\r\t""#, #""\"\\\b\f\n\r\t""#),
    (#""\u0000\u001F\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
    (#""\ud83d\uDE00""#, #""😀""#), (#""😀 é €""#, #""😀 é €""#),
    ("\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""), ("\u{FEFF}[1]", "[1]"),
    (
      #""a long text that fills more than one machine word ü and goes on""#,
      #""a long text that fills more than one machine word ü and goes on""#
    ),
    (#"[null,true,false,"x",{"k":{"k":[{}]}}]"#, #"[null,true,false,"x",{"k":{"k":[{}]}}]"#),
  ])
  func `valid text parses and is written back in short form`(text: String, written: String) throws {
    #expect(try JSON(parsing: text).text == written)
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud800\\udc00""#, "\u{FFFD}\\udc00"),
  ])
  func `a lone surrogate escape becomes the replacement character`(
    text: String, value: String
  ) throws {
    #expect(try JSON(parsing: text).string == value)
  }

  @Test(arguments: [
    ("", JSON.ParseError.Reason.empty), (" \n", .empty), ("\u{FEFF}", .empty),
    ("nul", .unexpectedEnd), ("nulL", .expected("a value")), ("True", .expected("a value")),
    ("NaN", .expected("a value")), ("Infinity", .expected("a value")),
    ("-Infinity", .invalidNumber), ("+1", .expected("a value")), (".5", .expected("a value")),
    ("01", .invalidNumber), ("-01", .invalidNumber), ("00", .invalidNumber),
    ("-", .invalidNumber), ("1.", .invalidNumber), ("1.e2", .invalidNumber),
    ("1e", .invalidNumber), ("1e+", .invalidNumber), ("1.5.2", .trailingText),
    ("0x10", .trailingText), ("1 2", .trailingText), ("[] []", .trailingText),
    ("{}}", .trailingText), ("null,", .trailingText), ("[1]x", .trailingText),
    ("[", .unexpectedEnd), ("{", .unexpectedEnd), ("[1", .unexpectedEnd),
    ("[1,", .unexpectedEnd), ("[1,]", .expected("a value")), ("[,1]", .expected("a value")),
    ("[1 2]", .expected("a comma or ']'")), ("[1}", .expected("a comma or ']'")),
    ("]", .expected("a value")), ("[}", .expected("a value")), ("{]", .expected("a quoted key")),
    (#"{"a":1]"#, .expected("a comma or '}'")), (#"{"a":1,}"#, .expected("a quoted key")),
    (#"{"a"}"#, .expected("a colon")), (#"{"a" 1}"#, .expected("a colon")),
    (#"{"a":}"#, .expected("a value")), (#"{a:1}"#, .expected("a quoted key")),
    (#"{1:1}"#, .expected("a quoted key")), (#"{'a':1}"#, .expected("a quoted key")),
    (#"{,}"#, .expected("a quoted key")), (#"{"a":1 "b":2}"#, .expected("a comma or '}'")),
    (#"{"a""#, .unexpectedEnd), (#"{"a":"#, .unexpectedEnd), (#"{"a":1"#, .unexpectedEnd),
    (#"{"a":1,"#, .unexpectedEnd), ("'a'", .expected("a value")), ("\"a", .unexpectedEnd),
    ("\"a\\", .unexpectedEnd), (#""\x41""#, .invalidEscape), (#""\u12""#, .invalidEscape),
    (#""\u12g4""#, .invalidEscape), (#""\'""#, .invalidEscape), (#""\U0041""#, .invalidEscape),
    ("\"a\nb\"", .controlCharacter), ("\"\t\"", .controlCharacter),
    ("\"\u{0}\"", .controlCharacter), ("\"long enough for words \u{1F}\"", .controlCharacter),
    ("// c\n1", .expected("a value")), ("/* c */1", .expected("a value")),
    ("\u{A0}1", .expected("a value")), ("\u{B}1", .expected("a value")),
    ("\u{FEFF}\u{FEFF}1", .expected("a value")), ("[1]\u{0}", .trailingText),
  ])
  func `invalid text is refused with its reason`(
    text: String, reason: JSON.ParseError.Reason
  ) throws {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
    #expect(error?.reason == reason)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFE], [0xFF],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    for padding in ["", "twelve bytes"] {
      let text = [0x22] + Array(padding.utf8) + bytes + [0x22]
      let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
      #expect(error?.reason == .invalidUTF8)
      #expect(error?.offset == padding.utf8.count + 1)
    }
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: bytes) }
    #expect(throws: JSON.ParseError.self) { try JSON.parsingJSON5([0x22] + bytes + [0x22]) }
  }

  @Test(arguments: [
    "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
  ])
  func `the outermost scalars of each length are kept`(scalar: String) throws {
    #expect(try JSON(parsing: "\"\(scalar)\"").string == scalar)
    #expect(try JSON(parsing: "\"seven..\(scalar)\"").string == "seven..\(scalar)")
  }

  @Test(arguments: [
    ("[1,\n  x]", 6, 2, 3), ("x", 0, 1, 1), ("[\"äö\" x]", 8, 1, 7), ("[\r\n\r\nx", 5, 3, 1),
    ("[\r\rx", 3, 3, 1), ("\u{FEFF}x", 3, 1, 1), ("[1", 2, 1, 3), ("\n\n[\"😀\",]", 10, 3, 6),
  ])
  func `an error tells the byte, the line and the column`(
    text: String, offset: Int, line: Int, column: Int
  ) throws {
    let error = try #require(
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) })
    #expect(error.offset == offset)
    #expect(error.line == line)
    #expect(error.column == column)
  }

  @Test func `an error describes itself in one sentence`() {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: "[1,\n 2 3]") }
    #expect(error?.description == "JSON error at line 2, column 4: expected a comma or ']'.")
  }

  @Test func `copied memory parses like an array`() throws {
    let text = Array(#"x{"a":[1,"b"]}x"#.utf8)
    let json = try text.withUnsafeBytes {
      try JSON(copying: UnsafeRawBufferPointer(rebasing: $0[1..<$0.count - 1]))
    }
    #expect(json.text == #"{"a":[1,"b"]}"#)
    #expect(throws: JSON.ParseError.self) {
      try JSON(copying: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}
