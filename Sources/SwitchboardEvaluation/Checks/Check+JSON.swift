public import SwitchboardCore

extension Check {
  /// The JSON form: an object with one member, the name of the check.
  ///
  /// `{"contains": "…"}`, `{"regex": "…"}`, `{"json": true}`, `{"jsonSchema": {…}}`,
  /// `{"equals": "…"}`, `{"maxCost": "0.01"}`, `{"maxFirstTokenMs": 500}`,
  /// `{"similar": {"to": "…", "atLeast": 0.8}}`.
  public var json: JSON {
    switch self {
    case .contains(let words): ["contains": JSON(words)]
    case .regex(let pattern): ["regex": JSON(pattern)]
    case .json: ["json": true]
    case .jsonSchema(let schema): ["jsonSchema": schema]
    case .equals(let words): ["equals": JSON(words)]
    case .maxCost(let most): ["maxCost": JSON(most.description)]
    case .maxFirstToken(let most): ["maxFirstTokenMs": JSON(most)]
    case .similar(let other, let least):
      ["similar": ["to": JSON(other), "atLeast": JSON(least)]]
    }
  }

  /// Reads every check of an object: each member is one, and several may stand together.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the field.
  public static func all(in json: JSON) throws -> [Check] {
    try all(in: CheckedJSON(json, path: "checks"))
  }

  static func all(in json: CheckedJSON) throws -> [Check] {
    if json.json.kind == .array { return try json.elements().flatMap { try all(in: $0) } }
    return try json.object().json.members.compactMap { name, _ in
      try Check(name, json[name])
    }
  }

  private static let names = [
    "contains", "equals", "json", "jsonSchema", "maxCost", "maxFirstTokenMs", "regex", "similar",
  ]

  private init?(_ name: String, _ value: CheckedJSON) throws {
    switch name {
    case "contains": self = .contains(try value.string())
    case "equals": self = .equals(try value.string())
    case "regex": self = .regex(try Self.pattern(value))
    case "json":
      guard try value.bool(default: true) else { return nil }
      self = .json
    case "jsonSchema": self = .jsonSchema(try value.object().json)
    case "maxCost":
      guard let most = USD(value.json.string ?? value.json.number ?? ""), most >= .zero else {
        throw value.wrong("an amount in US dollars, as \"0.01\"")
      }
      self = .maxCost(most)
    case "maxFirstTokenMs":
      guard let most = try value.optionalInt(0 ... .max) else {
        throw value.wrong("a whole number of milliseconds")
      }
      self = .maxFirstToken(milliseconds: most)
    case "similar":
      if value.json.kind == .string {
        self = .similar(to: try value.string(), atLeast: 0.8)
      } else {
        let value = try value.object()
        let least = try value["atLeast"].optionalDouble() ?? 0.8
        guard (0...1).contains(least) else { throw value["atLeast"].wrong("a number from 0 to 1") }
        self = .similar(to: try value["to"].string(), atLeast: least)
      }
    default:
      let near = NearestWords.find(name, in: Self.names)
      throw SwitchboardError(
        .invalidRequest,
        "There is no check '\(name)'; "
          + (near.isEmpty
            ? "use one of \(Self.names.joined(separator: ", "))." : "did you mean '\(near[0])'?"))
    }
  }

  /// An expression that can be used: a wrong one is found before anybody is asked.
  private static func pattern(_ value: CheckedJSON) throws -> String {
    let pattern = try value.string()
    do {
      _ = try Regex(pattern)
    } catch {
      throw SwitchboardError(
        .invalidRequest, "Field '\(value.path)' is no regular expression: \(error).")
    }
    return pattern
  }
}
