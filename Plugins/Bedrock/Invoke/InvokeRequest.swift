import SwitchboardCore
import SwitchboardForms

/// A request to InvokeModel, in the form of the model's maker.
struct InvokeRequest: Sendable {
  /// The form in which the answer is expected.
  enum Reply: Sendable {
    case messages(AnthropicMessagesRequest)
    case converse(ConverseRequest)
    case chat(OpenAIChatRequest)
    case text
  }

  let body: JSON
  let reply: Reply
  /// What changed on the way, where the reply's own form does not say it.
  let warnings: [Warning]

  /// What changed on the way, whoever says it.
  var allWarnings: [Warning] {
    switch reply {
    case .messages(let messages): messages.warnings
    case .converse(let converse): converse.warnings
    case .chat(let chat): chat.warnings
    case .text: warnings
    }
  }

  /// Writes a request.
  ///
  /// - Throws: ``SwitchboardError`` of kind `unsupported` when the request is strict and something
  ///   would be lost.
  init(_ request: ChatRequest, origin: Origin, kind: VendorKind, model: ModelDescriptor) throws {
    switch InvokeForm(of: BedrockModelID(origin.model)) {
    case .messages:
      let messages = try AnthropicMessagesRequest(
        request, origin: origin, model: model,
        dialect: AnthropicMessagesDialect(
          takesAddresses: false, takesSystemBetweenTurns: false, startsWithUser: true),
        envelope: [("anthropic_version", "bedrock-2023-05-31")])
      self.init(body: messages.body, reply: .messages(messages))
    case .converse:
      let converse = try ConverseRequest(request, origin: origin, kind: kind, model: model)
      self.init(body: Self.nova(converse.body), reply: .converse(converse))
    case .chat(let dialect):
      let chat = try OpenAIChatRequest(request, origin: origin, model: model, dialect: dialect)
      var body = chat.body
      // The address says which model, and whether the answer is streamed.
      for name in ["model", "stream", "stream_options"] { body[name] = .missing }
      self.init(body: body, reply: .chat(chat))
    case .prompt(let form):
      var prompt = InvokePrompt(request, model: model)
      let body = try prompt.body(form)
      self.init(
        body: body.merging(request.vendorOptions[kind] ?? .missing), reply: .text,
        warnings: prompt.negotiation.warnings)
    case .command:
      var prompt = InvokePrompt(request, model: model)
      let body = try prompt.command()
      self.init(
        body: body.merging(request.vendorOptions[kind] ?? .missing), reply: .text,
        warnings: prompt.negotiation.warnings)
    }
  }

  private init(body: JSON, reply: Reply, warnings: [Warning] = []) {
    self.body = body
    self.reply = reply
    self.warnings = warnings
  }

  /// What Converse sets apart stands where it belongs in Nova's own form: `topK` and
  /// `reasoningConfig` in `inferenceConfig` (Amazon Nova 2 User Guide, "Request and response schema").
  private static func nova(_ body: JSON) -> JSON {
    var body = body
    var inference = body["inferenceConfig"].exists ? body["inferenceConfig"] : [:]
    let additional = body["additionalModelRequestFields"]
    inference = inference.merging(additional["inferenceConfig"])
    inference["reasoningConfig"] = additional["reasoningConfig"]
    for name in ["additionalModelRequestFields", "outputConfig"] { body[name] = .missing }
    body["inferenceConfig"] = inference.count == 0 ? .missing : inference
    return JSON.object([("schemaVersion", "messages-v1")]).merging(body)
  }
}
