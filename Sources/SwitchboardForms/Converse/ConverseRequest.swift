package import SwitchboardCore

/// A request in the form of Converse (Bedrock API Reference, "Converse").
package struct ConverseRequest: Sendable {
  /// The body of the request.
  package let body: JSON

  /// What changed on the way.
  package var warnings: [Warning] { context.warnings }

  /// What the answer needs to know of it.
  let context: ConverseMachine.Context

  /// Writes a request.
  ///
  /// - Throws: ``SwitchboardError`` of kind `unsupported` when the request is strict and something
  ///   would be lost.
  package init(
    _ request: ChatRequest, origin: Origin, kind: VendorKind, model: ModelDescriptor
  ) throws {
    let id = BedrockModelID(origin.model)
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    // Bedrock API Reference, ToolSpecification: letters, digits, `_` and `-`, up to 64.
    let toolNames = try ToolNames(
      for: request, rule: ToolNames.Rule(length: 64), negotiation: &negotiation)
    var messages = ConverseMessages(
      origin: origin, toolNames: toolNames,
      callIDs: CallIDs(for: request.messages, rule: CallIDs.Rule(lengths: 1...64)),
      negotiation: negotiation)

    // The leading run of system messages belongs to the instructions.
    let rest = request.messages.drop { $0.role == .system }
    var system: [JSON] = []
    if let text = request.system, !ConverseMessages.isBlank(text) {
      system.append(["text": JSON(text)])
    }
    for part in request.messages.prefix(request.messages.count - rest.count).flatMap(\.parts) {
      if case .text(let text) = part.content {
        if !ConverseMessages.isBlank(text) { system.append(["text": JSON(text)]) }
        system += messages.mark(of: part)
      }
    }
    for message in rest { try messages.add(message) }
    let traits = ConverseTraits(id)
    let isPlain = request.output == nil && (request.reasoning ?? .effort(.none)) == .effort(.none)
    let written = try messages.finished(continues: traits.continuesAssistant && isPlain)
    negotiation = messages.negotiation

    var fields = ConverseFields(id: id, traits: traits, negotiation: negotiation)
    try fields.addThinking(request, written)
    try fields.add(request.options)
    if let output = request.output { try fields.add(output, system: &system) }
    let tools = try fields.tools(request, toolNames, written)
    negotiation = fields.negotiation

    var members: [(String, JSON)] = []
    if model.cannot.contains(.systemText), !system.isEmpty {
      let text = system.compactMap { $0["text"].string }.joined(separator: "\n\n")
      try negotiation.warn(
        .translatedParameter,
        "'\(origin.model)' takes no instructions; they were sent as the first words of the user.")
      members.append(("messages", Self.lead(written, with: text)))
    } else {
      members.append(("messages", .array(written)))
      if !system.isEmpty { members.append(("system", .array(system))) }
    }
    members += [
      ("inferenceConfig", fields.inference.count == 0 ? .missing : fields.inference),
      ("toolConfig", tools),
      (
        "additionalModelRequestFields",
        fields.additional.count == 0 ? .missing : fields.additional
      ),
      ("outputConfig", fields.output.count == 0 ? .missing : fields.output),
    ]
    var body = JSON.object(members)
    if let extra = request.vendorOptions[kind] { body = body.merging(extra) }
    self.body = body
    self.context = ConverseMachine.Context(
      origin: origin, kind: kind, toolNames: toolNames,
      turn: request.messages.count { $0.role == .assistant }, warnings: negotiation.warnings,
      account: traits.bindsThinking ? origin.vendor : nil, isClaude: id.publisher == "anthropic")
  }

  private static func lead(_ messages: [JSON], with text: String) -> JSON {
    var messages = messages
    let first = messages.removeFirst()
    let content = [["text": JSON(text)]] + first["content"].elements
    return .array([first.merging(["content": .array(content)])] + messages)
  }
}
