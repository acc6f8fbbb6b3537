import SwitchboardCore

/// Writes the turns of a conversation in the form of Messages.
///
/// Neighbours of one role become one turn. The results of an assistant's calls come first in the
/// user's turn behind them, all of them (platform.claude.com/docs/en/agents-and-tools/tool-use/
/// handle-tool-calls), whatever else was said in between.
struct AnthropicTurns {
  private struct Turn {
    var role: String
    var blocks: [JSON]
  }

  var negotiation: Negotiation
  private let dialect: AnthropicMessagesDialect
  private let traits: AnthropicModelTraits
  private let writer: AnthropicBlockWriter
  private let callIDs: CallIDs

  private var turns: [Turn] = []
  private var leading: [JSON] = []
  /// The user's turn that is being gathered: results, then the rest.
  private var results: [JSON] = []
  private var rest: [JSON] = []
  /// Instructions behind the user's turn, as long as nothing but an assistant's follows.
  private var late: [JSON] = []
  /// Calls of the last turn that wait for a result, in order: their ids as given and as sent.
  private var waiting: [(id: String, sent: String)] = []
  private var sentIDs: Set<String> = []
  /// Whether the last message left nothing.
  private var endsEmpty = false

  init(
    origin: Origin, toolNames: ToolNames, callIDs: CallIDs, dialect: AnthropicMessagesDialect,
    traits: AnthropicModelTraits, negotiation: Negotiation
  ) {
    self.dialect = dialect
    self.traits = traits
    self.negotiation = negotiation
    self.writer = AnthropicBlockWriter(
      origin: origin, toolNames: toolNames, takesAddresses: dialect.takesAddresses)
    self.callIDs = callIDs
  }

  /// Instructions that lead the conversation.
  mutating func lead(_ text: String) {
    if !AnthropicText.isBlank(text) { leading.append(writer.text(text, data: nil)) }
  }

  /// The member `system`: a text where one is enough.
  var system: JSON {
    if leading.isEmpty { return .missing }
    return leading.count == 1 && leading[0].count == 2 ? leading[0]["text"] : .array(leading)
  }

  /// The member `messages`; a turn of one bare text is written as that text.
  var messages: [JSON] {
    turns.map { turn in
      let isBare = turn.blocks.count == 1 && turn.blocks[0].count == 2
      let text = isBare ? turn.blocks[0]["text"] : .missing
      return ["role": JSON(turn.role), "content": text.exists ? text : .array(turn.blocks)]
    }
  }

  mutating func add(_ message: Message) throws {
    endsEmpty = false
    switch message.role {
    case .system: try addSystem(message)
    case .user, .tool: try addUser(message)
    case .assistant: try addAssistant(message)
    }
  }

  private mutating func addUser(_ message: Message) throws {
    let before = results.count + rest.count
    for part in message.parts {
      if case .toolResult(let result) = part.content {
        try add(result, part)
      } else if let block = try writer.userBlock(part, &negotiation) {
        try settleLate()
        rest.append(block)
      }
    }
    endsEmpty = results.count + rest.count == before
  }

  private mutating func addSystem(_ message: Message) throws {
    var blocks: [JSON] = []
    for part in message.parts {
      guard case .text(let text) = part.content else {
        try negotiation.warn(
          .droppedPart, "A part of instructions that is no text was left out.")
        continue
      }
      if !AnthropicText.isBlank(text) {
        blocks.append(writer.text(text, data: writer.data(of: part)))
      }
    }
    if blocks.isEmpty { return }
    if turns.isEmpty, rest.isEmpty {
      leading += blocks
    } else if traits.takesSystem, dialect.takesSystemBetweenTurns,
      !rest.isEmpty || !results.isEmpty
    {
      late += blocks
    } else {
      try mark(blocks)
    }
  }

  /// The user went on, so instructions behind the turn would stand within it.
  private mutating func settleLate() throws {
    if late.isEmpty { return }
    try mark(late)
    late = []
  }

  private mutating func mark(_ blocks: [JSON]) throws {
    try negotiation.warn(
      .translatedParameter,
      "Instructions in the middle of the conversation were sent as the user's, in <system> marks: "
        + "they cannot stand there otherwise.")
    rest += blocks.map { block in
      var block = block
      block["text"] = JSON("<system>\n\(block["text"].string ?? "")\n</system>")
      return block
    }
  }

  private mutating func add(_ result: ToolResult, _ part: Part) throws {
    guard let place = waiting.firstIndex(where: { $0.id == result.callID }) else {
      return try negotiation.warn(
        .droppedPart, "The result of call '\(result.callID)' was left out: nobody called it.")
    }
    let sent = waiting.remove(at: place).sent
    results.append(try writer.result(result, part, id: sent, &negotiation))
  }

