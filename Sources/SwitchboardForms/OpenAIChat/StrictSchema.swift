import SwitchboardCore

/// Which JSON Schemas OpenAI's strict mode takes: every object closed, and every property required
/// (platform.openai.com/docs/guides/structured-outputs, "Supported schemas").
enum StrictSchema {
  /// Whether the vendor can hold its model to the schema exactly.
  static func fits(_ schema: JSON) -> Bool {
    guard schema["type"].string == "object" else { return false }
    return fits(schema, depth: 0)
  }

  private static func fits(_ schema: JSON, depth: Int) -> Bool {
    guard depth < 10 else { return false }
    if schema.kind == .bool { return false }
    if schema["properties"].exists || schema["type"].string == "object" {
      guard schema["additionalProperties"].bool == false else { return false }
      let required = Set(schema["required"].elements.compactMap(\.string))
      let properties = schema["properties"].members
      guard properties.allSatisfy({ required.contains($0.key) }) else { return false }
      guard properties.allSatisfy({ fits($0.value, depth: depth + 1) }) else { return false }
    }
    for key in ["allOf", "oneOf", "not", "if", "patternProperties"] where schema[key].exists {
      return false
    }
    if schema["items"].exists, !fits(schema["items"], depth: depth + 1) { return false }
    guard schema["anyOf"].elements.allSatisfy({ fits($0, depth: depth + 1) }) else { return false }
    return schema["$defs"].members.allSatisfy { fits($0.value, depth: depth + 1) }
  }
}
