package import SwitchboardCore

/// Makes up a value that satisfies a JSON Schema, as far as one can without solving riddles.
///
/// It knows types, `enum`, `const`, objects, arrays, bounds, lengths, the usual formats, patterns
/// (see ``PatternSample``), local `$ref`, and `allOf`, `anyOf` and `oneOf` by joining their parts.
/// It does not look at `not`, `if`, `dependentSchemas` and their like. Words of the prompt become
/// texts and numbers where they may.
package struct SchemaSample {
  private let root: JSON
  private var words: [String]
  private var random: SeededRandom
  /// Beyond this depth only what must be there is made, so that recursive schemas end.
  private static let generousDepth = 4
  /// How deep and how large a value may become at most; a schema can demand what never ends.
  private static let mostDepth = 24
  private static let mostValues = 5_000
  private static let mostElements = 256
  private var values = 0

  /// Prepares to satisfy a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - words: Words to use for texts; those with a capital go first.
  ///   - random: What choices depend on.
  package init(_ schema: JSON, words: [String], random: SeededRandom) {
    self.root = schema
    let isName = { (word: String) in word.first?.isUppercase == true }
    self.words = words.filter(isName) + words.filter { !isName($0) }
    self.random = random
  }

  /// A value of the whole schema.
  package mutating func value() -> JSON { value(of: root, named: "value", depth: 0) }

  private mutating func value(of unresolved: JSON, named name: String, depth: Int) -> JSON {
    let schema = resolved(unresolved, depth: depth)
    if schema["const"].exists { return schema["const"] }
    if schema["enum"].count > 0 { return choice(of: schema["enum"].elements) }
    values += 1
    if depth > Self.mostDepth || values > Self.mostValues { return nil }
    switch type(of: schema, depth: depth) {
    case "object": return object(schema, depth: depth)
    case "array": return array(schema, named: name, depth: depth)
    case "integer", "number":
      var numbers = NumberSample(schema)
      return numbers.value(from: &words, random: &random)
    case "boolean": return JSON(random.below(2) == 0)
    case "null": return nil
    default: return JSON(string(schema, named: name))
    }
  }

  /// A choice that the prompt names, or any.
  private mutating func choice(of choices: [JSON]) -> JSON {
    let said = choices.first { choice in
      choice.string.map { text in words.contains { $0.lowercased() == text.lowercased() } } ?? false
    }
    return said ?? choices[random.below(choices.count)]
  }
}

// MARK: - Joining schemas

extension SchemaSample {
  private func resolved(_ schema: JSON, depth: Int) -> JSON {
    var schema = schema
    for _ in 0..<Self.mostDepth {
      if let path = schema["$ref"].string {
        schema["$ref"] = .missing
        schema = Self.join(target(of: path), schema)
      } else if schema["allOf"].count > 0 {
        let parts = schema["allOf"].elements
        schema["allOf"] = .missing
        schema = parts.reduce(schema) { Self.join($0, $1) }
      } else if let key = ["anyOf", "oneOf"].first(where: { schema[$0].count > 0 }) {
        let options = schema[key].elements
        schema[key] = .missing
        schema = Self.join(schema, option(of: options, depth: depth))
      } else {
        return schema
      }
    }
    return schema
  }

  /// The first option; deep down the first that nests no further.
  private func option(of options: [JSON], depth: Int) -> JSON {
    guard depth >= Self.generousDepth else { return options[0] }
    return options.first { option in
      !option["$ref"].exists && !["object", "array"].contains(option["type"].string)
    } ?? options[0]
  }

  /// Follows a JSON Pointer (RFC 6901) within the document; `#` is the document itself.
  private func target(of path: String) -> JSON {
    path.split(separator: "/").dropFirst(path.hasPrefix("#") ? 1 : 0).reduce(root) { json, step in
      let key = step.replacing("~1", with: "/").replacing("~0", with: "~")
      return json.kind == .array ? json[Int(key) ?? -1] : json[String(key)]
    }
  }

