import Switchboard
import SwitchboardCore
import Testing

/// What becomes of pictures of earlier turns before a model that cannot see.
struct EarlierMediaTests {
  private static let eyes = ModelDescriptor("eyes", can: [.imageInput, .documentInput])
  private static let text = ModelDescriptor("text", cannot: [.imageInput])
  private static let models = [text, eyes, ModelDescriptor("who")]

  /// A picture and a question about it, the answer, and a question without a picture.
  private static func conversation(_ model: ModelReference? = nil) -> ChatRequest {
    var request = ChatRequest("")
    request.model = model
    request.messages = [
      .user([.text("this is my dog Bolo"), .media(DecisionTests.picture)]), .assistant("Nice dog."),
      .user("what is his name?"),
    ]
    return request
  }

  @Test func `the newest turn decides, and a note stands for what cannot be seen`() async throws {
    let vendor = ScriptedVendor("v", models: Self.models)
    let router = try router([vendor])
    let request = Self.conversation("v/text")
    let reply = try await router.reply(to: request)
    #expect(
      vendor.requests[0].messages[0].parts == [
        .text("this is my dog Bolo"), .text("[image omitted]"),
      ])
    #expect(vendor.requests[0].messages[1...] == request.messages[1...])
    #expect(reply.reply.warnings.map(\.code) == [.droppedPart])
    // The conversation still has it for who can see.
    var next = request
    next.model = "v/eyes"
    next.messages += [reply.reply.message, .user("what colour is he?")]
    let seen = try await router.reply(to: next)
    #expect(vendor.requests[1].messages == next.messages)
    #expect(seen.reply.warnings.isEmpty)
  }

  @Test func `a new picture is not for a model without eyes`() async throws {
    let vendor = ScriptedVendor("v", models: Self.models)
    var request = Self.conversation("v/text")
    request.messages[2].parts.append(.media(DecisionTests.picture))
    let error = try await failure { _ = try await router([vendor]).reply(to: request) }
    #expect(error?.kind == .unsupported)
    #expect(vendor.requests.isEmpty)
  }

  @Test func `who can see goes first, and who cannot is still a spare`() throws {
    let router = try router([ScriptedVendor("v", models: Self.models)])
    let decision = try router.explain(Self.conversation())
    #expect(decision.requires == [])
    #expect(decision.order == ["v/eyes", "v/text", "v/who"])
    #expect(decision.candidates[1].reasons.map(\.code) == [.missingCapability])
    #expect(decision.candidates[2].reasons.map(\.code) == [.unknownCapability])
  }

  @Test func `a model that may see is shown all`() async throws {
    let vendor = ScriptedVendor("v", models: Self.models)
    let request = Self.conversation("v/who")
    let reply = try await router([vendor]).reply(to: request)
    #expect(vendor.requests[0].messages == request.messages)
    #expect(reply.reply.warnings.map(\.code) == [.unknownCapability])
  }

  @Test func `a strict request is not sent without its pictures`() async throws {
    let vendor = ScriptedVendor("v", models: Self.models)
    var request = Self.conversation("v/text")
    request.strict = true
    let error = try await failure { _ = try await router([vendor]).reply(to: request) }
    #expect(error?.kind == .unsupported)
    #expect(vendor.requests.isEmpty)
  }

  @Test func `pictures of tools belong to the turn of their call`() async throws {
    let vendor = ScriptedVendor("v", models: Self.models)
    let call = Message(
      role: .assistant,
      parts: [Part(.toolCall(ToolCall(id: "c", name: "shot", argumentsText: "{}")))])
    let result = Message.tool([
      ToolResult(callID: "c", content: [.text("here"), .media(DecisionTests.picture)])
    ])
    var request = ChatRequest("", model: "v/text")
    request.messages = [.user("look"), call, result]
    let router = try router([vendor])
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .unsupported)
    request.messages += [.assistant("A cat."), .system("Be terse."), .user("its name?")]
    _ = try await router.reply(to: request)
    #expect(
      vendor.requests[0].messages[2]
        == .tool([
          ToolResult(callID: "c", content: [.text("here"), .text("[image omitted]")])
        ]))
  }

  /// A limit of a model, or of its vendor, and what it does not let through.
  struct Limit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var model: ModelDescriptor
    var delivery = MediaDelivery(url: true)
    var media: [Media]
    var code: Decision.Reason.Code
    /// Of each of the earlier media whether it is shown.
    var shown: [Bool]
  }

  /// A picture of one pixel, told apart by a number, and as long as is wanted.
  private static func picture(_ number: UInt8, bytes: Int = 100, isGIF: Bool = false) -> Media {
    let png: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      1, 0, 0, 0, 1, 8, 6, 0, 0, 0,
    ]
    let head = isGIF ? Array("GIF89a".utf8) + [1, 0, 1, 0] : png
    return Media(bytes: head + [UInt8](repeating: number, count: bytes - head.count))
  }

  private static func limited(_ limit: MediaLimit) -> ModelDescriptor {
    ModelDescriptor("limited", can: [.imageInput], inputs: [limit])
  }

  static let limits: [Limit] = [
    Limit(
      testDescription: "kind", model: ModelDescriptor("limited", cannot: [.imageInput]),
      media: [picture(1)], code: .missingCapability, shown: [false]),
    Limit(
      testDescription: "type", model: limited(MediaLimit("image/gif")),
      media: [picture(1), picture(2, isGIF: true), picture(3)], code: .mediaType,
      shown: [false, true, false]),
    Limit(
      testDescription: "count", model: limited(MediaLimit("image/png", count: 2)),
      media: (1...5).map { picture($0) }, code: .mediaCount,
      shown: [false, false, false, true, true]),
    Limit(
      testDescription: "size", model: limited(MediaLimit("image/png", bytes: 150)),
      media: [picture(1), picture(2, bytes: 200), picture(3)], code: .mediaSize,
      shown: [true, false, true]),
    Limit(
      testDescription: "total", model: ModelDescriptor("limited", can: [.imageInput]),
      delivery: MediaDelivery(url: true, totalBytes: 250),
      media: [picture(1), picture(2, bytes: 300), picture(3), picture(4)], code: .mediaSize,
      shown: [false, false, true, true]),
    Limit(
      testDescription: "address", model: ModelDescriptor("limited", can: [.imageInput]),
      delivery: MediaDelivery(url: false),
      media: [Media(url: "https://example.org/a.png", mime: "image/png"), picture(2)],
      code: .mediaType, shown: [false, true]),
  ]

  @Test(arguments: limits)
  func `no limit on earlier media keeps a model from answering`(_ limit: Limit) async throws {
    let narrow = ScriptedVendor("n", models: [limit.model], delivery: limit.delivery)
    let wide = ScriptedVendor("w", models: [ModelDescriptor("wide", can: [.imageInput])])
    let router = try router([narrow, wide])
    var request = ChatRequest("")
    request.messages =
      limit.media.flatMap { [.user([.text("look"), .media($0)]), .assistant("Nice.")] }
      + [.user("Which was first?")]
    let decision = try router.explain(request)
    #expect(decision.order == ["w/wide", "n/limited"])
    #expect(decision.candidates.last?.verdict == .spare)
    #expect(decision.candidates.last?.reasons.map(\.code) == [limit.code])
    request.model = "n/limited"
    let reply = try await router.reply(to: request)
    #expect(reply.reply.warnings.map(\.code) == [.droppedPart])
    let sent = narrow.requests[0].messages
    #expect(sent.count == request.messages.count)
    for (place, isShown) in limit.shown.enumerated() {
      let message = request.messages[2 * place]
      #expect(
        sent[2 * place].parts
          == (isShown ? message.parts : [.text("look"), .text("[image omitted]")]))
    }
    request.strict = true
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .unsupported)
  }

  @Test(arguments: limits)
  func `the same limit on the newest turn does`(_ limit: Limit) throws {
    let narrow = ScriptedVendor("n", models: [limit.model], delivery: limit.delivery)
    var request = ChatRequest("")
    request.messages = [.user(limit.media.map { .media($0) } + [.text("look")])]
    let decision = try router([narrow]).explain(request)
    #expect(decision.order.isEmpty)
    #expect(decision.candidates[0].reasons.map(\.code) == [limit.code])
  }

  @Test func `what the newest turn shows takes room from what was shown before`() throws {
    let limit = Self.limited(MediaLimit("image/png", count: 2))
    var request = ChatRequest("")
    request.messages = [
      .user([.media(Self.picture(1)), .media(Self.picture(2))]), .assistant("Nice."),
      .user([.media(Self.picture(3)), .text("and this?")]),
    ]
    let decision = try router([ScriptedVendor("n", models: [limit])]).explain(request)
    #expect(decision.order == ["n/limited"])
    let message = decision.candidates[0].reasons[0].message
    #expect(
      message
        == "It takes at most 2 pieces of image a request. One piece of earlier turns is left out.")
  }

  @Test func `what a plan leaves out needs no place and no word`() async throws {
    var model = Self.limited(MediaLimit("image/png", count: 1))
    model.window = 4_000
    let vendor = ScriptedVendor("n", models: [model])
    var request = ChatRequest("", model: "n/limited")
    request.messages = [
      .user([.media(Self.picture(1)), .text(String(repeating: "long ", count: 3_500))]),
      .assistant("Nice."), .user([.media(Self.picture(2))]), .assistant("Nice, too."),
      .user("Which was first?"),
    ]
    let reply = try await router([vendor]).reply(to: request)
    #expect(reply.reply.warnings.map(\.code) == [.historyCut])
    #expect(vendor.requests[0].messages == Array(request.messages[2...]))
  }

  @Test func `notes stand where the media stood when a plan leaves turns out`() async throws {
    var model = Self.limited(MediaLimit("image/gif"))
    model.window = 4_000
    let vendor = ScriptedVendor("n", models: [model])
    var request = ChatRequest("", model: "n/limited")
    request.messages = [
      .user([.media(Self.picture(1)), .text(String(repeating: "long ", count: 3_500))]),
      .assistant("Nice."), .user([.media(Self.picture(2)), .text("this?")]),
      .assistant("Nice, too."), .user([.media(Self.picture(3, isGIF: true))]),
      .assistant("And this."), .user("Which was first?"),
    ]
    _ = try await router([vendor]).reply(to: request)
    let sent = vendor.requests[0].messages
    #expect(sent[0].parts == [.text("[image omitted]"), .text("this?")])
    #expect(sent.dropFirst() == request.messages[3...])
  }
}
