import SwitchboardCore

/// What a message of a ChatGPT data export says, by its `content_type`.
struct ChatGPTContent {
  private(set) var parts = ImportedParts()

  /// Whether the message holds the person's standing instructions.
  private(set) var isInstruction = false

  private let message: CheckedJSON
  private let role: String

  init(_ message: CheckedJSON, role: String) {
    self.message = message
    self.role = role
  }

  /// Reads the content.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when a field has a type that it never has.
  mutating func read() throws {
    let content = message["content"]
    guard content.exists else { return }
    let kind = try content.object()["content_type"].optionalString() ?? ""
    switch kind {
    case "text", "multimodal_text": try readParts(content)
    case "code":
      let text = try content["text"].optionalString() ?? ""
      let language = try content["language"].optionalString() ?? ""
      say(text, language == "unknown" ? "" : language)
    case "execution_output", "system_error":
      say(try content["text"].optionalString() ?? "")
    case "thoughts":
      for thought in try content["thoughts"].elements() {
        let words = [
          try thought["summary"].optionalString(), try thought["content"].optionalString(),
        ]
        let text = words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n\n")
        parts.add(.reasoning(Reasoning(text)))
      }
    case "reasoning_recap": parts.leaveOut(.aside)
    case "tether_quote", "sonic_webpage":
      let source = Source(
        title: try content["title"].optionalString(), url: try content["url"].optionalString(),
        citedText: try content["text"].optionalString())
      parts.add(.source(source))
    case "tether_browsing_display":
      let result = try content["result"].optionalString() ?? ""
      if !result.isEmpty { say(result) }
    case "user_editable_context", "model_editable_context": try readInstructions(content)
    default: readUnknown(kind, content)
    }
    try readAttachments()
  }

  /// A text of the message, or what it tells a tool or a tool tells it.
  private mutating func say(_ text: String, _ language: String = "") {
    let recipient = message["recipient"].json.string ?? "all"
    if role == "tool" {
      parts.add(tool: "result of \(message["author"]["name"].json.string ?? "a tool")", text)
    } else if recipient != "all" {
      parts.add(tool: "calls \(recipient)", text, language)
    } else if message["content"]["content_type"].json.string == "code" {
      parts.add(.text(text.isEmpty ? "" : MarkdownText.fenced(text, language)))
    } else {
      parts.add(.text(text))
    }
  }

  private mutating func readParts(_ content: CheckedJSON) throws {
    for part in try content["parts"].elements() where part.exists {
      if let text = part.json.string {
        if !text.isEmpty { say(text) }
        continue
      }
      let part = try part.object()
      let name = part["asset_pointer"].json.string
      switch try part["content_type"].optionalString() ?? "" {
      case "image_asset_pointer":
        let size = [part["width"].json.number, part["height"].json.number].compactMap { $0 }
        parts.add(missing: "picture", [name, size.joined(separator: "×")])
      case "audio_transcription": say(try part["text"].optionalString() ?? "")
      case "audio_asset_pointer", "real_time_user_audio_video_asset_pointer":
        let sound = name ?? part["audio_asset_pointer"]["asset_pointer"].json.string
        parts.add(missing: "sound", [sound])
      case "video_container_asset_pointer": parts.add(missing: "film", [name])
      case let kind: parts.add(unknown: kind, part["text"].json.string)
      }
    }
  }

  private mutating func readInstructions(_ content: CheckedJSON) throws {
    let other = message["metadata"]["user_context_message_data"]
    let words = [
      content["user_profile"], content["user_instructions"], content["model_set_context"],
      other["about_user_message"], other["about_model_message"],
    ].compactMap { $0.json.string }.filter { !$0.isEmpty }
    if words.isEmpty { return }
    isInstruction = true
    var seen: Set<String> = []
    let text = words.filter { seen.insert($0).inserted }.joined(separator: "\n\n")
    parts.add(text, for: .instructions)
  }

  private mutating func readUnknown(_ kind: String, _ content: CheckedJSON) {
    let known = ["text", "result", "content", "output_str"].lazy.compactMap {
      content[$0].json.string
    }
    parts.add(unknown: kind, known.first { !$0.isEmpty })
  }

  /// Files that were shown; pictures stand among the parts already.
  private mutating func readAttachments() throws {
    let pointers = message["content"]["parts"].json.elements.compactMap {
      $0["asset_pointer"].string
    }
    for file in try message["metadata"]["attachments"].elements() {
      if let id = file["id"].json.string, pointers.contains(where: { $0.hasSuffix(id) }) {
        continue
      }
      parts.add(
        missing: "file",
        [
          file["name"].json.string,
          file["mime_type"].json.string ?? file["mimeType"].json.string,
        ])
    }
  }
}
