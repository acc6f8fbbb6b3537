import SwitchboardCore
import Testing

@testable import Switchboard

struct SchemaCheckTests {
  static let rows: [(String, String, Bool)] = [
    (#"{"type":"integer"}"#, "5", true), (#"{"type":"integer"}"#, "5.0", true),
    (#"{"type":"integer"}"#, "5.5", false),
    (#"{"type":"integer"}"#, "12345678901234567890123", true),
    (#"{"type":["string","null"]}"#, "null", true), (#"{"type":["string","null"]}"#, "1", false),
    (#"{"type":"string","nullable":true}"#, "null", true),
    (#"{"enum":["a",1,null]}"#, "null", true), (#"{"enum":["a",1,null]}"#, "\"b\"", false),
    (#"{"const":{"a":1}}"#, #"{"a":1}"#, true), (#"{"const":3}"#, "4", false),
    (#"{"required":["a"]}"#, "{}", false), (#"{"required":["a"]}"#, #"{"a":null}"#, true),
    (#"{"properties":{"a":{"type":"string"}}}"#, #"{"a":1}"#, false),
    (#"{"additionalProperties":false,"properties":{"a":{}}}"#, #"{"b":1}"#, false),
    (#"{"additionalProperties":{"type":"string"}}"#, #"{"b":1}"#, false),
    (#"{"items":{"type":"number"}}"#, "[1,2]", true),
    (#"{"items":{"type":"number"}}"#, #"[1,"2"]"#, false),
    (#"{"prefixItems":[{"type":"string"}],"items":false}"#, #"["a",1]"#, false),
    (#"{"minItems":2}"#, "[1]", false), (#"{"maxItems":1}"#, "[1,2]", false),
    (#"{"uniqueItems":true}"#, "[1,1]", false), (#"{"minLength":2}"#, "\"é\"", false),
    (#"{"maxLength":1}"#, "\"ab\"", false), (#"{"minimum":3}"#, "2", false),
    (#"{"exclusiveMinimum":3}"#, "3", false), (#"{"maximum":3}"#, "3", true),
    (#"{"exclusiveMaximum":3}"#, "3", false),
    (#"{"anyOf":[{"type":"string"},{"minimum":5}]}"#, "6", true),
    (#"{"anyOf":[{"type":"string"},{"minimum":5}]}"#, "4", false),
    (#"{"oneOf":[{"minimum":1},{"minimum":5}]}"#, "6", false),
    (#"{"allOf":[{"minimum":1},{"maximum":5}]}"#, "6", false),
    (#"{"not":{"type":"null"}}"#, "null", false),
    (##"{"$ref":"#/$defs/p","$defs":{"p":{"type":"object","required":["n"]}}}"##, "{}", false),
    (##"{"properties":{"next":{"$ref":"#"}},"required":["v"]}"##, #"{"v":1,"next":{}}"#, false),
    (##"{"$ref":"#"}"##, "1", true), ("true", "1", true), ("false", "1", false),
  ]

  @Test(arguments: rows)
  func `a value fits its schema or is complained about`(
    schema: String, value: String, fits: Bool
  ) throws {
    let complaints = SchemaCheck.complaints(
      try JSON(parsing: value), schema: try JSON(parsing: schema))
    #expect(complaints.isEmpty == fits)
  }
}
