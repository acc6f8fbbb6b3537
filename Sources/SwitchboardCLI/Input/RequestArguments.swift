import SwitchboardCore

/// The flags from which a request is made, and how.
enum RequestArguments {
  static let schema = Flag(
    "schema", .text("F"), "A JSON Schema that the answer must follow; '-' is standard input")
  static let noStream = Flag("no-stream", "Ask for the answer in one piece")

  /// The flags of a command that asks one model.
  static let flags: [Flag] = [
    .model, .route, .system, .image, .file, .maxTokens, .temperature, .reasoning, schema, .strict,
    .request, noStream,
  ]

  /// Makes the request.
  ///
  /// - Parameters:
  ///   - session: The session with the flags.
  ///   - prompt: The prompt on the command line.
  ///   - readsInput: Whether what comes in on standard input belongs to the prompt.
  /// - Returns: The request, with at least one message.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  static func request(
    _ session: Session, prompt: String?, readsInput: Bool
  ) async throws -> ChatRequest {
    let arguments = session.arguments
    let isClaimed = try checkStandardInput(arguments, prompt)
    var request = ChatRequest(messages: [])
    let path = arguments.text(.request)
    if let path { request = try await read(path) }
    try await apply(arguments, to: &request)
    var parts: [Part] = []
    for path in arguments.texts(.image) { parts.append(try await MediaFiles.picture(path)) }
    for path in arguments.texts(.file) { parts.append(try await MediaFiles.document(path)) }
    let text = try await PromptInput(notes: session.notes).prompt(
      prompt, appending: readsInput && path == nil && !isClaimed)
    if let text, !text.isEmpty { parts.append(.text(text)) }
    if !parts.isEmpty { request.messages.append(.user(parts)) }
    if request.messages.isEmpty {
      throw ArgumentParser.UsageError(
        message: "There is nothing to ask: give a prompt, or text on standard input.",
        command: nil)
    }
    return request
  }

  /// Reads a request from a file; `-` is standard input.
  static func read(_ path: String) async throws -> ChatRequest {
    let json = try await InputFile.json(path)
    do {
      return try ChatRequest(json: json, readFile: InputFile.reader(besides: path))
    } catch var error as SwitchboardError {
      error.message = "\(InputFile.shown(path)): \(error.message)"
      throw error
    }
  }

  static func apply(
    _ arguments: Arguments, to request: inout ChatRequest
  ) async throws {
    if let model = arguments.text(.model) {
      if arguments.has(.route) {
        throw SwitchboardError(
          .invalidRequest, "--model and --route exclude each other: a named model has no route.")
      }
      request.model = ModelReference(model)
      request.route = nil
    }
    if let route = arguments.text(.route) {
      request.route = route
      request.model = nil
    }
    if let system = arguments.text(.system) { request.system = system }
    if let tokens = arguments.integer(.maxTokens) { request.options.maxOutputTokens = tokens }
    if let value = arguments.number(.temperature) { request.options.temperature = value }
    if let word = arguments.text(.reasoning) { request.reasoning = try reasoning(word) }
    if let path = arguments.text(schema) {
      let json = try await InputFile.json(path)
      guard json.kind == .object else {
        throw SwitchboardError(
          .invalidRequest, "\(InputFile.shown(path)) is no JSON Schema: it must be an object.")
      }
      request.output = .json(schema: json)
    }
    if arguments.has(.strict) { request.strict = true }
    if arguments.has(noStream) { request.stream = false }
  }

  private static func reasoning(_ word: String) throws -> ReasoningEffort {
    if let level = ReasoningEffort.Level(rawValue: word) { return .effort(level) }
    if let tokens = Int(word), tokens >= 0 { return .budget(tokens: tokens) }
    throw SwitchboardError(
      .invalidRequest,
      "--reasoning must be none, low, medium, high or a number of tokens, not '\(word)'.")
  }

  /// Whether a flag reads standard input, which one reader alone can have.
  private static func checkStandardInput(_ arguments: Arguments, _ prompt: String?) throws -> Bool {
    let readers =
      [Flag.image, .file, .request, schema].flatMap { flag in
        arguments.texts(flag).filter { $0 == "-" }.map { _ in flag.written }
      } + (prompt == "-" ? ["the prompt"] : [])
    if readers.count > 1 {
      throw SwitchboardError(
        .invalidRequest,
        "Standard input can be read once, and is wanted by \(readers.joined(separator: " and ")).")
    }
    return !readers.isEmpty
  }
}
