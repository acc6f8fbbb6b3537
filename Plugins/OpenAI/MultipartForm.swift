import SwitchboardDigest

/// A body of `multipart/form-data` (RFC 7578): fields and files, in order.
///
/// The boundary is made from the content, so that the same request always has the same bytes.
struct MultipartForm {
  private struct Field {
    var name: String
    var file: (name: String, mime: String)?
    var bytes: [UInt8]
  }

  private var fields: [Field] = []

  /// Adds a field of text.
  mutating func add(_ name: String, _ text: String) {
    fields.append(Field(name: name, bytes: Array(text.utf8)))
  }

  /// Adds a file.
  mutating func add(_ name: String, file: String, mime: String, _ bytes: [UInt8]) {
    fields.append(Field(name: name, file: (file, mime), bytes: bytes))
  }

  /// The content type and the bytes of the body.
  func encoded() -> (contentType: String, body: [UInt8]) {
    // A digest of the content cannot stand in the content, short of breaking SHA-256.
    var digest = SHA256()
    for field in fields {
      let head = Self.head(of: field)
      digest.update(Array("\(head.utf8.count) \(field.bytes.count) \(head)".utf8))
      digest.update(field.bytes)
    }
    let boundary = "switchboard-" + String(Hex.encode(digest.finalize()).prefix(40))
    var body: [UInt8] = []
    for field in fields {
      body += Array("--\(boundary)\r\n".utf8)
      body += Array(Self.head(of: field).utf8)
      body += field.bytes
      body += [0x0D, 0x0A]
    }
    body += Array("--\(boundary)--\r\n".utf8)
    return ("multipart/form-data; boundary=\(boundary)", body)
  }

  private static func head(of field: Field) -> String {
    var head = "Content-Disposition: form-data; name=\"\(quoted(field.name))\""
    if let file = field.file {
      head += "; filename=\"\(quoted(file.name))\"\r\nContent-Type: \(plain(file.mime))"
    }
    return head + "\r\n\r\n"
  }

  /// Quotes and line ends would end the name; browsers escape them so (WHATWG HTML §4.10.22.8).
  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func plain(_ mime: String) -> String {
    mime.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? mime : "application/octet-stream"
  }
}
