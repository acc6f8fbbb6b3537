import SwitchboardCore

/// Rewrites a JSON Schema in the dialect that Gemini takes (ai.google.dev/api/caching, "Schema": a
/// selection of OpenAPI 3.0).
///
/// References are put in where they stand, `null` becomes `nullable`, and keywords that the dialect
/// lacks are left out, with a warning where that loosens the schema. What the dialect cannot hold at
/// all, a schema that refers to itself, is refused. The schema of the caller is not changed.
struct GeminiSchema {
  /// What the schema is of, for people: `tool 'x'` or `the answer`.
  private let owner: String
  private let references: GeminiSchemaReferences
  /// The references that are being put in, from the outermost on.
  private var path: [String] = []
  private var nodes = 0
  private var depth = 0
  /// The keywords that were left out or loosened.
  private var changes: [String] = []

  /// Rewrites a schema, with one warning for all that was lost.
  static func write(
    _ schema: JSON, of owner: String, _ negotiation: inout Negotiation
  ) throws -> JSON {
    var writer = GeminiSchema(owner: owner, references: GeminiSchemaReferences(root: schema))
    let result = try writer.node(schema)
    if !writer.changes.isEmpty {
      let words = writer.changes.map { "'\($0)'" }.joined(separator: ", ")
      try negotiation.warn(
        .schemaChanged, "The schema of \(owner) was sent looser than it is: Gemini lacks \(words).")
    }
    return result
  }

  private init(owner: String, references: GeminiSchemaReferences) {
    self.owner = owner
    self.references = references
  }

  /// Remembers a keyword that was left out or loosened.
  mutating func note(_ keyword: String) {
    if !changes.contains(keyword) { changes.append(keyword) }
  }

  private mutating func node(_ schema: JSON) throws -> JSON {
    nodes += 1
    depth += 1
    defer { depth -= 1 }
    if nodes > 10_000 || depth > 100 {
      throw unsupported("becomes too large or too deep when its references are put in")
    }
    if let reference = schema["$ref"].string { return try referred(reference, from: schema) }
    if schema["allOf"].kind == .array { return try all(schema) }
    guard schema.kind == .object else {
      note("a schema without a type")
      return ["type": "STRING"]
    }
    var types = Self.types(of: schema)
    var isNullable = schema["nullable"].bool == true
    if types.count > 1, types.contains("null") {
      types.removeAll { $0 == "null" }
      isNullable = true
    }
    if types.count > 1 {
      let branches = try types.map { try node(Self.narrowed(schema, to: $0)) }
      return choice(of: branches, schema, isNullable: isNullable)
    }
    if let result = try alternatives(schema, isNullable: &isNullable) { return result }
    return try single(schema, type: types.first, isNullable: isNullable)
  }

  /// A reference, with what stands beside it laid over what it means.
  private mutating func referred(_ reference: String, from schema: JSON) throws -> JSON {
    let target = try target(of: reference)
    path.append(reference)
    defer { path.removeLast() }
    var beside = schema
    beside["$ref"] = .missing
    return try node(beside.count == 0 ? target : target.merging(beside))
  }

  private func target(of reference: String) throws -> JSON {
    if path.contains(reference) || reference == "#" {
      throw unsupported("refers to itself ('\(reference)'), which Gemini cannot be told")
    }
    guard let target = references[reference] else {
      throw unsupported("refers to '\(reference)', which is not in it")
    }
    return target
  }

  /// `allOf`: its parts joined into one schema.
  private mutating func all(_ schema: JSON) throws -> JSON {
    let depth = path.count
    defer { path.removeLast(path.count - depth) }
    var parts: [JSON] = []
    for part in schema["allOf"].elements {
      guard let reference = part["$ref"].string else {
        parts.append(part)
        continue
      }
      parts.append(try target(of: reference))
      path.append(reference)
    }
    return try node(joined(schema, with: parts))
  }

