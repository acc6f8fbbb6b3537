import SwitchboardCore

/// Requests with much in them whose order nothing but the request itself may decide.
enum RichRequests {
  /// A conversation with tools, calls, thinking, a picture, a schema and options of the vendor.
  static func chat(_ id: String, kind: String, model: String) -> JSON {
    .object([
      ("id", JSON(id)), ("model", JSON(model)), ("system", "You are a guide to the north."),
      ("messages", messages(kind)), ("tools", tools), ("toolChoice", "auto"),
      ("output", .object([("type", "json"), ("name", "answer"), ("schema", schema)])),
      ("options", options), ("reasoning", ["effort": "low"]), ("stream", true),
      ("vendorOptions", vendorOptions(kind)),
    ])
  }

  /// The little that a function behind a form of its own understands.
  static func prompt(_ id: String, kind: String, model: String) -> JSON {
    .object([
      ("id", JSON(id)), ("model", JSON(model)), ("system", "You are a guide to the north."),
      ("messages", [["role": "user", "parts": "What is a fjord?"]]),
      ("vendorOptions", vendorOptions(kind)),
    ])
  }

  /// A picture to be made, or to be changed where there are inputs.
  static func picture(_ id: String, kind: String, model: String, isEdit: Bool) -> JSON {
    var request = JSON.object([
      ("id", JSON(id)), ("model", JSON(model)), ("task", isEdit ? "edit" : "generate"),
      ("prompt", "A red house by a fjord"), ("count", 1),
      ("vendorOptions", vendorOptions(kind)),
    ])
    if isEdit { request["inputs"] = [image, image] }
    return request
  }

  private static func messages(_ kind: String) -> JSON {
    let calls = tools.elements.prefix(3).enumerated().map { number, tool in
      // Ids and names as other vendors make them, which not every vendor takes as they are.
      JSON.object([
        ("type", "toolCall"), ("id", JSON("call.\(number)/änderung")), ("name", tool["name"]),
        ("arguments", many(20) { .object([("value", JSON($0)), ("unit", "m")]) }),
        ("vendorData", .object([(kind, vendorData), ("elsewhere", vendorData)])),
      ])
    }
    let results = calls.map { call in
      JSON.object([
        ("type", "toolResult"), ("id", call["id"]), ("name", call["name"]),
        ("content", [["type": "text", "text": "1,308"], image]),
      ])
    }
    return [
      .object([
        ("role", "user"), ("parts", [["type": "text", "text": "How deep is this fjord?"], image]),
      ]),
      .object([
        ("role", "assistant"),
        ("origin", .object([("vendor", "other"), ("kind", JSON(kind)), ("model", "m")])),
        (
          "parts",
          .array(
            [.object([("type", "reasoning"), ("text", "Let me look.")])] + calls)
        ),
      ]),
      .object([("role", "tool"), ("parts", .array(results))]),
      .object([("role", "user"), ("parts", "And which one is the deepest?")]),
    ]
  }

  private static let tools = JSON.array(
    ["look up/depth", "look_up_depth", "look.up.depth", String(repeating: "long_", count: 20)]
      .map { name in
        .object([
          ("name", JSON(name)), ("description", "Finds the depth of water."),
          ("parameters", schema),
        ])
      })

  /// An object of every kind of property, nested and shared ones among them.
  private static let schema: JSON = {
    let kinds: [JSON] = [
      .object([("type", "string"), ("minLength", 1), ("maxLength", 9), ("pattern", "^[a-z]+$")]),
      .object([("type", "integer"), ("minimum", 1), ("maximum", 9), ("multipleOf", 2)]),
      .object([("type", ["string", "integer", "null"]), ("minLength", 1), ("minimum", 1)]),
      .object([("type", "array"), ("items", ["type": "string"]), ("minItems", 1)]),
      .object([("anyOf", [["$ref": "#/$defs/place"], ["type": "null"]])]),
      .object([("enum", ["fjord", "lake", "sea"]), ("description", "A kind of water")]),
    ]
    let properties = many(24) { kinds[$0 % kinds.count] }
    return .object([
      ("type", "object"), ("properties", properties),
      ("required", .array(properties.members.map { JSON($0.key) })),
      ("additionalProperties", false),
      (
        "$defs",
        [
          "place": .object([
            ("type", "object"), ("properties", many(8) { _ in ["type": "number"] }),
            ("required", ["key0"]), ("additionalProperties", false),
          ])
        ]
      ),
    ])
  }()

  private static let options = JSON.object([
    ("maxOutputTokens", 2048), ("temperature", 0.7), ("topP", 0.9), ("topK", 40), ("seed", 7),
    ("stop", ["END", "STOP"]), ("frequencyPenalty", 0.1), ("presencePenalty", 0.2),
  ])

  private static let vendorData = many(8) { ["value": JSON($0)] }

  private static func vendorOptions(_ kind: String) -> JSON {
    .object([(kind, many(20) { many($0) { JSON($0) } }), ("elsewhere", vendorData)])
  }

  private static let image = JSON.object([
    ("type", "media"), ("mime", "image/png"), ("name", "fjord.png"),
    (
      "data",
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    ),
  ])

  /// An object of many members.
  private static func many(_ count: Int, _ value: (Int) -> JSON) -> JSON {
    .object((0..<count).map { ("key\($0)", value($0)) })
  }
}
