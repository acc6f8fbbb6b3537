import Switchboard
import SwitchboardConformance
import SwitchboardCore
import Testing

/// Whether what a report says of a conversation is what a vendor is sent of it.
struct PortabilityTests {
  /// A picture of its own.
  static func picture(_ name: String) -> Media {
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      16, 0, 0, 0, 16, 8, 2, 0, 0, 0,
    ]
    return Media(bytes: head + Array(repeating: 0, count: 64) + Array(name.utf8))
  }

  /// A conversation that began with a vendor: what it answered was read from its own bytes.
  static func history(from vendor: PortableVendor) async throws -> [Message] {
    let name = vendor.id.rawValue
    let provider = try vendor.connected().provider
    var question = ChatRequest("What is at the two places?", model: vendor.reference)
    question.stream = false
    let answer = try await provider.reply(to: question).message
    let results = answer.toolCalls.enumerated().map { number, call in
      ToolResult(
        callID: call.id, name: call.name,
        content: [.text("\(name)-result-\(number)")]
          + (number == 0 ? [.media(picture("\(name)-shown"))] : []), isError: number == 1)
    }
    let pdf = Array("%PDF-1.7\n\(name)-document\n%%EOF".utf8)
    return [
      .system("\(name)-rule-at-the-front"),
      .user([
        .text("\(name)-question"), .media(picture("\(name)-picture")),
        .media(Media(bytes: pdf, mime: "application/pdf", name: "plan.pdf")),
        .media(Media(bytes: Array("\(name)-notes".utf8), mime: "text/plain", name: "notes.txt")),
        .media(Media(url: "https://pictures.example/\(name).png", mime: "image/png")),
      ]), answer,
    ] + (results.isEmpty ? [] : [.tool(results)]) + [
      Message(
        role: .assistant,
        parts: [
          .text(#"{"\#(name)-json": 1}"#),
          Part(.source(Source(title: "\(name)-source", url: "https://\(name)-source.example"))),
          Part(.opaque, vendorData: ["nobody": ["block": JSON("\(name)-block-of-nobody")]]),
        ], origin: answer.origin),
      .user("\(name)-thanks"), .system("\(name)-rule-in-the-middle"), .assistant("\(name)-welcome"),
      .user("\(name)-newest"),
    ]
  }

  static func request(_ messages: [Message]) -> ChatRequest {
    let at: JSON = ["type": "string"]
    return ChatRequest(
      system: "Be brief.", messages: messages,
      tools: [
        ToolDefinition(
          name: "look", parameters: ["type": "object", "properties": ["at": at]])
      ], stream: false)
  }

  /// What of a part would be seen in a body.
  static func needles(of part: Part) -> [String] {
    switch part.content {
    case .text(let text): [text]
    case .reasoning(let thought): [thought.text] + part.vendorData.values.flatMap(texts)
    case .media(let media):
      (media.bytes.map { [Base64.encode($0)] } ?? [])
        + (media.mime.hasPrefix("text/")
          ? [String(decoding: media.bytes ?? [], as: UTF8.self)] : [])
        + (media.url.map { [$0] } ?? [])
    case .toolCall(let call): [call.arguments?["at"].string ?? call.argumentsText]
    case .toolResult(let result): [result.text]
    case .source(let source): [source.title, source.url].compactMap { $0 }
    case .opaque: part.vendorData.values.flatMap(texts)
    }
  }

  static func texts(_ json: JSON) -> [String] {
    switch json.kind {
    case .string: json.string.map { [$0] } ?? []
    case .array: json.elements.flatMap(texts)
    case .object: json.members.flatMap { texts($0.value) }
    default: []
    }
  }

  /// Whether the report's fate of every part is what the body shows of it.
  static func check(
    _ report: PortabilityReport, _ request: ChatRequest, _ body: JSON, _ pair: Comment
  ) {
    let sent = texts(body)
    for item in report.items {
      var part = request.messages[item.message].parts[item.part]
      if let nested = item.nested, case .toolResult(let result) = part.content {
        part = result.content[nested]
      }
      // Words that vendors put into everything they sign mean nothing.
      let needles = needles(of: part).filter { $0.utf8.count > 8 }
      let isSent = needles.contains { needle in sent.contains { $0.contains(needle) } }
      let says = item.fate == .kept || item.fate == .translated
      #expect(isSent == says, "\(pair): \(part.content) is \(item.fate), \(item.reason ?? "")")
      #expect((item.reason == nil) == (item.fate == .kept))
    }
  }

  @Test(arguments: PortableVendor.all, PortableVendor.all)
  func `what a report says is what the vendor is sent`(
    origin: PortableVendor, target: PortableVendor
  ) async throws {
    var request = Self.request(try await Self.history(from: origin))
    let (provider, transport) = try target.connected()
    let router = try Router(registry: Registry([provider]))
    var report = try router.portability(of: request, to: target.reference)
    let all = request.messages.reduce(0) { $0 + $1.parts.count }
    #expect(report.items.count { $0.nested == nil } == all)
    if !report.isPortable {
      let asked = request.asking(target.reference)
      await #expect(throws: SwitchboardError.self) { try await router.reply(to: asked) }
      // Without what blocks, the rest can go: tools that the model does not have, and media.
      request.tools = []
      request.remove(report.items(.blocks))
      report = try router.portability(of: request, to: target.reference)
    }
    #expect(report.isPortable, "\(report.blocks)")
    #expect(transport.requests.isEmpty)

    request.model = target.reference
    let answer = try await router.reply(to: request)
    let pair: Comment = "\(origin.id) to \(target.id)"
    Self.check(report, request, try transport.lastBody(), pair)
    #expect(report.warnings.allSatisfy(answer.reply.warnings.contains), pair)
    #expect(
      answer.reply.warnings.allSatisfy {
        report.warnings.contains($0) || $0.code == .estimatedUsage
      }, pair)
  }

  @Test(arguments: PortableVendor.all)
  func `signed thinking goes back to who signed it`(vendor: PortableVendor) async throws {
    let request = Self.request(try await Self.history(from: vendor))
    let router = try Router(registry: Registry([try vendor.connected().provider]))
    let report = try router.portability(of: request, to: vendor.reference)
    let thoughts = report.items.filter { item in
      if case .reasoning = request.messages[item.message].parts[item.part].content {
        true
      } else {
        false
      }
    }
    let think: Set<VendorID> = ["anthropic", "openai", "openrouter", "bedrock", "ollama", "gemini"]
    #expect(thoughts.isEmpty != think.contains(vendor.id))
    // Gemini signs the call that a thought led to, and is not sent the thought.
    for thought in thoughts { #expect(thought.fate == (vendor.id == "gemini" ? .dropped : .kept)) }
  }

  @Test(arguments: PortableVendor.all)
  func `a picture that is to be answered now blocks a model that cannot see it`(
    target: PortableVendor
  ) async throws {
    let (provider, transport) = try target.connected()
    let router = try Router(registry: Registry([provider]))
    var request = ChatRequest(
      messages: [.user([.text("What is on this picture?"), .media(Self.picture("now"))])])
    request.stream = false
    let report = try router.portability(of: request, to: target.reference)
    request.model = target.reference
    if report.isPortable {
      _ = try await router.reply(to: request)
      Self.check(report, request, try transport.lastBody(), "\(target.id)")
      #expect(report.items[1].fate == .kept)
    } else {
      #expect(report.items.map(\.fate)[1] == .blocks)
      #expect(report.items[1].reason != nil)
      await #expect(throws: SwitchboardError.self) { try await router.reply(to: request) }
      #expect(transport.requests.isEmpty)
    }
  }

  @Test(arguments: PortableVendor.all)
  func `a form of answer is asked for, said in words, or blocks`(
    target: PortableVendor
  ) async throws {
    let (provider, transport) = try target.connected()
    let router = try Router(registry: Registry([provider]))
    let member: JSON = ["type": "string"]
    var request = ChatRequest("Name a fjord.", model: target.reference)
    request.stream = false
    request.output = .json(
      name: "fjord",
      schema: [
        "type": "object", "properties": ["nameOfTheFjord": member], "required": ["nameOfTheFjord"],
        "additionalProperties": false,
      ])
    let report = try router.portability(of: request, to: target.reference)
    guard report.isPortable else {
      await #expect(throws: SwitchboardError.self) { try await router.reply(to: request) }
      #expect(transport.requests.isEmpty)
      return
    }
    _ = try await router.reply(to: request)
    let isAsked = try transport.lastBody().text.contains("nameOfTheFjord")
    #expect(isAsked != report.warnings.contains { $0.code == .droppedParameter })
  }

  @Test func `a report is of what fits the window`() async throws {
    let (provider, _) = try PortableVendor.function.connected()
    let facts = ModelDescriptor("default", window: 400)
    let router = try Router(
      registry: Registry([provider]),
      catalog: ModelCatalog(registry: Registry([provider]), configured: ["function": [facts]]))
    let words = String(repeating: "and so on ", count: 40)
    let turns = (0..<9).flatMap { number -> [Message] in
      [.user("\(number) \(words)"), .assistant("\(number) \(words)")]
    }
    let request = ChatRequest(messages: turns + [.user("newest")])
    let report = try router.portability(of: request, to: "function/default")
    #expect(report.isPortable)
    #expect(report.items.first?.fate == .dropped)
    #expect(report.items.first?.reason?.contains("window") == true)
    #expect(report.items.last?.fate == .kept)
    #expect(report.warnings.contains { $0.code == .historyCut })
    #expect(report.json["parts"][0]["fate"].string == "dropped")
  }
}

extension ChatRequest {
  /// The same request for a model.
  fileprivate func asking(_ model: ModelReference) -> ChatRequest {
    var request = self
    request.model = model
    return request
  }

  /// Removes parts, those within results of tools too.
  fileprivate mutating func remove(_ items: [PortabilityReport.Item]) {
    for item in items.reversed() {
      guard let nested = item.nested else {
        messages[item.message].parts.remove(at: item.part)
        continue
      }
      if case .toolResult(var result) = messages[item.message].parts[item.part].content {
        result.content.remove(at: nested)
        messages[item.message].parts[item.part].content = .toolResult(result)
      }
    }
  }
}