  /// A schema that demands what both demand.
  private static func join(_ one: JSON, _ other: JSON) -> JSON {
    var joined = one.merging(other.kind == .object ? other : [:])
    if one["required"].count > 0, other["required"].count > 0 {
      joined["required"] = .array(one["required"].elements + other["required"].elements)
    }
    for (key, isLower) in [
      ("minimum", true), ("minLength", true), ("minItems", true), ("maximum", false),
      ("maxLength", false), ("maxItems", false),
    ] {
      guard let a = one[key].double, let b = other[key].double else { continue }
      joined[key] = (a > b) == isLower ? one[key] : other[key]
    }
    if one["enum"].count > 0, other["enum"].count > 0 {
      let both = one["enum"].elements.filter { other["enum"].elements.contains($0) }
      if !both.isEmpty { joined["enum"] = .array(both) }
    }
    return joined
  }

  private func type(of schema: JSON, depth: Int) -> String {
    if let type = schema["type"].string { return type }
    let types = schema["type"].elements.compactMap(\.string)
    if depth >= Self.generousDepth, types.contains("null") { return "null" }
    if let type = types.first(where: { $0 != "null" }) ?? types.first { return type }
    func has(_ keys: String...) -> Bool { keys.contains { schema[$0].exists } }
    if has("properties", "required", "additionalProperties", "minProperties") { return "object" }
    if has("items", "prefixItems", "minItems", "contains") { return "array" }
    if has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") {
      return "number"
    }
    return "string"
  }
}

// MARK: - Objects, arrays, texts

extension SchemaSample {
  private mutating func object(_ schema: JSON, depth: Int) -> JSON {
    let required = schema["required"].elements.compactMap(\.string)
    var optionals =
      depth < Self.generousDepth ? max(0, schema["maxProperties"].int ?? .max) - required.count : 0
    var members: [(String, JSON)] = []
    for (key, property) in schema["properties"].members {
      if !required.contains(key) {
        if optionals <= 0 || property.bool == false { continue }
        optionals -= 1
      }
      members.append((key, value(of: property, named: key, depth: depth + 1)))
    }
    let extra = schema["additionalProperties"]
    for key in required where !schema["properties"][key].exists {
      members.append((key, value(of: extra, named: key, depth: depth + 1)))
    }
    var number = 1
    while members.count < min(schema["minProperties"].int ?? 0, 64), extra.bool != false {
      members.append(("key\(number)", value(of: extra, named: "key", depth: depth + 1)))
      number += 1
    }
    return .object(members)
  }

  private mutating func array(_ schema: JSON, named name: String, depth: Int) -> JSON {
    let least = min(schema["minItems"].int ?? 0, Self.mostElements)
    let prefix = schema["prefixItems"].elements
    let items = schema["items"].kind == .array ? schema["additionalItems"] : schema["items"]
    let wanted = max(least, depth < Self.generousDepth ? max(2, prefix.count) : 0)
    let count = min(wanted, schema["maxItems"].int ?? .max, Self.mostElements)
    var elements: [JSON] = []
    var tries = 0
    while elements.count < count, tries < 64 * count {
      tries += 1
      let place = elements.count
      if place >= prefix.count, items.bool == false { break }
      var item = place < prefix.count ? prefix[place] : items
      if place == prefix.count, schema["contains"].exists { item = schema["contains"] }
      let element = value(of: item, named: name, depth: depth + 1)
      if schema["uniqueItems"].bool == true, elements.contains(element) { continue }
      elements.append(element)
    }
    return .array(elements)
  }

  private mutating func string(_ schema: JSON, named name: String) -> String {
    let least = min(schema["minLength"].int ?? 0, 10_000)
    let most = max(least, schema["maxLength"].int ?? .max)
    if let pattern = schema["pattern"].string {
      let made = PatternSample.text(for: pattern, lengths: least...most, random: &random)
      if let made { return made }
    }
    if let format = schema["format"].string.flatMap({ Self.formats[$0] }) { return format }
    var text = words.isEmpty ? name : words.removeFirst()
    // Each word is used once before the first comes again.
    if text != name { words.append(text) }
    if text.unicodeScalars.count > most {
      text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
    }
    while text.unicodeScalars.count < least {
      text.append(Character(UnicodeScalar(UInt8(97 + random.below(26)))))
    }
    return text
  }

  private static let formats = [
    "date": "2026-01-31", "date-time": "2026-01-31T09:30:00Z", "time": "09:30:00Z",
    "duration": "PT30M", "email": "ada@example.com", "hostname": "example.com",
    "ipv4": "192.0.2.7", "ipv6": "2001:db8::7", "uri": "https://example.com/mock",
    "uuid": "6b1f0e52-3f0a-4c55-9d0e-2a4b7c8d9e10",
  ]
}
