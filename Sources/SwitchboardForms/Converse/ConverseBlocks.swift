import SwitchboardCore

/// Makes parts of the blocks of a Converse answer, whole or piece by piece.
///
/// Texts that stand side by side become one part: Nova opens a block for every piece. Blocks that
/// cannot be spoken of in parts are kept as they came, to be sent back.
struct ConverseBlocks {
  /// A block that is more than text and has not ended.
  private enum Open {
    case reasoning(signature: String?)
    case redacted([String])
    case call(part: Int, vendorData: [VendorKind: JSON])
    case image(format: String, [String])
    case result(JSON, [JSON])
  }

  private let context: ConverseMachine.Context
  private var parts = PartWriter()
  private var open: [Int: Open] = [:]
  private var calls = 0

  /// The calls that are the caller's to answer.
  private(set) var callCount = 0

  init(_ context: ConverseMachine.Context) {
    self.context = context
  }

  // MARK: - Piece by piece

  mutating func open(_ start: JSON, at index: Int, into events: inout [StreamEvent]) {
    closeReasoning(into: &events)
    if start["toolUse"].exists {
      let (part, vendorData) = call(start["toolUse"], into: &events)
      open[index] = .call(part: part, vendorData: vendorData)
    } else if let format = start["image"]["format"].string {
      open[index] = .image(format: format, [])
    } else if start["toolResult"].exists {
      open[index] = .result(start["toolResult"], [])
    }
  }

  mutating func grow(_ index: Int, by delta: JSON, into events: inout [StreamEvent]) {
    if let text = delta["text"].string {
      closeReasoning(into: &events)
      parts.text(text, into: &events)
    } else if let input = delta["toolUse"]["input"].string {
      if case .call(let part, _) = open[index], !input.isEmpty {
        events.append(.partDelta(index: part, text: input))
      }
    } else if delta["reasoningContent"].exists {
      think(delta["reasoningContent"], at: index, into: &events)
    } else if delta["citation"].exists {
      cite(delta["citation"], into: &events)
    } else if let piece = delta["image"]["source"]["bytes"].string {
      if case .image(let format, let pieces) = open[index] {
        open[index] = .image(format: format, pieces + [piece])
      }
    } else if delta["toolResult"].exists, case .result(let start, let content) = open[index] {
      open[index] = .result(start, content + delta["toolResult"].elements)
    }
  }

  mutating func close(_ index: Int, into events: inout [StreamEvent]) {
    guard let block = open.removeValue(forKey: index) else { return }
    switch block {
    case .reasoning(let signature):
      if parts.isReasoning {
        parts.close(vendorData: thought("signature", signature), into: &events)
      }
    case .redacted(let pieces):
      redacted(pieces, into: &events)
    case .call(let part, let vendorData):
      events.append(.partEnd(index: part, vendorData: vendorData))
    case .image(let format, let pieces):
      image(format, pieces, into: &events)
    case .result(let start, let content):
      let block = start.merging(["content": .array(content)])
      parts.opaque(vendorData: data("block", ["toolResult": block]), into: &events)
    }
  }

  mutating func closeAll(into events: inout [StreamEvent]) {
    for index in open.keys.sorted() { close(index, into: &events) }
    parts.close(into: &events)
  }

  /// Thinking ends where text begins, also when its end was not said.
  private mutating func closeReasoning(into events: inout [StreamEvent]) {
    guard parts.isReasoning else { return }
    for (index, block) in open {
      if case .reasoning = block { close(index, into: &events) }
    }
  }

  private mutating func think(
    _ delta: JSON, at index: Int, into events: inout [StreamEvent]
  ) {
    if let piece = delta["redactedContent"].string {
      if case .redacted(let pieces) = open[index] {
        open[index] = .redacted(pieces + [piece])
      } else {
        open[index] = .redacted([piece])
      }
      return
    }
    guard delta["text"].string != nil || delta["signature"].string != nil else { return }
    var signature: String?
    if case .reasoning(let known) = open[index] {
      signature = known
    } else {
      closeReasoning(into: &events)
    }
    parts.openReasoning(into: &events)
    if let text = delta["text"].string { parts.reasoning(text, into: &events) }
    // It comes in pieces where the vendor likes.
    if let piece = delta["signature"].string { signature = (signature ?? "") + piece }
    open[index] = .reasoning(signature: signature)
  }

  // MARK: - Whole