  private mutating func addAssistant(_ message: Message) throws {
    var blocks: [JSON] = []
    var calls: [(id: String, sent: String)] = []
    for var part in message.parts {
      if case .toolCall(var call) = part.content {
        calls.append((call.id, freeID(for: call.id)))
        call.id = calls[calls.count - 1].sent
        part.content = .toolCall(call)
      }
      if let block = try writer.assistantBlock(part, &negotiation) { blocks.append(block) }
    }
    if blocks.isEmpty { return }
    if !results.isEmpty || !rest.isEmpty { try closeUser() }
    if let last = turns.indices.last, turns[last].role == "assistant" {
      turns[last].blocks += blocks
    } else {
      if turns.isEmpty, dialect.startsWithUser {
        try insertUser("the vendor demands a user's first")
      }
      turns.append(Turn(role: "assistant", blocks: blocks))
    }
    waiting += calls
  }

  /// The id of a call as it is sent: the vendor wants every one once in a conversation.
  private mutating func freeID(for id: String) -> String {
    let base = callIDs.id(for: id)
    var sent = base
    var number = 2
    while !sentIDs.insert(sent).inserted {
      sent = "\(base)_\(number)"
      number += 1
    }
    return sent
  }

  /// Ends the user's turn that was gathered; calls that nobody answered are answered.
  private mutating func closeUser() throws {
    for call in waiting {
      try negotiation.warn(
        .messageInserted, "Call '\(call.id)' has no result; '(no result)' was sent in its place.")
      results.append(writer.noResult(of: call.sent))
    }
    waiting = []
    if results.isEmpty, rest.isEmpty { return }
    try dropUnansweredServerTools()
    try dropLastThinking()
    if let last = turns.indices.last, turns[last].role == "user" {
      turns[last].blocks += results + rest
    } else {
      turns.append(Turn(role: "user", blocks: results + rest))
    }
    if !late.isEmpty { turns.append(Turn(role: "system", blocks: late)) }
    (results, rest, late) = ([], [], [])
  }

  /// A tool of the vendor's own that lacks its result is refused once the user goes on.
  private mutating func dropUnansweredServerTools() throws {
    guard let last = turns.indices.last, turns[last].role == "assistant",
      turns[last].blocks.contains(where: { $0["type"].string == "server_tool_use" })
    else { return }
    let answered = Set(turns[last].blocks.compactMap { $0["tool_use_id"].string })
    let kept = turns[last].blocks.filter { block in
      block["type"].string != "server_tool_use" || answered.contains(block["id"].string ?? "")
    }
    if kept.count == turns[last].blocks.count { return }
    try negotiation.warn(
      .droppedPart, "A tool of the vendor's own that was cut off before its result was left out.")
    turns[last].blocks = kept
    if kept.isEmpty { turns.removeLast() }
  }

  /// "The final block in an assistant message cannot be `thinking`": its words are missing.
  private mutating func dropLastThinking() throws {
    guard let last = turns.indices.last, turns[last].role == "assistant" else { return }
    let types: [String?] = ["thinking", "redacted_thinking"]
    guard types.contains(turns[last].blocks.last?["type"].string) else { return }
    try negotiation.warn(
      .droppedReasoning, "Thinking that no words or calls follow was left out.")
    while types.contains(turns[last].blocks.last?["type"].string) {
      turns[last].blocks.removeLast()
    }
    if turns[last].blocks.isEmpty { turns.removeLast() }
  }

  private mutating func insertUser(_ reason: String) throws {
    try negotiation.warn(.messageInserted, "The user's text '(continued)' was put in: \(reason).")
    turns.append(Turn(role: "user", blocks: [writer.text("(continued)", data: nil)]))
  }

  /// Ends the last turn.
  mutating func close() throws {
    try closeUser()
  }

  /// Whether the model is in the middle of calls that it began without thinking.
  var lacksThinking: Bool {
    guard let last = turns.last, last.role == "user",
      last.blocks.first?["type"].string == "tool_result", turns.count > 1
    else { return false }
    let opening = turns[turns.count - 2].blocks.first?["type"].string
    return opening != "thinking" && opening != "redacted_thinking"
  }

  /// Makes sure that the conversation ends in a way that the model can go on from.
  ///
  /// - Parameter canContinue: Whether an assistant's turn may be the last.
  /// - Throws: A failure of kind `invalidRequest` when there are no words for the model.
  mutating func end(canContinue: Bool) throws {
    try dropLastThinking()
    guard let last = turns.indices.last, !endsEmpty || turns[last].role != "assistant" else {
      throw SwitchboardError(
        .invalidRequest, "There is nothing to send: the last message has no words or media.",
        model: negotiation.model.model)
    }
    guard turns[last].role == "assistant" else { return }
    guard let block = turns[last].blocks.last, let text = block["text"].string else {
      // A turn that the vendor paused goes back as it is, to be gone on with.
      return
    }
    if canContinue {
      turns[last].blocks[turns[last].blocks.count - 1]["text"] = JSON(
        AnthropicText.trimmedAtEnd(text))
    } else {
      try insertUser("the vendor's model does not go on from an assistant's text")
    }
  }
}
