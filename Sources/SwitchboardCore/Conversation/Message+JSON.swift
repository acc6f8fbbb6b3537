/// Reads the bytes of a file that a JSON document names, relative to the document.
///
/// The library reads no files; who reads a document from somewhere knows what may be read.
public typealias MediaFileReader = (_ path: String) throws -> [UInt8]

extension Message {
  /// The public JSON form.
  public var json: JSON { json(media: .whole) }

  /// Reads the public JSON form; `parts` may be one string.
  ///
  /// - Parameters:
  ///   - json: The form.
  ///   - readFile: Reads files that media parts name; `nil` refuses them.
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(json: JSON, readFile: MediaFileReader? = nil) throws {
    try self.init(CheckedJSON(json), MediaSources(file: readFile))
  }

  /// The form that a store keeps: the public one, with the digests of media instead of their bytes.
  public var storedJSON: JSON { json(media: .stored) }

  /// Reads the form that a store keeps.
  ///
  /// - Parameters:
  ///   - json: The form.
  ///   - blob: Finds bytes by their SHA-256 in hexadecimal. Media whose bytes are `nil` become a text
  ///     that says what is missing.
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field; what `blob` throws.
  public init(
    storedJSON json: JSON, blob: @escaping (_ sha256: String) throws -> [UInt8]?
  ) throws {
    try self.init(CheckedJSON(json), MediaSources(blob: blob))
  }

  func json(media form: MediaForm) -> JSON {
    .object([
      ("role", JSON(role.rawValue)), ("parts", .array(parts.map { $0.json(media: form) })),
      ("origin", origin?.json ?? .missing),
      ("incomplete", JSON(optional: incomplete?.rawValue)),
    ])
  }

  init(_ json: CheckedJSON, _ sources: MediaSources) throws {
    let json = try json.object()
    guard let role = try json["role"].choice(Role.self) else {
      throw json["role"].wrong("'system', 'user', 'assistant' or 'tool'")
    }
    let parts = json["parts"]
    if !parts.exists { throw parts.wrong("an array of parts or a string") }
    self.init(
      role: role,
      parts: try parts.json.kind == .string
        ? [.text(parts.string())] : parts.elements().map { try Part($0, sources) },
      origin: try json["origin"].exists ? Origin(json["origin"]) : nil,
      incomplete: try json["incomplete"].choice(Incompleteness.self))
  }
}

extension Origin {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("vendor", JSON(vendor.rawValue)), ("kind", JSON(optional: kind?.rawValue)),
      ("model", JSON(model)), ("responseModel", JSON(optional: responseModel)),
      ("responseID", JSON(optional: responseID)),
    ])
  }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(
      vendor: VendorID(rawValue: try json["vendor"].string()),
      kind: try json["kind"].optionalString().map(VendorKind.init(rawValue:)),
      model: try json["model"].string(),
      responseModel: try json["responseModel"].optionalString(),
      responseID: try json["responseID"].optionalString())
  }
}
