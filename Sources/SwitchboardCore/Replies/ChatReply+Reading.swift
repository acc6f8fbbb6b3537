extension ChatReply {
  /// Reads the public JSON form.
  ///
  /// Fields that nobody knows are passed over, as are the decision and the attempts of an explained
  /// reply.
  ///
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(json: JSON) throws {
    let json = try CheckedJSON(json).object()
    self.init(
      id: try json["id"].optionalID(),
      message: try Message(json["message"], MediaSources()), origin: try Origin(json["origin"]),
      finish: try FinishReason(json["finish"]),
      usage: try json["usage"].exists ? Usage(json["usage"]) : nil,
      cost: try json["cost"].exists ? Cost(json["cost"]) : nil,
      warnings: try json["warnings"].exists ? json["warnings"].elements().map(Warning.init) : [],
      timing: try json["timing"].exists ? Timing(json["timing"]) : nil)
  }
}

extension FinishReason {
  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(
      Kind(rawValue: try json["reason"].string()), raw: try json["raw"].optionalString(),
      message: try json["message"].optionalString())
  }
}

extension Usage {
  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(
      input: try json["input"].optionalInt(), cachedInput: try json["cachedInput"].optionalInt(),
      cacheWrite: try json["cacheWrite"].optionalInt(),
      output: try json["output"].optionalInt(), reasoning: try json["reasoning"].optionalInt(),
      source: try json["source"].choice(Source.self) ?? .estimated,
      raw: json["raw"].exists ? json["raw"].json : nil)
  }
}

extension Cost {
  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    guard let text = try json["usd"].optionalString() else {
      self = .unknown
      return
    }
    guard let usd = USD(text) else { throw json["usd"].wrong("an amount as decimal text") }
    self.init(usd: usd, quality: try json["quality"].choice(Quality.self) ?? .estimated)
  }
}

extension Warning {
  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(Code(rawValue: try json["code"].string()), try json["message"].string())
  }
}

extension Timing {
  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(
      firstToken: try json["firstTokenMs"].optionalInt().map { .milliseconds($0) },
      total: try json["totalMs"].optionalInt().map { .milliseconds($0) })
  }
}

extension SwitchboardError {
  /// Reads the public JSON form: what stands under `error`.
  ///
  /// The attempts and the retry hint belong to the moment and are not read.
  ///
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(json: JSON) throws {
    let json = try CheckedJSON(json).object()
    self.init(
      Kind(rawValue: try json["kind"].string()), try json["message"].string(),
      vendor: try json["vendor"].optionalString().map(VendorID.init(rawValue:)),
      model: try json["model"].optionalString(), status: try json["status"].optionalInt(),
      code: try json["code"].optionalString(), requestID: try json["requestID"].optionalString())
    outputBegun = try json["outputBegun"].bool(default: false)
    if json["partial"].exists { partial = try Message(json["partial"], MediaSources()) }
  }
}
