import SwitchboardCore

extension GeminiSchema {
  /// The types of the dialect (ai.google.dev/api/caching, "Type").
  static let known: Set<String> = [
    "string", "number", "integer", "boolean", "array", "object", "null",
  ]

  /// Keywords that mean the same in the dialect.
  static let kept: Set<String> = [
    "title", "description", "default", "example", "pattern", "minimum", "maximum", "minItems",
    "maxItems", "minLength", "maxLength", "minProperties", "maxProperties", "propertyOrdering",
  ]

  /// Keywords that say nothing of which values are right (JSON Schema 2020-12, Core §8 and
  /// Validation §9), or that were read already.
  static let silent: Set<String> = [
    "$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "examples", "deprecated",
    "readOnly", "writeOnly",
  ]

  /// The formats that are not refused.
  static let formats: [String: Set<String>] = [
    "string": ["date-time", "enum"], "number": ["float", "double"], "integer": ["int32", "int64"],
  ]

  /// The words after `type`, in lower case; none when there is no such keyword.
  static func types(of schema: JSON) -> [String] {
    if let word = schema["type"].string { return [word.lowercased()] }
    var types: [String] = []
    for element in schema["type"].elements {
      if let word = element.string?.lowercased(), !types.contains(word) { types.append(word) }
    }
    return types
  }

  /// The type that the other keywords speak of.
  static func guessed(_ schema: JSON) -> String? {
    let values = schema["const"].exists ? [schema["const"]] : schema["enum"].elements
    if let value = values.first(where: { !$0.isNull }) {
      switch value.kind {
      case .string: return "string"
      case .bool: return "boolean"
      case .number: return values.allSatisfy { $0.int != nil } ? "integer" : "number"
      default: return nil
      }
    }
    let signs: [(String, [String])] = [
      ("object", ["properties", "required", "additionalProperties", "minProperties"]),
      ("array", ["items", "prefixItems", "minItems", "maxItems"]),
      ("string", ["pattern", "minLength", "maxLength"]),
      ("number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ]
    return signs.first { $0.1.contains { schema[$0].exists } }?.0
  }

  /// A schema of several types as one of them reads it.
  static func narrowed(_ schema: JSON, to type: String) -> JSON {
    let foreign: [String: [String]] = [
      "object": [
        "properties", "required", "additionalProperties", "minProperties", "maxProperties",
      ],
      "array": ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
      "string": ["pattern", "minLength", "maxLength", "format"],
      "number": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    ]
    let own = type == "integer" ? "number" : type
    var result = schema
    for (other, keywords) in foreign where other != own {
      for keyword in keywords { result[keyword] = .missing }
    }
    result["type"] = JSON(type)
    result["nullable"] = .missing
    return result
  }

  /// The parts of an `allOf` as one schema: their properties together, all that is required.
  mutating func joined(_ schema: JSON, with parts: [JSON]) -> JSON {
    var result = schema
    result["allOf"] = .missing
    for part in parts {
      for (key, value) in part.members {
        if key == "required" {
          let names = result[key].elements
          result[key] = .array(names + value.elements.filter { !names.contains($0) })
        } else if key == "properties" || key == "$defs" || key == "definitions" {
          result[key] = value.merging(result[key])
        } else if !result[key].exists {
          result[key] = value
        } else if result[key] != value, key != "title", key != "description" {
          note(key)
        }
      }
    }
    return result
  }
}

/// The places of a schema that references name.
struct GeminiSchemaReferences {
  let root: JSON

  /// What a reference within the document names (RFC 6901 §6); `nil` for other documents.
  subscript(reference: String) -> JSON? {
    guard reference.hasPrefix("#/") else { return .none }
    var place = root
    for step in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
      let key = Self.plain(String(step))
      place = place.kind == .array ? place[Int(key) ?? -1] : place[key]
    }
    // `nil` alone would be the literal `null`.
    return place.exists ? .some(place) : .none
  }

  /// A step without its escapes: `%XX` of an address, then `~1` and `~0` (RFC 6901 §3).
  private static func plain(_ step: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(step.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if byte == 0x7E, let next = rest.first, next == 0x30 || next == 0x31 {
        bytes.append(next == 0x31 ? 0x2F : 0x7E)
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
