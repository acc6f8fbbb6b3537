import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiSchemaTests {
  private func write(_ schema: JSON) throws -> (text: String, lost: [String]) {
    var negotiation = Negotiation(isStrict: false, model: ModelDescriptor("m"))
    let result = try GeminiSchema.write(schema, of: "tool 'x'", &negotiation)
    #expect(negotiation.warnings.allSatisfy { $0.code == .schemaChanged })
    return (result.text, negotiation.warnings.map(\.message))
  }

  /// A schema, what it becomes, and the keywords that the warning names.
  static let rows: [(JSON, String, String?)] = [
    (
      [
        "type": "object",
        "properties": [
          "when": ["type": ["string", "null"]], "who": ["$ref": "#/$defs/p"], "k": ["const": 3],
        ],
        "$defs": [
          "p": ["type": "object", "properties": ["n": ["type": "integer", "exclusiveMinimum": 0]]]
        ], "additionalProperties": false,
      ],
      #"""
      {"type":"OBJECT","properties":{"when":{"type":"STRING","nullable":true},\#
      "who":{"type":"OBJECT","properties":{"n":{"type":"INTEGER","minimum":1}}},\#
      "k":{"type":"INTEGER","minimum":3,"maximum":3}}}
      """#, nil
    ),
    (["type": "object", "properties": [:]], #"{"type":"OBJECT"}"#, nil),
    (
      ["$schema": "s", "$id": "i", "type": "string", "examples": ["a"]], #"{"type":"STRING"}"#, nil
    ),
    (["type": "string", "format": "date-time"], #"{"type":"STRING","format":"date-time"}"#, nil),
    (["type": "string", "format": "email"], #"{"type":"STRING"}"#, "'format'"),
    (["enum": ["a", "b"]], #"{"type":"STRING","enum":["a","b"]}"#, nil),
    (["enum": ["a", nil]], #"{"type":"STRING","enum":["a"]}"#, nil),
    (["const": "a"], #"{"type":"STRING","enum":["a"]}"#, nil),
    (["type": "integer", "enum": [1, 2]], #"{"type":"INTEGER"}"#, "'enum'"),
    (["enum": [true, false]], #"{"type":"BOOLEAN"}"#, nil),
    (["const": true], #"{"type":"BOOLEAN"}"#, "'const'"),
    (
      ["type": "number", "exclusiveMaximum": 1.5], #"{"type":"NUMBER","maximum":1.5}"#,
      "'exclusiveMaximum'"
    ),
    (["type": "integer", "multipleOf": 5], #"{"type":"INTEGER"}"#, "'multipleOf'"),
    (
      ["anyOf": [["type": "string"], ["type": "null"]], "description": "d"],
      #"{"type":"STRING","nullable":true,"description":"d"}"#, nil
    ),
    (
      ["anyOf": [["type": "string"], ["type": "integer"], ["type": "null"]], "description": "d"],
      #"""
      {"anyOf":[{"type":"STRING","nullable":true,"description":"d"},\#
      {"type":"INTEGER","nullable":true,"description":"d"}]}
      """#, nil
    ),
    (
      ["oneOf": [["type": "string"], ["type": "integer"]]],
      #"{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]}"#, "'oneOf'"
    ),
    (
      ["type": ["string", "integer"], "minLength": 2, "minimum": 3],
      #"{"anyOf":[{"type":"STRING","minLength":2},{"type":"INTEGER","minimum":3}]}"#, nil
    ),
    (
      ["type": "object", "properties": ["a": [:]], "required": ["a", "zz"]],
      #"{"type":"OBJECT","properties":{"a":{"type":"STRING"}},"required":["a"]}"#,
      "'a schema without a type'"
    ),
    (
      ["type": "array"], #"{"type":"ARRAY","items":{"type":"STRING"}}"#, "'a schema without a type'"
    ),
    (
      ["type": "array", "items": [["type": "string"], ["type": "integer"]]],
      #"{"type":"ARRAY","items":{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]}}"#, "'items'"
    ),
    (
      [
        "allOf": [
          ["$ref": "#/definitions/a"],
          ["properties": ["q": ["type": "number"]], "required": ["q"]],
        ],
        "definitions": [
          "a": ["type": "object", "properties": ["p": ["type": "string"]], "required": ["p"]]
        ],
      ],
      #"""
      {"type":"OBJECT","properties":{"q":{"type":"NUMBER"},"p":{"type":"STRING"}},\#
      "required":["p","q"]}
      """#, nil
    ),
    (
      ["type": "object", "additionalProperties": ["type": "string"]], #"{"type":"OBJECT"}"#,
      "'additionalProperties'"
    ),
    (
      ["type": "object", "properties": ["a": ["type": "null"]], "if": [:], "not": ["const": 1]],
      #"{"type":"OBJECT","properties":{"a":{"type":"NULL"}}}"#, "'if', 'not'"
    ),
    (
      ["properties": ["a": ["$ref": "#/$defs/x~1y"]], "$defs": ["x/y": ["type": "boolean"]]],
      #"{"type":"OBJECT","properties":{"a":{"type":"BOOLEAN"}}}"#, nil
    ),
    (
      [
        "properties": ["a": ["$ref": "#/$defs/d", "description": "here"]],
        "$defs": ["d": ["type": "string", "description": "there"]],
      ],
      #"{"type":"OBJECT","properties":{"a":{"type":"STRING","description":"here"}}}"#, nil
    ),
  ]

  @Test(arguments: rows)
  func `a schema is said in the vendor's dialect`(
    schema: JSON, text: String, lost: String?
  ) throws {
    let before = schema.text
    let written = try write(schema)
    #expect(written.text == text)
    #expect(
      written.lost.first?.hasSuffix("Gemini lacks \(lost ?? "").") == (lost == nil ? nil : true))
    #expect(schema.text == before)
  }

  @Test(
    arguments: [
      ["properties": ["next": ["$ref": "#"]]],
      [
        "$ref": "#/$defs/node",
        "$defs": [
          "node": ["properties": ["kids": ["type": "array", "items": ["$ref": "#/$defs/node"]]]]
        ],
      ],
      ["$ref": "#/$defs/a", "$defs": ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]]],
      ["$ref": "#/$defs/a", "$defs": ["a": ["allOf": [["$ref": "#/$defs/a"]]]]],
    ] as [JSON])
  func `a schema that refers to itself is refused before it is sent`(schema: JSON) throws {
    #expect {
      try write(schema)
    } throws: { error in
      guard let error = error as? SwitchboardError else { return false }
      return error.kind == .unsupported && error.message.contains("refers to itself")
        && error.message.contains("tool 'x'")
    }
  }

  @Test func `a type used twice is no type that refers to itself`() throws {
    let schema: JSON = [
      "properties": ["a": ["$ref": "#/$defs/p"], "b": ["$ref": "#/$defs/p"]],
      "$defs": ["p": ["type": "string"]],
    ]
    #expect(
      try write(schema).text
        == #"{"type":"OBJECT","properties":{"a":{"type":"STRING"},"b":{"type":"STRING"}}}"#)
  }

  @Test(arguments: ["#/$defs/none", "https://a.example/schema", "#anchor"])
  func `a reference to nowhere is refused`(reference: String) throws {
    #expect {
      try write(["$ref": JSON(reference)])
    } throws: { error in
      (error as? SwitchboardError)?.kind == .unsupported
    }
  }

  @Test func `references that multiply are refused before they fill the memory`() throws {
    var definitions: [(String, JSON)] = [("d0", ["type": "string"])]
    for level in 1...30 {
      let inner = JSON("#/$defs/d\(level - 1)")
      definitions.append(
        (
          "d\(level)",
          ["type": "object", "properties": ["a": ["$ref": inner], "b": ["$ref": inner]]]
        ))
    }
    #expect {
      try write(["$ref": "#/$defs/d30", "$defs": .object(definitions)])
    } throws: { error in
      (error as? SwitchboardError)?.message.contains("too large") == true
    }
  }
}