  /// `anyOf` and `oneOf`; `nil` when the schema has none that counts.
  private mutating func alternatives(_ schema: JSON, isNullable: inout Bool) throws -> JSON? {
    let keyword = schema["anyOf"].kind == .array ? "anyOf" : "oneOf"
    guard schema[keyword].kind == .array else { return nil }
    if schema["properties"].exists || schema["items"].exists {
      // The dialect wants alternatives to stand alone.
      note(keyword)
      return nil
    }
    let all = schema[keyword].elements
    let others = all.filter { Self.types(of: $0) != ["null"] }
    if others.count < all.count { isNullable = true }
    if keyword == "oneOf", others.count > 1 { note(keyword) }
    guard let first = others.first else { return ["type": "NULL"] }
    if others.count == 1 {
      var inner = schema
      inner[keyword] = .missing
      if isNullable { inner["nullable"] = true }
      if first["$ref"].exists {
        var result = try node(first)
        for key in ["title", "description"] where schema[key].exists { result[key] = schema[key] }
        if isNullable { result["nullable"] = true }
        return result
      }
      return try node(first.merging(inner))
    }
    return choice(of: try others.map { try node($0) }, schema, isNullable: isNullable)
  }

  /// Alternatives stand alone, so what is said of all of them is said of each.
  private func choice(of branches: [JSON], _ schema: JSON, isNullable: Bool) -> JSON {
    [
      "anyOf": .array(
        branches.map { branch in
          var branch = branch
          if isNullable { branch["nullable"] = true }
          if !branch["description"].exists { branch["description"] = schema["description"] }
          return branch
        })
    ]
  }

  /// A schema of one type.
  private mutating func single(
    _ schema: JSON, type given: String?, isNullable: Bool
  ) throws -> JSON {
    let type = given.flatMap { Self.known.contains($0) ? $0 : nil } ?? Self.guessed(schema)
    if type == nil || given != nil && type != given { note("a schema without a type") }
    let kind = type ?? "string"
    var members: [(String, JSON)] = [("type", JSON(kind.uppercased()))]
    if isNullable { members.append(("nullable", true)) }
    for (key, value) in schema.members {
      switch key {
      case "properties":
        let properties = try value.members.map { ($0.key, try node($0.value)) }
        // An object without properties is refused when it says so.
        if !properties.isEmpty { members.append((key, .object(properties))) }
      case "required":
        let names = value.elements.filter { schema["properties"][$0.string ?? ""].exists }
        if !names.isEmpty { members.append((key, .array(names))) }
      case "enum", "const":
        members += words(key == "enum" ? value.elements : [value], of: kind, keyword: key)
      default:
        members += try keyword(key, value, in: kind)
      }
    }
    if kind == "array", !schema["items"].exists { members.append(("items", try items(.missing))) }
    return .object(members)
  }

  private mutating func keyword(
    _ key: String, _ value: JSON, in kind: String
  ) throws -> [(String, JSON)] {
    switch key {
    case "items":
      return [(key, try items(value))]
    case "format":
      if Self.formats[kind]?.contains(value.string ?? "") == true { return [(key, value)] }
      note(key)
    case "exclusiveMinimum", "exclusiveMaximum":
      let other = key == "exclusiveMinimum" ? "minimum" : "maximum"
      // Of whole numbers the next one is the border; of others the border itself is let in.
      if kind == "integer", let border = value.int, border.magnitude < 1 << 53 {
        return [(other, JSON(border + (other == "minimum" ? 1 : -1)))]
      }
      note(key)
      return value.kind == .number ? [(other, value)] : []
    case "additionalProperties", "unevaluatedProperties":
      // Only the properties that are named get written, so closing an object says nothing new.
      if value.kind == .object { note(key) }
    case _ where Self.kept.contains(key):
      return [(key, value)]
    case "type", "nullable", "anyOf", "oneOf":
      break
    case _ where Self.silent.contains(key):
      break
    default:
      note(key)
    }
    return []
  }

  /// The dialect has one schema for all elements, and demands it.
  private mutating func items(_ value: JSON) throws -> JSON {
    guard value.kind == .array else { return try node(value) }
    note("items")
    let branches = try value.elements.map { try node($0) }
    return branches.count == 1 ? branches[0] : ["anyOf": .array(branches)]
  }

  /// The values that are allowed: the dialect lists texts alone; one number is a range.
  private mutating func words(
    _ values: [JSON], of kind: String, keyword: String
  ) -> [(String, JSON)] {
    let others = values.filter { !$0.isNull }
    if kind == "string", others.allSatisfy({ $0.kind == .string && $0.string != "" }) {
      return others.isEmpty ? [] : [("enum", .array(others))]
    }
    if let number = others.first, others.count == 1, number.kind == .number {
      return [("minimum", number), ("maximum", number)]
    }
    if kind != "boolean" || others.count < 2 { note(keyword) }
    return []
  }

  private func unsupported(_ what: String) -> SwitchboardError {
    SwitchboardError(.unsupported, "The schema of \(owner) \(what); nothing was sent.")
  }
}
