import SwitchboardCore
import Testing

struct JSONWritingTests {
  @Test func `every control character has its shortest escape`() throws {
    let short: [UInt8: String] = [
      8: #"\b"#, 9: #"\t"#, 10: #"\n"#, 12: #"\f"#, 13: #"\r"#, 34: #"\""#, 92: #"\\"#,
    ]
    for byte in UInt8(0)..<0x80 {
      let character = String(Unicode.Scalar(byte))
      let hex = String(byte, radix: 16)
      let long = #"\u00"# + (byte < 16 ? "0" : "") + hex
      let expected = short[byte] ?? (byte < 0x20 ? long : character)
      #expect(JSON(character).text == "\"\(expected)\"")
      #expect(JSON("nine more" + character).text == "\"nine more\(expected)\"")
      #expect(try JSON(parsing: JSON(character).text).string == character)
    }
  }

  @Test func `writing appends`() throws {
    var output = Array("data: ".utf8)
    try JSON(parsing: " [ 1 ] ").write(into: &output)
    (["a": nil] as JSON).write(into: &output)
    #expect(String(decoding: output, as: UTF8.self) == #"data: [1]{"a":null}"#)
  }

  @Test func `values inside a document are written alone`() throws {
    let json = try JSON(parsing: #"{"a": [ {"b" : "\u0041\/"} , true ], "c": 1.50}"#)
    #expect(json["a"].text == #"[{"b":"A/"},true]"#)
    #expect(json["a"][0]["b"].text == #""A/""#)
    #expect(json["c"].text == "1.50")
    #expect("\(json["a"][1])" == "true")
  }

  @Test func `the pretty form puts each child on a line`() throws {
    let json = try JSON(parsing: #"{"a":1,"b":[true,{"c":[]}],"d":{},"e":"x\ny"}"#)
    let expected = #"""
      {
        "a": 1,
        "b": [
          true,
          {
            "c": []
          }
        ],
        "d": {},
        "e": "x\ny"
      }
      """#
    #expect(json.pretty() == expected)
    #expect(built(json).pretty() == expected)
    #expect(try JSON(parsing: json.pretty()) == json)
  }

  @Test(arguments: [
    (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#"{ "aa":1, "a":{"d":[1, 2],"c":3}, "":0 }"#, #"{"":0,"a":{"c":3,"d":[1,2]},"aa":1}"#),
    // UTF-8 order is scalar order: UTF-16 order would put the emoji first.
    ("{\"😀\":1,\"\u{FB01}\":2,\"Z\":3,\"a\":4}", "{\"Z\":3,\"a\":4,\"\u{FB01}\":2,\"😀\":1}"),
    (#"{"e\u0301":1,"\u00e9":2}"#, "{\"e\u{301}\":1,\"\u{E9}\":2}"),
    (#"[1.0,1,1e0,-0,"\u000a\/"]"#, #"[1.0,1,1e0,-0,"\n/"]"#),
  ])
  func `the canonical form sorts keys by bytes and changes nothing else`(
    text: String, expected: String
  ) throws {
    let json = try JSON(parsing: text)
    #expect(String(decoding: json.canonical(), as: UTF8.self) == expected)
    #expect(built(json).canonical() == json.canonical())
  }
}
