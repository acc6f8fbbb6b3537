/// How media stand in a JSON form.
enum MediaForm {
  /// With their bytes: the public form.
  case whole
  /// With the digest of their bytes, which lie elsewhere.
  case stored
  /// As `stored`, without what does not count for identity.
  case hashed
}

/// Where the bytes come from that a JSON form does not hold.
struct MediaSources {
  /// Reads a file by the path in `file`.
  var file: MediaFileReader?
  /// Finds bytes by the digest in `sha256`.
  var blob: ((_ sha256: String) throws -> [UInt8]?)?
}

extension Part {
  /// The public JSON form.
  public var json: JSON { json(media: .whole) }

  func json(media form: MediaForm) -> JSON {
    var members: [(String, JSON)]
    switch content {
    case .text(let text):
      members = [("type", "text"), ("text", JSON(text))]
    case .reasoning(let reasoning):
      members = [
        ("type", "reasoning"), ("text", JSON(reasoning.text)),
        ("redacted", reasoning.isRedacted ? true : .missing),
      ]
    case .media(let media):
      members = media.members(form)
    case .toolCall(let call):
      members = [("type", "toolCall"), ("id", JSON(call.id)), ("name", JSON(call.name))]
      // A store keeps the model's own spelling; everybody else wants the object.
      if form != .stored, let arguments = call.arguments {
        members.append(("arguments", arguments))
      } else {
        members.append(("argumentsText", JSON(call.argumentsText)))
      }
    case .toolResult(let result):
      members = [
        ("type", "toolResult"), ("id", JSON(result.callID)),
        ("name", JSON(optional: result.name)),
        ("content", .array(result.content.map { $0.json(media: form) })),
        ("isError", JSON(result.isError)),
      ]
    case .source(let source):
      members = [
        ("type", "source"), ("title", JSON(optional: source.title)),
        ("url", JSON(optional: source.url)),
        ("citedText", JSON(optional: source.citedText)),
      ]
    case .opaque:
      members = [("type", "opaque")]
    }
    if !vendorData.isEmpty {
      let sorted = vendorData.sorted { $0.key < $1.key }
      members.append(("vendorData", .object(sorted.map { ($0.key.rawValue, $0.value) })))
    }
    return .object(members)
  }

  /// Reads the public JSON form.
  ///
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(json: JSON, readFile: MediaFileReader? = nil) throws {
    try self.init(CheckedJSON(json), MediaSources(file: readFile))
  }

  init(_ json: CheckedJSON, _ sources: MediaSources) throws {
    let json = try json.object()
    let content: Content
    switch try json["type"].string() {
    case "text":
      content = .text(try json["text"].string())
    case "reasoning":
      content = .reasoning(
        Reasoning(
          try json["text"].optionalString() ?? "",
          isRedacted: try json["redacted"].bool(default: false)))
    case "media":
      content = try Self.media(json, sources)
    case "toolCall":
      content = .toolCall(try ToolCall(json))
    case "toolResult":
      let result = json["content"]
      content = .toolResult(
        ToolResult(
          callID: try json["id"].string(), name: try json["name"].optionalString(),
          content: try result.json.kind == .string
            ? [.text(result.string())] : result.elements().map { try Part($0, sources) },
          isError: try json["isError"].bool(default: false)))
    case "source":
      content = .source(
        Source(
          title: try json["title"].optionalString(), url: try json["url"].optionalString(),
          citedText: try json["citedText"].optionalString()))
    case "opaque":
      content = .opaque
    default:
      throw json["type"].wrong(
        "'text', 'reasoning', 'media', 'toolCall', 'toolResult', 'source' or 'opaque'")
    }
    var vendorData: [VendorKind: JSON] = [:]
    if json["vendorData"].exists {
      for (key, value) in try json["vendorData"].object().json.members {
        let place = json["vendorData"].path + ".\(key)"
        vendorData[VendorKind(rawValue: key)] = try CheckedJSON(value, path: place).object().json
      }
    }
    self.init(content, vendorData: vendorData)
  }

  private static func media(_ json: CheckedJSON, _ sources: MediaSources) throws -> Content {
    guard let blob = sources.blob, !json["data"].exists, !json["url"].exists else {
      return .media(try Media(json, sources.file))
    }
    let digest = try json["sha256"].string()
    let mime = try json["mime"].string()
    let name = try json["name"].optionalString()
    guard let bytes = try blob(digest) else {
      return .text("[\(name.map { "\($0), " } ?? "")\(mime): the bytes are no longer there]")
    }
    var media = Media(bytes: bytes, mime: mime, name: name)
    media.mime = mime
    media.width = try json["width"].optionalInt(1 ... .max) ?? media.width
    media.height = try json["height"].optionalInt(1 ... .max) ?? media.height
    return .media(media)
  }
}

extension ToolCall {
  fileprivate init(_ json: CheckedJSON) throws {
    let text: String
    if json["arguments"].exists {
      text = try json["arguments"].object().json.text
    } else {
      text = try json["argumentsText"].optionalString() ?? "{}"
    }
    self.init(id: try json["id"].string(), name: try json["name"].string(), argumentsText: text)
  }
}

extension Media {
  fileprivate func members(_ form: MediaForm) -> [(String, JSON)] {
    var members: [(String, JSON)] = [("type", "media"), ("mime", JSON(mime))]
    switch location {
    case .bytes(let bytes):
      if form == .whole { members.append(("data", JSON(Base64.encode(bytes)))) }
    case .url(let url): members.append(("url", JSON(url)))
    }
    members.append(("name", JSON(optional: name)))
    if form != .hashed {
      members.append(("width", JSON(optional: width)))
      members.append(("height", JSON(optional: height)))
    }
    members.append(("sha256", JSON(optional: sha256)))
    return members
  }

  fileprivate init(_ json: CheckedJSON, _ readFile: MediaFileReader?) throws {
    let mime = try json["mime"].optionalString()
    let name = try json["name"].optionalString()
    if let url = try json["url"].optionalString() {
      self.init(url: url, mime: mime ?? "application/octet-stream", name: name)
    } else if let file = try json["file"].optionalString() {
      guard let readFile else {
        throw SwitchboardError(
          .invalidRequest,
          "Field '\(json["file"].path)' names a file, which cannot be read from here.")
      }
      self.init(
        bytes: try readFile(file), mime: mime ?? "application/octet-stream",
        name: name ?? file.split(separator: "/").last.map(String.init))
    } else {
      let text = try json["data"].string()
      guard let bytes = Base64.decode(text) else {
        throw SwitchboardError(
          .invalidRequest, "Field '\(json["data"].path)' must be base64 text.")
      }
      self.init(bytes: bytes, mime: mime ?? "application/octet-stream", name: name)
    }
    // What the bytes show is surer than what is written beside them.
    let written = (
      width: try json["width"].optionalInt(1 ... .max),
      height: try json["height"].optionalInt(1 ... .max)
    )
    if width == nil, height == nil { (width, height) = written }
  }
}
