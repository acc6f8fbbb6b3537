import SwitchboardCore
import Testing

@testable import SwitchboardForms

/// The part of JSON Schema that the vendor holds its models to.
struct AnthropicSchemaTests {
  private func rewrite(_ schema: JSON) -> (String, [String]) {
    var dialect = AnthropicSchema()
    let text = dialect.rewrite(schema).text
    return (text, dialect.losses)
  }

  @Test func `a schema that fits is left as it is`() {
    let schema: JSON = [
      "type": "object", "title": "T",
      "properties": [
        "when": ["type": "string", "format": "date", "default": "2026-11-30"],
        "list": ["type": "array", "items": ["enum": ["a", 1, nil]], "minItems": 1],
        "any": ["anyOf": [["type": "string"], ["$ref": "#/$defs/d"]]], "c": ["const": 1],
      ],
      "required": ["when"], "$defs": ["d": ["type": "number", "description": "A number"]],
      "additionalProperties": false,
    ]
    #expect(rewrite(schema) == (schema.text, []))
  }

  @Test func `objects are closed in silence, also the inner ones`() {
    let schema: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
      "properties": ["o": ["properties": ["x": ["type": "null"]]]],
    ]
    #expect(
      rewrite(schema) == (
        """
        {"type":"object","properties":{"o":{"properties":{"x":{"type":"null"}},\
        "additionalProperties":false}},"additionalProperties":false}
        """, []
      ))
  }

  @Test func `bounds move into the description and are told`() {
    let schema: JSON = [
      "type": "object",
      "properties": [
        "age": ["type": "integer", "description": "Years", "minimum": 0, "maximum": 130],
        "tags": ["type": "array", "items": ["type": "string", "pattern": "^a"], "minItems": 2],
      ],
      "additionalProperties": ["type": "string"],
    ]
    #expect(
      rewrite(schema) == (
        """
        {"type":"object","properties":{"age":{"type":"integer",\
        "description":"Years (minimum: 0, maximum: 130)"},"tags":{"type":"array",\
        "items":{"type":"string","description":"(pattern: \\"^a\\")"},\
        "description":"(minItems: 2)"}},"additionalProperties":false,\
        "description":"(additionalProperties: {\\"type\\":\\"string\\"})"}
        """,
        [
          "minimum (age)", "maximum (age)", "pattern (tags[])", "minItems (tags)",
          "additionalProperties",
        ]
      ))
  }

  @Test func `several types are written one by one`() {
    let schema: JSON = [
      "type": ["string", "integer", "null"], "description": "D", "maxLength": 3,
      "enum": ["a", 1, nil],
    ]
    #expect(
      rewrite(schema) == (
        """
        {"description":"D","anyOf":[{"type":"string","enum":["a"],\
        "description":"(maxLength: 3)"},{"type":"integer","enum":[1]},{"type":"null","enum":[null]}]}
        """, ["maxLength"]
      ))
    #expect(
      rewrite(["type": ["string", "null"], "enum": ["a"]]).0
        == "{\"anyOf\":[{\"type\":\"string\",\"enum\":[\"a\"]}]}")
  }

  @Test func `one of several becomes any of them`() {
    #expect(
      rewrite(["oneOf": [["type": "string"], ["type": "object"]]]) == (
        """
        {"anyOf":[{"type":"string"},{"type":"object","additionalProperties":false}]}
        """, ["oneOf"]
      ))
  }

  @Test func `a tool's parameters are an object without alternatives at the top`() {
    var dialect = AnthropicSchema()
    let plain: JSON = ["type": "object", "properties": ["a": ["minimum": 1, "oneOf": []]]]
    #expect(dialect.rewrite(parameters: plain) == plain)
    #expect(dialect.rewrite(parameters: true).text == "{\"type\":\"object\"}")
    #expect(dialect.losses.isEmpty)
    let choice: JSON = ["description": "D", "anyOf": [["required": ["a"]]]]
    #expect(
      dialect.rewrite(parameters: choice).text == """
        {"description":"D (anyOf: [{\\"required\\":[\\"a\\"]}])","type":"object"}
        """)
    #expect(dialect.losses == ["anyOf"])
  }

  @Test(arguments: [JSON(true), [:], ["type": 7], ["properties": [1]], ["items": true]])
  func `what is no schema does no harm`(schema: JSON) {
    _ = rewrite(schema)
    var dialect = AnthropicSchema()
    #expect(dialect.rewrite(parameters: schema).kind == .object)
  }
}
