import SwitchboardCore
import Testing

struct JSON5Tests {
  private func read(_ text: String) throws(JSON.ParseError) -> LocatedJSON {
    try JSON.parsingJSON5(Array(text.utf8))
  }

  @Test(arguments: [
    ("{}", "{}"), ("{a:1,}", #"{"a":1}"#), ("[1,2,]", "[1,2]"), ("// c\n1", "1"),
    ("1 // c", "1"), ("/* a * / ** */[/**/]/*x*/", "[]"),
    ("{$a_1: null, _: true}", #"{"$a_1":null,"_":true}"#),
    (#"{größe:1, \u0061b:2, 'c d':3, "e":4}"#, #"{"größe":1,"ab":2,"c d":3,"e":4}"#),
    ("{null:1,true:2,Infinity:3}", #"{"null":1,"true":2,"Infinity":3}"#),
    ("'it\"s'", #""it\"s""#), (#"'it\'s'"#, #""it's""#), (#""it's""#, #""it's""#),
    ("'a\\\nb\\\r\nc\\\u{2028}d\\\re'", #""abcde""#),
    (#"'\x41\u0042\v\0\a\/'"#, #""AB\u000b\u0000a/""#),
    (#"'\ud83d\ude00\ud800'"#, "\"😀\u{FFFD}\""), (#"'\é'"#, #""é""#),
    ("'\u{2028}\t'", "\"\u{2028}\\t\""),
    ("0x10", "16"), ("-0xFf", "-255"), ("+0X0", "0"),
    ("0xFFFFFFFFFFFFFFFFFF", "4722366482869645213695"),
    (".5", "0.5"), ("-.5e1", "-0.5e1"), ("5.", "5"), ("5.e-3", "5e-3"), ("+1.5", "1.5"),
    ("-0", "-0"),
    ("1E+3", "1e+3"), ("0", "0"), ("\u{FEFF}\u{A0}\u{B}\u{C}\u{3000}\u{2028}1\u{FEFF}", "1"),
    ("[true,false,null]", "[true,false,null]"),
  ])
  func `the extensions read as JSON`(text: String, expected: String) throws {
    let located = try read(text)
    #expect(located.json.text == expected)
    #expect(try JSON(parsing: expected) == located.json)
  }

  @Test(arguments: [
    ("", JSON.ParseError.Reason.empty, 1, 1), ("// only\n/* this */", .empty, 2, 11),
    ("Infinity", .notFinite, 1, 1), ("[-Infinity]", .notFinite, 1, 2),
    ("{a: +NaN}", .notFinite, 1, 5),
    ("NaN", .notFinite, 1, 1), ("[,]", .expected("a value"), 1, 2),
    ("[1,,2]", .expected("a value"), 1, 4),
    ("{,}", .expected("a key"), 1, 2), ("{1:1}", .expected("a key"), 1, 2),
    ("{a-b:1}", .expected("a colon"), 1, 3), ("{a 1}", .expected("a colon"), 1, 4),
    ("{a:1\n b:2}", .expected("a comma or '}'"), 2, 2),
    ("[1 2]", .expected("a comma or ']'"), 1, 4),
    ("[01]", .invalidNumber, 1, 2), ("0x", .invalidNumber, 1, 3), (".", .invalidNumber, 1, 2),
    ("1e", .invalidNumber, 1, 1), ("+-1", .invalidNumber, 1, 2), ("-", .invalidNumber, 1, 2),
    ("'a\nb'", .controlCharacter, 1, 3), (#"'\1'"#, .invalidEscape, 1, 2),
    (#"'\01'"#, .invalidEscape, 1, 2),
    (#"'\xg0'"#, .invalidEscape, 1, 2), (#"'\u00'"#, .invalidEscape, 1, 2),
    (#"{\x:1}"#, .invalidEscape, 1, 2),
    (#"{\u0020:1}"#, .expected("a key"), 1, 2), ("'a\"", .unexpectedEnd, 1, 4),
    ("'a\\", .unexpectedEnd, 1, 4),
    ("/* a", .unexpectedEnd, 1, 5), ("[1,", .unexpectedEnd, 1, 4), ("{a", .unexpectedEnd, 1, 3),
    ("{a:", .unexpectedEnd, 1, 4), ("/", .expected("a value"), 1, 1), ("1 2", .trailingText, 1, 3),
    ("tru", .expected("a value"), 1, 1), ("{a:1}}", .trailingText, 1, 6),
  ])
  func `what JSON5 lacks is refused with its place`(
    text: String, reason: JSON.ParseError.Reason, line: Int, column: Int
  ) throws {
    let error = try #require(#expect(throws: JSON.ParseError.self) { try read(text) })
    #expect(error.reason == reason)
    #expect(error.line == line)
    #expect(error.column == column)
  }

  @Test func `infinity is refused in words`() {
    let error = #expect(throws: JSON.ParseError.self) { try read("{temperature: Infinity}") }
    #expect(
      error?.description
        == "JSON error at line 1, column 15: "
        + "Infinity and NaN are not allowed, a number must be finite.")
  }

  @Test func `a key given twice is refused with both places`() {
    let error = #expect(throws: JSON.ParseError.self) {
      try read("{\n  a: 1,\n  // again\n  'a': 2,\n}")
    }
    #expect(error?.reason == .duplicateKey("a", first: JSON.Position(line: 2, column: 3)))
    #expect(
      error?.description
        == #"JSON error at line 4, column 3: the key "a" was already given at line 2, column 3."#)
  }

  @Test func `keys, values and elements know their places`() throws {
    let text = """
      // models
      {
        name: 'é', größe : /* big */ 0x10,
        list: [1,
          {deep: true}],
      }
      """
    let root = try read(text)
    #expect(root.position == JSON.Position(line: 2, column: 1))
    #expect(root.members.map(\.key) == ["name", "größe", "list"])
    #expect(
      root.members.map(\.keyPosition) == [
        JSON.Position(line: 3, column: 3), JSON.Position(line: 3, column: 14),
        JSON.Position(line: 4, column: 3),
      ])
    #expect(root.member("größe")?.position == JSON.Position(line: 3, column: 32))
    #expect(root.member("größe")?.json == 16)
    let list = try #require(root.member("list"))
    #expect(list.position == JSON.Position(line: 4, column: 9))
    #expect(list.elements.map(\.position.line) == [4, 5])
    #expect(list.elements[1].position == JSON.Position(line: 5, column: 5))
    #expect(
      list.elements[1].member("deep")?.position == JSON.Position(line: 5, column: 12))
    #expect(root.member("none") == nil)
    #expect(list.member("deep") == nil)
    #expect(root.json.text == #"{"name":"é","größe":16,"list":[1,{"deep":true}]}"#)
  }
}
