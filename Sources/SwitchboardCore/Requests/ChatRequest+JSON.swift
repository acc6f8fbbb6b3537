extension ChatRequest {
  /// Reads the public JSON form; members that are not known are passed over.
  ///
  /// - Parameters:
  ///   - json: The form.
  ///   - readFile: Reads files that media parts name; `nil` refuses them.
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(json: JSON, readFile: MediaFileReader? = nil) throws {
    let json = try CheckedJSON(json).object()
    let messages = json["messages"]
    if !messages.exists { throw messages.wrong("an array of messages") }
    self.init(
      id: try json["id"].optionalID(),
      model: try json["model"].optionalString().map { ModelReference($0) },
      route: try json["route"].optionalString(), system: try json["system"].optionalString(),
      messages: try messages.elements().map { try Message($0, MediaSources(file: readFile)) },
      tools: try json["tools"].elements().map { try ToolDefinition($0) },
      toolChoice: try ToolChoice(json["toolChoice"]), output: try OutputFormat(json["output"]),
      options: try ChatOptions(json["options"]),
      reasoning: try ReasoningEffort(json["reasoning"]),
      stream: try json["stream"].bool(default: true),
      strict: try json["strict"].bool(default: false),
      require: try json["require"].elements().map { element in
        guard let ability = try element.choice(Ability.self) else {
          throw element.wrong("the name of an ability")
        }
        return ability
      },
      vendorOptions: try readVendorOptions(json["vendorOptions"]))
  }

  /// The public JSON form.
  public var json: JSON {
    .object([
      ("id", JSON(optional: id)),
      ("model", JSON(optional: model?.description)),
      ("route", JSON(optional: route)),
      ("system", JSON(optional: system)),
      ("messages", .array(messages.map(\.json))),
      ("tools", tools.isEmpty ? .missing : .array(tools.map(\.json))),
      ("toolChoice", toolChoice?.json ?? .missing), ("output", output?.json ?? .missing),
      ("options", options.json), ("reasoning", reasoning?.json ?? .missing),
      ("stream", JSON(stream)), ("strict", strict ? true : .missing),
      ("require", require.isEmpty ? .missing : .array(require.map { JSON($0.rawValue) })),
      ("vendorOptions", writeVendorOptions(vendorOptions)),
    ])
  }
}

func readVendorOptions(_ json: CheckedJSON) throws -> [VendorKind: JSON] {
  guard json.exists else { return [:] }
  var options: [VendorKind: JSON] = [:]
  for (key, value) in try json.object().json.members {
    options[VendorKind(rawValue: key)] =
      try CheckedJSON(value, path: "\(json.path).\(key)").object().json
  }
  return options
}

func writeVendorOptions(_ options: [VendorKind: JSON]) -> JSON {
  if options.isEmpty { return .missing }
  return .object(options.sorted { $0.key < $1.key }.map { ($0.key.rawValue, $0.value) })
}

extension ToolDefinition {
  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(
      name: try json["name"].string(), description: try json["description"].optionalString())
    if json["parameters"].exists { parameters = try json["parameters"].object().json }
  }

  var json: JSON {
    .object([
      ("name", JSON(name)), ("description", JSON(optional: description)),
      ("parameters", parameters),
    ])
  }
}

extension ToolChoice {
  init?(_ json: CheckedJSON) throws {
    guard json.exists else { return nil }
    switch json.json.string {
    case "auto": self = .auto
    case "none": self = .none
    case "required": self = .required
    default:
      guard json.json.kind == .object else {
        throw json.wrong("'auto', 'none', 'required' or {\"name\": …}")
      }
      self = .named(try json["name"].string())
    }
  }

  var json: JSON {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .required: "required"
    case .named(let name): .object([("name", JSON(name))])
    }
  }
}

extension OutputFormat {
  init?(_ json: CheckedJSON) throws {
    guard json.exists else { return nil }
    let json = try json.object()
    guard try json["type"].optionalString() ?? "json" == "json" else {
      throw json["type"].wrong("'json'")
    }
    self = .json(
      name: try json["name"].optionalString(),
      schema: try json["schema"].exists ? json["schema"].object().json : .missing)
  }

  var json: JSON {
    .object([
      ("type", "json"), ("name", JSON(optional: name)),
      ("schema", schema ?? .missing),
    ])
  }
}

extension ChatOptions {
  init(_ json: CheckedJSON) throws {
    self.init()
    guard json.exists else { return }
    let json = try json.object()
    maxOutputTokens = try json["maxOutputTokens"].optionalInt(1 ... .max)
    temperature = try json["temperature"].optionalDouble()
    topP = try json["topP"].optionalDouble()
    topK = try json["topK"].optionalInt()
    stop = try json["stop"].elements().map { try $0.string() }
    seed = try json["seed"].optionalInt()
    frequencyPenalty = try json["frequencyPenalty"].optionalDouble()
    presencePenalty = try json["presencePenalty"].optionalDouble()
    countPenalty = try json["countPenalty"].optionalDouble()
  }

  var json: JSON {
    let json = JSON.object([
      ("maxOutputTokens", JSON(optional: maxOutputTokens)),
      ("temperature", JSON(optional: temperature)),
      ("topP", JSON(optional: topP)), ("topK", JSON(optional: topK)),
      ("stop", stop.isEmpty ? .missing : .array(stop.map { JSON($0) })),
      ("seed", JSON(optional: seed)),
      ("frequencyPenalty", JSON(optional: frequencyPenalty)),
      ("presencePenalty", JSON(optional: presencePenalty)),
      ("countPenalty", JSON(optional: countPenalty)),
    ])
    return json.count == 0 ? .missing : json
  }
}

extension ReasoningEffort {
  init?(_ json: CheckedJSON) throws {
    guard json.exists else { return nil }
    let json = try json.object()
    if let tokens = try json["budgetTokens"].optionalInt(0 ... .max) {
      self = .budget(tokens: tokens)
    } else if let level = try json["effort"].choice(Level.self) {
      self = .effort(level)
    } else {
      throw json.wrong("an object with 'effort' or 'budgetTokens'")
    }
  }

  var json: JSON {
    switch self {
    case .effort(let level): .object([("effort", JSON(level.rawValue))])
    case .budget(let tokens): .object([("budgetTokens", JSON(tokens))])
    }
  }
}
