import SwitchboardCore

/// Checks a value against the part of JSON Schema that the tests use.
struct SchemaChecker {
  let root: JSON

  /// Whether a value satisfies a schema.
  func accepts(_ value: JSON, _ schema: JSON) -> Bool {
    if let all = schema.bool { return all }
    if let path = schema["$ref"].string {
      let target = path.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] }
      if !accepts(value, target) { return false }
    }
    if schema["const"].exists, value != schema["const"] { return false }
    if schema["enum"].count > 0, !schema["enum"].elements.contains(value) { return false }
    let any = schema["anyOf"].elements
    let one = schema["oneOf"].elements
    return acceptsType(value, schema) && acceptsNumber(value, schema) && acceptsText(value, schema)
      && acceptsObject(value, schema) && acceptsArray(value, schema)
      && schema["allOf"].elements.allSatisfy { accepts(value, $0) }
      && (any.isEmpty || any.contains { accepts(value, $0) })
      && (one.isEmpty || one.count { accepts(value, $0) } == 1)
  }

  private func acceptsType(_ value: JSON, _ schema: JSON) -> Bool {
    let types = schema["type"].elements.compactMap(\.string) + [schema["type"]].compactMap(\.string)
    return types.isEmpty
      || types.contains { type in
        switch type {
        case "object": value.kind == .object
        case "array": value.kind == .array
        case "string": value.kind == .string
        case "boolean": value.kind == .bool
        case "null": value.kind == .null
        case "integer": value.int != nil
        case "number": value.kind == .number
        default: false
        }
      }
  }

  private func acceptsNumber(_ value: JSON, _ schema: JSON) -> Bool {
    guard let number = value.double else { return true }
    if let bound = schema["minimum"].double, number < bound { return false }
    if let bound = schema["maximum"].double, number > bound { return false }
    if let bound = schema["exclusiveMinimum"].double, number <= bound { return false }
    if let bound = schema["exclusiveMaximum"].double, number >= bound { return false }
    guard let step = schema["multipleOf"].double else { return true }
    return abs((number / step).rounded() * step - number) < 1e-9
  }

  private func acceptsText(_ value: JSON, _ schema: JSON) -> Bool {
    guard let text = value.string else { return true }
    let length = text.unicodeScalars.count
    if let least = schema["minLength"].int, length < least { return false }
    if let most = schema["maxLength"].int, length > most { return false }
    guard let pattern = schema["pattern"].string else { return true }
    do { return try text.contains(Regex(pattern)) } catch { return false }
  }

  private func acceptsObject(_ value: JSON, _ schema: JSON) -> Bool {
    guard value.kind == .object else { return true }
    let required = schema["required"].elements.compactMap(\.string)
    if !required.allSatisfy({ value[$0].exists }) { return false }
    if let least = schema["minProperties"].int, value.count < least { return false }
    if let most = schema["maxProperties"].int, value.count > most { return false }
    return value.members.allSatisfy { key, member in
      let property = schema["properties"][key]
      if property.exists { return accepts(member, property) }
      let extra = schema["additionalProperties"]
      return !extra.exists || accepts(member, extra)
    }
  }

  private func acceptsArray(_ value: JSON, _ schema: JSON) -> Bool {
    guard value.kind == .array else { return true }
    if let least = schema["minItems"].int, value.count < least { return false }
    if let most = schema["maxItems"].int, value.count > most { return false }
    let elements = value.elements
    if schema["uniqueItems"].bool == true, Set(elements).count < elements.count { return false }
    if schema["contains"].exists, !elements.contains(where: { accepts($0, schema["contains"]) }) {
      return false
    }
    let prefix = schema["prefixItems"].elements
    return elements.enumerated().allSatisfy { index, element in
      if index < prefix.count { return accepts(element, prefix[index]) }
      return !schema["items"].exists || accepts(element, schema["items"])
    }
  }
}
