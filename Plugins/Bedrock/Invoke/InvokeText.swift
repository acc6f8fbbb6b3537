import SwitchboardCore
import SwitchboardForms

/// What a piece of an answer says in one of the forms that are text alone.
struct InvokeText {
  var text = ""
  /// Why the answer ended, in the maker's word.
  var word: String?
  var input: Int?
  var output: Int?

  /// Reads a chunk or a whole body; `nil` for any other form.
  ///
  /// Bedrock User Guide, "Inference request parameters and response fields for foundation models".
  init?(_ json: JSON) {
    if let text = json["outputText"].string {
      // A piece of Titan's.
      self.text = text
      word = json["completionReason"].string
      input = json["inputTextTokenCount"].int
      output = json["totalOutputTextTokenCount"].int
    } else if let text = json["results"][0]["outputText"].string {
      self.text = text
      word = json["results"][0]["completionReason"].string
      input = json["inputTextTokenCount"].int
      output = json["results"][0]["tokenCount"].int
    } else if let text = json["generation"].string {
      // Llama, and imported models.
      self.text = text
      word = json["stop_reason"].string
      input = json["prompt_token_count"].int
      output = json["generation_token_count"].int
    } else if let text = json["completion"].string {
      // Claude before Messages.
      self.text = text
      word = json["stop_reason"].string
    } else if let text = json["completions"][0]["data"]["text"].string {
      // Jurassic.
      self.text = text
      word = json["completions"][0]["finishReason"]["reason"].string
    } else if let text = json["outputs"][0]["text"].string {
      // Mistral.
      self.text = text
      word = json["outputs"][0]["stop_reason"].string
    } else if let text = json["generations"][0]["text"].string {
      // Command.
      self.text = text
      word = json["generations"][0]["finish_reason"].string
    } else if json["event_type"].string != nil || json["is_finished"].bool != nil
      || json["generation_id"].string != nil && json["text"].exists
    {
      // Command R, and a piece of Command's.
      self.text = json["text"].string ?? ""
      word = json["finish_reason"].string
    } else if let text = json["choices"][0]["text"].string {
      // Completions.
      self.text = text
      word = json["choices"][0]["finish_reason"].string ?? json["choices"][0]["stop_reason"].string
      input = json["usage"]["prompt_tokens"].int
      output = json["usage"]["completion_tokens"].int
    } else if let text = json["generated_text"].string ?? json[0]["generated_text"].string {
      self.text = text
    } else {
      return nil
    }
  }
}

/// Makes events of answers that are text alone.
struct InvokeTextMachine: Sendable {
  private let origin: Origin
  private let warnings: [Warning]
  private let failure: InvokeMachine.FailureReader
  private var parts = PartWriter()
  private var isStarted = false
  private var isFinished = false
  private var word: String?
  private var isBlocked = false
  private var hasText = false
  private var input: Int?
  private var output: Int?

  init(origin: Origin, warnings: [Warning], failure: @escaping InvokeMachine.FailureReader) {
    self.origin = origin
    self.warnings = warnings
    self.failure = failure
  }

  mutating func take(_ json: JSON, isWhole: Bool, into events: inout [StreamEvent]) throws {
    if isFinished { return }
    let piece = InvokeText(json)
    if piece == nil, isWhole || BedrockFailures.word(in: json) != nil { throw failure(json) }
    if !isStarted {
      isStarted = true
      events.append(.start(origin))
      for warning in warnings { events.append(.warning(warning)) }
    }
    // Bedrock User Guide, "Guardrails": the word of an intervention stands beside the maker's JSON.
    if json["amazon-bedrock-guardrailAction"] == "INTERVENED" { isBlocked = true }
    guard let piece else { return }
    // Command repeats the whole answer in its last piece.
    if !hasText || !json["generations"].exists { parts.text(piece.text, into: &events) }
    hasText = hasText || !piece.text.isEmpty
    word = piece.word ?? word
    input = piece.input ?? input
    output = piece.output ?? output
  }

  /// Ends the answer; `isSure` is whether something beside the maker's word says that it ended.
  mutating func end(isSure: Bool, into events: inout [StreamEvent]) throws {
    if isFinished { return }
    guard isStarted, isSure || word != nil || isBlocked else {
      throw SwitchboardError(.truncated, "The vendor's stream ended without a reason.")
    }
    isFinished = true
    parts.close(into: &events)
    if input != nil || output != nil {
      let raw = JSON.object([("input", JSON(optional: input)), ("output", JSON(optional: output))])
      events.append(.usage(Usage(input: input, output: output, raw: raw)))
    }
    var reason = FinishReason(word: word)
    if word == nil { reason.kind = isBlocked ? .contentFilter : .stop }
    events.append(.finish(reason))
  }
}
