import SwitchboardCore

/// Rewrites a JSON Schema into the part of the language that the vendor holds its models to
/// (platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON Schema limitations").
///
/// Every object is closed. What the vendor refuses, as bounds of numbers and lengths, is moved into
/// the description, where the model reads it, and noted as a loss.
struct AnthropicSchema {
  /// What is no longer demanded: a keyword and where it stood.
  private(set) var losses: [String] = []

  private static let kept: Set<String> = [
    "type", "title", "description", "enum", "const", "default", "required", "$ref",
  ]
  private static let lists: Set<String> = ["anyOf", "allOf"]
  private static let maps: Set<String> = ["properties", "$defs", "definitions"]
  /// Keywords that demand nothing.
  private static let silent: Set<String> = [
    "$schema", "$id", "$comment", "$anchor", "examples", "deprecated", "readOnly", "writeOnly",
  ]
  private static let formats: Set<String> = [
    "date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid",
  ]

  /// The schema as the vendor takes it.
  mutating func rewrite(_ schema: JSON, at path: String = "") -> JSON {
    guard schema.kind == .object else { return schema }
    let types = schema["type"].elements
    if types.count > 0 { return rewrite(schema, types: types, at: path) }
    var members: [(String, JSON)] = []
    var words: [String] = []
    for (key, value) in schema.members where !Self.silent.contains(key) {
      if let kept = keep(key, value, of: schema, at: path) {
        members.append(kept)
      } else if key != "additionalProperties" || value.bool != false {
        words.append("\(key): \(value.text)")
        losses.append(path.isEmpty ? key : "\(key) (\(path))")
      }
    }
    if schema["type"].string == "object" || schema["properties"].exists {
      members.append(("additionalProperties", false))
    }
    return Self.describing(.object(members), words)
  }

  /// The parameters of a tool: an object, which the vendor holds its models to as far as it can.
  ///
  /// "input_schema does not support oneOf, allOf, or anyOf at the top level".
  mutating func rewrite(parameters: JSON) -> JSON {
    var schema = parameters.kind == .object ? parameters : [:]
    if !schema["type"].exists { schema["type"] = "object" }
    var words: [String] = []
    for key in ["oneOf", "allOf", "anyOf"] where schema[key].exists {
      words.append("\(key): \(schema[key].text)")
      losses.append(key)
      schema[key] = .missing
    }
    return Self.describing(schema, words)
  }

  private static func describing(_ schema: JSON, _ words: [String]) -> JSON {
    if words.isEmpty { return schema }
    let said = "(\(words.joined(separator: ", ")))"
    var result = schema
    result["description"] = JSON(schema["description"].string.map { "\($0) \(said)" } ?? said)
    return result
  }

  /// A keyword as it is sent; `nil` for one that is not.
  private mutating func keep(
    _ key: String, _ value: JSON, of schema: JSON, at path: String
  ) -> (String, JSON)? {
    if Self.kept.contains(key) { return (key, value) }
    if Self.lists.contains(key) {
      return (key, .array(value.elements.map { rewrite($0, at: path) }))
    }
    if Self.maps.contains(key) {
      let inner = value.members.map { member in
        (member.key, rewrite(member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)"))
      }
      return (key, .object(inner))
    }
    switch key {
    case "oneOf" where !schema["anyOf"].exists:
      losses.append(path.isEmpty ? key : "\(key) (\(path))")
      return ("anyOf", .array(value.elements.map { rewrite($0, at: path) }))
    case "items" where value.kind == .object:
      return (key, rewrite(value, at: "\(path)[]"))
    case "format" where Self.formats.contains(value.string ?? ""):
      return (key, value)
    case "minItems" where value.int == 0 || value.int == 1:
      return (key, value)
    default:
      return nil
    }
  }

  /// Several types are written as `anyOf` with one each, which says the same.
  private mutating func rewrite(_ schema: JSON, types: [JSON], at path: String) -> JSON {
    let outer: Set<String> = ["title", "description", "default", "$defs", "definitions"]
    let members = schema.members
    let variants = types.compactMap { type -> JSON? in
      let name = type.string ?? ""
      let inner = members.filter { !outer.contains($0.key) && Self.concerns($0.key, name) }
      var variant = JSON.object(inner.map { ($0.key, $0.key == "type" ? type : $0.value) })
      if variant["enum"].exists {
        // A value of another type cannot be this variant's.
        let own = variant["enum"].elements.filter { Self.fits($0, name) }
        if own.isEmpty { return nil }
        variant["enum"] = .array(own)
      }
      return rewrite(variant, at: path)
    }
    var result = JSON.object(
      members.filter { outer.contains($0.key) && !Self.maps.contains($0.key) }
        .map { ($0.key, $0.value) })
    result["anyOf"] = .array(variants)
    for key in ["$defs", "definitions"] {
      if let map = keep(key, schema[key], of: schema, at: path), schema[key].exists {
        result[key] = map.1
      }
    }
    return result
  }

  /// Whether a keyword says anything of a type (JSON Schema 2020-12, validation vocabulary).
  private static func concerns(_ key: String, _ type: String) -> Bool {
    switch key {
    case "properties", "required", "additionalProperties", "patternProperties", "propertyNames",
      "minProperties", "maxProperties":
      type == "object"
    case "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains":
      type == "array"
    case "format", "pattern", "minLength", "maxLength":
      type == "string"
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      type == "number" || type == "integer"
    default:
      true
    }
  }

  private static func fits(_ value: JSON, _ type: String) -> Bool {
    switch value.kind {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number: type == "number" || type == "integer"
    case .string: type == "string"
    case .array: type == "array"
    case .object, .missing: type == "object"
    }
  }
}
