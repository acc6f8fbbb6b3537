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

  @Test func `limits are for what is shown alone`() throws {
    var request = Self.conversation()
    request.messages[0].parts += Array(repeating: .media(DecisionTests.picture), count: 2)
    let two = ModelDescriptor(
      "two", can: [.imageInput], inputs: [MediaLimit("image/png", count: 2)])
    let none = ModelDescriptor(
      "none", cannot: [.imageInput], inputs: [MediaLimit("image/png", count: 2)])
    let router = try router([ScriptedVendor("v", models: [two, none])])
    let decision = try router.explain(request)
    #expect(decision.order == ["v/none"])
    #expect(decision.candidates.last?.reasons.map(\.code) == [.mediaCount])
  }
}
