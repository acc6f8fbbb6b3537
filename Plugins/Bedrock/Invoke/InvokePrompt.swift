import SwitchboardCore

/// Writes a conversation for models that are given nothing but text.
struct InvokePrompt {
  private(set) var negotiation: Negotiation
  private let request: ChatRequest

  init(_ request: ChatRequest, model: ModelDescriptor) {
    self.request = request
    self.negotiation = Negotiation(isStrict: request.strict, model: model)
  }

  /// The body for a model that takes one text.
  mutating func body(_ form: PromptForm) throws -> JSON {
    let (system, turns) = try conversation()
    let asked = request.options
    var options: [(String, JSON)] = [
      (form.maxTokens, JSON(optional: asked.maxOutputTokens)),
      (
        "temperature",
        JSON(optional: try negotiation.accept(.temperature, asked.temperature))
      ),
      (form.topP, JSON(optional: try negotiation.accept(.topP, asked.topP))),
    ]
    if let name = form.topK {
      options.append((name, JSON(optional: try negotiation.accept(.topK, asked.topK))))
    } else {
      try negotiation.refuse(.topK, asked.topK)
    }
    let stop = asked.stop.isEmpty ? nil : asked.stop
    if let name = form.stop {
      options.append((name, try list(negotiation.accept(.stop, stop))))
    } else {
      try negotiation.refuse(.stop, stop)
    }
    // Bedrock User Guide, "AI21 Labs Jurassic-2 models".
    for (parameter, value) in [
      (ChatParameter.countPenalty, asked.countPenalty),
      (.frequencyPenalty, asked.frequencyPenalty), (.presencePenalty, asked.presencePenalty),
    ] {
      if form.hasScaledPenalties {
        options.append((parameter.rawValue, value.map { ["scale": JSON($0)] } ?? .missing))
      } else {
        try negotiation.refuse(parameter, value == 0 ? nil : value)
      }
    }
    try negotiation.refuse(.seed, asked.seed)
    let prompt = (form.prompt, JSON(form.template.text(system: system, turns: turns)))
    guard let name = form.options else { return .object([prompt] + options) }
    let inner = JSON.object(options)
    return .object([prompt, (name, inner.count == 0 ? .missing : inner)])
  }

  /// The body for Command R (Bedrock User Guide, "Cohere Command R and Command R+ models").
  mutating func command() throws -> JSON {
    var (system, turns) = try conversation()
    let message = turns.popLast()?.text ?? ""
    let history = turns.map { turn -> JSON in
      ["role": turn.speaker == .user ? "USER" : "CHATBOT", "message": JSON(turn.text)]
    }
    let asked = request.options
    try negotiation.refuse(.countPenalty, asked.countPenalty == 0 ? nil : asked.countPenalty)
    return .object([
      ("message", JSON(message)),
      ("chat_history", history.isEmpty ? .missing : .array(history)),
      ("preamble", system.isEmpty ? .missing : JSON(system)),
      ("max_tokens", JSON(optional: asked.maxOutputTokens)),
      ("temperature", JSON(optional: try negotiation.accept(.temperature, asked.temperature))),
      ("p", JSON(optional: try negotiation.accept(.topP, asked.topP))),
      ("k", JSON(optional: try negotiation.accept(.topK, asked.topK))),
      ("seed", JSON(optional: try negotiation.accept(.seed, asked.seed))),
      ("frequency_penalty", JSON(optional: asked.frequencyPenalty)),
      ("presence_penalty", JSON(optional: asked.presencePenalty)),
      (
        "stop_sequences",
        try list(negotiation.accept(.stop, asked.stop.isEmpty ? nil : asked.stop))
      ),
    ])
  }

  private func list(_ texts: [String]?) -> JSON {
    texts.map { .array($0.map { JSON($0) }) } ?? .missing
  }

  /// Instructions and turns as texts; what is no text is lost.
  private mutating func conversation() throws -> (
    system: String, turns: [(speaker: PromptTemplate.Speaker, text: String)]
  ) {
    try loseWhatIsNoText()
    var system = [request.system ?? ""]
    var turns: [(speaker: PromptTemplate.Speaker, text: String)] = []
    for message in request.messages {
      let text = try words(of: message)
      if text.allSatisfy(\.isWhitespace) { continue }
      let speaker: PromptTemplate.Speaker = message.role == .assistant ? .assistant : .user
      if message.role == .system {
        if turns.isEmpty {
          system.append(text)
          continue
        }
        try negotiation.warn(
          .translatedParameter,
          "Instructions in the middle of the conversation were sent as words of the user.")
      }
      let said = message.role == .system ? "<system>\n\(text)\n</system>" : text
      if let last = turns.last, last.speaker == speaker {
        turns[turns.count - 1].text = "\(last.text)\n\(said)"
      } else {
        turns.append((speaker, said))
      }
    }
    if turns.first?.speaker == .assistant {
      try negotiation.warn(
        .messageInserted,
        "The conversation starts with the assistant; the user's words '(continued)' were put first."
      )
      turns.insert((.user, "(continued)"), at: 0)
    }
    if turns.isEmpty {
      throw SwitchboardError(
        .invalidRequest, "There is nothing to send: every message is blank.",
        model: negotiation.model.model)
    }
    if let output = request.output {
      let form = output.schema.map { " of this JSON Schema:\n\($0.text)" } ?? "."
      try negotiation.warn(.translatedParameter, "The form of the answer was asked for in words.")
      system.append("Answer with a JSON value alone\(form)")
    }
    return (system.filter { !$0.isEmpty }.joined(separator: "\n\n"), turns)
  }

  private mutating func loseWhatIsNoText() throws {
    if !request.tools.isEmpty {
      try negotiation.warn(
        .droppedParameter,
        "'\(negotiation.model.model)' is given text alone; the tools were left out.")
    }
    if let wish = request.reasoning, !wish.isOff {
      try negotiation.warn(
        .droppedParameter, "The model cannot be told how much to think; the wish was left out.")
    }
  }

  private mutating func words(of message: Message) throws -> String {
    var texts: [String] = []
    for part in message.parts {
      switch part.content {
      case .text(let text): texts.append(text)
      case .toolResult(let result) where !result.text.isEmpty: texts.append(result.text)
      case .source: break
      case .reasoning:
        try negotiation.warn(
          .droppedReasoning, "Thinking was left out: the model is given text alone.")
      case .media, .toolCall, .toolResult, .opaque:
        try negotiation.warn(
          .droppedPart, "A part that is no text was left out: the model is given text alone.")
      }
    }
    return texts.joined(separator: "\n")
  }
}
