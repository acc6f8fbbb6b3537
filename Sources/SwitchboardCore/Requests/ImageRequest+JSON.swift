extension ImageRequest {
  /// Reads the public JSON form; members that are not known are passed over.
  ///
  /// - Parameters:
  ///   - json: The form.
  ///   - readFile: Reads files that media parts name; `nil` refuses them.
  /// - Throws: ``SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(json: JSON, readFile: MediaFileReader? = nil) throws {
    let json = try CheckedJSON(json).object()
    let task = try json["task"].choice(Task.self) ?? .generate
    var size: Size?
    if let text = try json["size"].optionalString() {
      guard let read = Size(text) else { throw json["size"].wrong("WIDTHxHEIGHT, as 512x512") }
      size = read
    }
    self.init(
      id: try json["id"].optionalID(),
      model: try json["model"].optionalString().map { ModelReference($0) },
      route: try json["route"].optionalString(), task: task,
      prompt: try task == .variation
        ? json["prompt"].optionalString() ?? "" : json["prompt"].string(),
      negativePrompt: try json["negativePrompt"].optionalString(),
      count: try json["count"].optionalInt(1...100) ?? 1, size: size,
      seed: try json["seed"].optionalInt(), guidance: try json["guidance"].optionalDouble(),
      quality: try json["quality"].optionalString(), format: try json["format"].optionalString(),
      inputs: try json["inputs"].elements().map { try Part($0, MediaSources(file: readFile)) },
      mask: try json["mask"].exists ? Part(json["mask"], MediaSources(file: readFile)) : nil,
      strict: try json["strict"].bool(default: false),
      vendorOptions: try readVendorOptions(json["vendorOptions"]))
  }
}