  mutating func whole(_ block: JSON, into events: inout [StreamEvent]) {
    if let text = block["text"].string {
      parts.text(text, into: &events)
    } else if block["toolUse"].exists {
      let (part, vendorData) = call(block["toolUse"], into: &events)
      let input = block["toolUse"]["input"]
      if !input.isNull { events.append(.partDelta(index: part, text: input.text)) }
      events.append(.partEnd(index: part, vendorData: vendorData))
    } else if let piece = block["reasoningContent"]["redactedContent"].string {
      redacted([piece], into: &events)
    } else if block["reasoningContent"].exists {
      let thought = block["reasoningContent"]["reasoningText"]
      guard thought["text"].string != nil || thought["signature"].string != nil else { return }
      parts.close(into: &events)
      parts.openReasoning(into: &events)
      if let text = thought["text"].string { parts.reasoning(text, into: &events) }
      let data = self.thought("signature", thought["signature"].string)
      parts.close(vendorData: data, into: &events)
    } else if block["citationsContent"].exists {
      for citation in block["citationsContent"]["citations"].elements {
        cite(citation, into: &events)
      }
      for piece in block["citationsContent"]["content"].elements {
        if let text = piece["text"].string { parts.text(text, into: &events) }
      }
    } else if let bytes = block["image"]["source"]["bytes"].string {
      image(block["image"]["format"].string ?? "", [bytes], into: &events)
    } else if block.count > 0 {
      parts.opaque(vendorData: data("block", block), into: &events)
    }
  }

  // MARK: - Parts

  /// Opens a call, which says in `type` that the vendor answers it itself.
  private mutating func call(
    _ json: JSON, into events: inout [StreamEvent]
  ) -> (part: Int, vendorData: [VendorKind: JSON]) {
    parts.close(into: &events)
    let part = parts.take()
    var id = json["toolUseId"].string ?? ""
    if id.isEmpty { id = "call_\(context.turn)_\(calls)" }
    var name = json["name"].string ?? ""
    if name.isEmpty { name = "unnamed" }
    calls += 1
    events.append(
      .partStart(index: part, .toolCall(id: id, name: context.toolNames.tool(named: name))))
    let type = json["type"].string
    if type == "server_tool_use" { return (part, data("type", type.map { JSON($0) })) }
    callCount += 1
    return (part, [:])
  }

  private mutating func redacted(_ pieces: [String], into events: inout [StreamEvent]) {
    var content = pieces.first ?? ""
    if pieces.count > 1 {
      content = Base64.encode(pieces.flatMap { Base64.decode($0) ?? [] })
    }
    parts.close(into: &events)
    let index = parts.take()
    events.append(.partStart(index: index, .reasoning(isRedacted: true)))
    // Kept as Messages, the maker's own form, has it, so that either form can send it back.
    let bytes = context.isClaude ? Base64.decode(content) : nil
    let text = bytes.flatMap { String(strictUTF8: $0) }
    events.append(
      .partEnd(
        index: index,
        vendorData: thought(text == nil ? "redactedContent" : "data", text ?? content)))
  }

  private mutating func image(
    _ format: String, _ pieces: [String], into events: inout [StreamEvent]
  ) {
    let bytes = pieces.flatMap { Base64.decode($0) ?? [] }
    if bytes.isEmpty { return }
    parts.media(Part(.media(Media(bytes: bytes, mime: "image/\(format)"))), into: &events)
  }

  private func cite(_ citation: JSON, into events: inout [StreamEvent]) {
    let cited = citation["sourceContent"].elements.compactMap { $0["text"].string }.joined()
    let source = Source(
      title: citation["title"].string,
      url: citation["location"]["web"]["url"].string ?? citation["source"].string,
      citedText: cited.isEmpty ? nil : cited)
    events.append(.source(Part(.source(source))))
  }

  /// What goes back with thinking, to its account alone where it is bound to one.
  private func thought(_ name: String, _ text: String?) -> [VendorKind: JSON] {
    guard let text, !text.isEmpty else { return [:] }
    return [
      context.kind: .object([
        (name, JSON(text)), ("account", JSON(optional: context.account?.rawValue)),
      ])
    ]
  }

  private func data(_ name: String, _ value: JSON?) -> [VendorKind: JSON] {
    guard let value else { return [:] }
    return [context.kind: .object([(name, value)])]
  }
}
