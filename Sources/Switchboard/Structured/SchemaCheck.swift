package import SwitchboardCore

/// Says where a value breaks a JSON Schema (json-schema.org/draft/2020-12).
///
/// The keywords that models are given: types, enumerations, bounds, objects, arrays, combinations and
/// references within the schema. Others, `format` and `pattern` among them, are not checked, as the
/// specification allows for the former.
package struct SchemaCheck {
  private let root: JSON
  private var complaints: [String] = []

  /// The most complaints that are worth reading.
  private static let most = 8

  /// The complaints about a value, each one sentence; none when it fits.
  package static func complaints(_ value: JSON, schema: JSON) -> [String] {
    var check = SchemaCheck(root: schema)
    check.check(value, schema, at: "", depth: 0)
    return check.complaints
  }

  private init(root: JSON) { self.root = root }

  private mutating func check(_ value: JSON, _ schema: JSON, at path: String, depth: Int) {
    guard complaints.count < Self.most, depth < 64 else { return }
    if schema.bool == false {
      complain(path, "must not be there")
      return
    }
    if let reference = schema["$ref"].string {
      check(value, resolve(reference), at: path, depth: depth + 1)
    }
    checkType(value, schema, path)
    if schema["const"].exists, schema["const"] != value {
      complain(path, "must be \(schema["const"].text)")
    }
    if schema["enum"].kind == .array, !schema["enum"].elements.contains(value) {
      complain(path, "must be one of \(schema["enum"].text)")
    }
    switch value.kind {
    case .object: checkObject(value, schema, path, depth)
    case .array: checkArray(value, schema, path, depth)
    case .string: checkLength(value, schema, path)
    case .number: checkBounds(value, schema, path)
    default: break
    }
    checkCombinations(value, schema, path, depth)
  }

  private mutating func checkType(_ value: JSON, _ schema: JSON, _ path: String) {
    let wanted = schema["type"].string.map { [$0] } ?? schema["type"].elements.compactMap(\.string)
    guard !wanted.isEmpty else { return }
    if schema["nullable"].bool == true, value.kind == .null { return }
    let fits = wanted.contains { type in
      switch type {
      case "null": value.kind == .null
      case "boolean": value.kind == .bool
      case "string": value.kind == .string
      case "array": value.kind == .array
      case "object": value.kind == .object
      case "number": value.kind == .number
      case "integer": value.kind == .number && Self.isWhole(value)
      default: true
      }
    }
    if !fits { complain(path, "must be of type \(wanted.joined(separator: " or "))") }
  }

  private static func isWhole(_ value: JSON) -> Bool {
    if value.int != nil { return true }
    guard let number = value.number else { return false }
    return !number.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  private mutating func checkObject(
    _ value: JSON, _ schema: JSON, _ path: String, _ depth: Int
  ) {
    for name in schema["required"].elements.compactMap(\.string) where !value[name].exists {
      complain(path, "lacks '\(name)'")
    }
    let properties = schema["properties"]
    for (name, member) in value.members {
      let place = path.isEmpty ? name : "\(path).\(name)"
      if properties[name].exists {
        check(member, properties[name], at: place, depth: depth + 1)
      } else if schema["additionalProperties"].bool == false {
        complain(place, "is not known")
      } else if schema["additionalProperties"].kind == .object {
        check(member, schema["additionalProperties"], at: place, depth: depth + 1)
      }
    }
  }

  private mutating func checkArray(
    _ value: JSON, _ schema: JSON, _ path: String, _ depth: Int
  ) {
    if let least = schema["minItems"].int, value.count < least {
      complain(path, "must have at least \(least) elements")
    }
    if let most = schema["maxItems"].int, value.count > most {
      complain(path, "must have at most \(most) elements")
    }
    let elements = value.elements
    if schema["uniqueItems"].bool == true, Set(elements).count < elements.count {
      complain(path, "must not hold an element twice")
    }
    let first = schema["prefixItems"].elements
    for (place, element) in elements.enumerated() {
      let rule = place < first.count ? first[place] : schema["items"]
      if rule.exists { check(element, rule, at: "\(path)[\(place)]", depth: depth + 1) }
    }
  }

  private mutating func checkLength(_ value: JSON, _ schema: JSON, _ path: String) {
    let count = value.string?.unicodeScalars.count ?? 0
    if let least = schema["minLength"].int, count < least {
      complain(path, "must have at least \(least) characters")
    }
    if let most = schema["maxLength"].int, count > most {
      complain(path, "must have at most \(most) characters")
    }
  }

  private mutating func checkBounds(_ value: JSON, _ schema: JSON, _ path: String) {
    guard let number = value.double else { return }
    if let least = schema["minimum"].double, number < least {
      complain(path, "must be at least \(schema["minimum"].text)")
    }
    if let most = schema["maximum"].double, number > most {
      complain(path, "must be at most \(schema["maximum"].text)")
    }
    if let bound = schema["exclusiveMinimum"].double, number <= bound {
      complain(path, "must be more than \(schema["exclusiveMinimum"].text)")
    }
    if let bound = schema["exclusiveMaximum"].double, number >= bound {
      complain(path, "must be less than \(schema["exclusiveMaximum"].text)")
    }
  }

  private mutating func checkCombinations(
    _ value: JSON, _ schema: JSON, _ path: String, _ depth: Int
  ) {
    for part in schema["allOf"].elements { check(value, part, at: path, depth: depth + 1) }
    if schema["anyOf"].count > 0, fitting(value, schema["anyOf"], depth) == 0 {
      complain(path, "fits none of the forms allowed")
    }
    if schema["oneOf"].count > 0, fitting(value, schema["oneOf"], depth) != 1 {
      complain(path, "must fit exactly one of the forms allowed")
    }
    if schema["not"].exists, fits(value, schema["not"], depth) {
      complain(path, "has a form that is forbidden")
    }
  }

  private func fitting(_ value: JSON, _ schemas: JSON, _ depth: Int) -> Int {
    schemas.elements.count { fits(value, $0, depth) }
  }

  private func fits(_ value: JSON, _ schema: JSON, _ depth: Int) -> Bool {
    var check = SchemaCheck(root: root)
    check.check(value, schema, at: "", depth: depth + 1)
    return check.complaints.isEmpty
  }

  /// A schema that a reference within the document names (RFC 6901); everything fits an unknown one.
  private func resolve(_ reference: String) -> JSON {
    guard reference.hasPrefix("#") else { return true }
    var schema = root
    for step in reference.dropFirst().split(separator: "/") {
      let name = String(step.replacing("~1", with: "/").replacing("~0", with: "~"))
      schema = schema.kind == .array ? schema[Int(name) ?? -1] : schema[name]
    }
    return schema.exists ? schema : true
  }

  private mutating func complain(_ path: String, _ what: String) {
    guard complaints.count < Self.most else { return }
    complaints.append(path.isEmpty ? "The value \(what)." : "'\(path)' \(what).")
  }
}
