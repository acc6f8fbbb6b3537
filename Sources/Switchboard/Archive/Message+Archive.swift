import SwitchboardCore

extension Message {
  /// The form of an archive: the public one, in which a call keeps the model's own spelling.
  var archiveJSON: JSON {
    var json = storedJSON
    json["parts"] = .array(zip(parts, json["parts"].elements).map { $0.archived($1) })
    return json
  }

  /// Reads the form of an archive; what is read equals what was written.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the field.
  init(archiveJSON json: JSON) throws {
    var blobs = ArchiveBlobs()
    var json = json
    if json["parts"].kind == .array {
      json["parts"] = try blobs.taken(from: json["parts"], at: "parts")
    }
    let bytes = blobs.bytes
    try self.init(storedJSON: json) { bytes[$0] }
  }
}

extension Part {
  /// The stored form of this part, with what an archive has in its place.
  fileprivate func archived(_ stored: JSON) -> JSON {
    var json = stored
    switch content {
    case .media(let media):
      if let bytes = media.bytes { json["data"] = JSON(Base64.encode(bytes)) }
    case .toolCall(let call):
      // As an object where that says it to the letter.
      if let arguments = call.arguments, arguments.text == call.argumentsText {
        json["argumentsText"] = .missing
        json["arguments"] = arguments
      }
    case .toolResult(let result):
      json["content"] = .array(
        zip(result.content, json["content"].elements).map { $0.archived($1) })
    default: break
    }
    return json
  }
}

/// The bytes of media, taken out of an archive's form so that the stored form is left.
private struct ArchiveBlobs {
  private(set) var bytes: [String: [UInt8]] = [:]

  mutating func taken(from parts: JSON, at path: String) throws -> JSON {
    var stored: [JSON] = []
    for (place, part) in parts.elements.enumerated() {
      let path = "\(path)[\(place)]"
      var part = part
      switch part["type"].string {
      case "media" where part["data"].exists:
        guard let decoded = part["data"].string.flatMap({ Base64.decode($0) }) else {
          throw SwitchboardError(.invalidRequest, "Field '\(path).data' must be base64 text.")
        }
        let key = String(bytes.count)
        bytes[key] = decoded
        part["data"] = .missing
        part["sha256"] = JSON(key)
      case "toolResult" where part["content"].kind == .array:
        part["content"] = try taken(from: part["content"], at: "\(path).content")
      default: break
      }
      stored.append(part)
    }
    return .array(stored)
  }
}
