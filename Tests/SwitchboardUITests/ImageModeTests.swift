import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct ImageModeTests {
  private static let one = ScriptedPainter.picture("one.png")
  private static let two = ScriptedPainter.picture("two.png")

  @Test func `pictures are asked for and shown as a message`() async throws {
    let painter = ScriptedPainter(answers: [.pictures([Self.one, Self.two])])
    let chat = try chat(ScriptedVendor(), painter)
    chat.mode = .image
    #expect(chat.models == ["p/paint"])
    chat.imageRequest.size = ImageRequest.Size(width: 64, height: 32)
    await chat.say("a boat")
    #expect(chat.failure == nil)
    #expect(painter.requests.map(\.prompt) == ["a boat"])
    #expect(painter.requests.map { $0.size?.description } == ["64x32"])
    #expect(chat.messages.map(\.role) == [.user, .assistant])
    #expect(chat.messages[1].media.map(\.name) == ["one.png", "two.png"])
    #expect(chat.standings == [.stored, .stored])
    #expect(chat.lastTurn?.cost.usd == USD("0.08"))
    #expect(chat.lastTurn?.revisedPrompt == "Rather: a boat")
    #expect(chat.title == "a boat")
  }

  @Test func `pictures that are given are changed`() async throws {
    let painter = ScriptedPainter(answers: [.pictures([Self.two])])
    let chat = try chat(painter)
    guard case .media(let media) = Self.one.content else { return }
    chat.mode = .image
    chat.attachments = [media]
    await chat.say("brighter")
    #expect(painter.requests.map(\.task) == [.edit])
    #expect(painter.requests.map(\.inputs) == [[Self.one]])
    #expect(chat.messages[0].media == [media])
  }

  @Test func `what was painted is painted again, whatever the mode is now`() async throws {
    let vendor = ScriptedVendor(models: [ModelDescriptor("m", can: [.imageInput])])
    let painter = ScriptedPainter(answers: [.pictures([Self.one]), .pictures([Self.two])])
    let chat = try chat(vendor, painter)
    chat.mode = .image
    await chat.say("a boat")
    chat.mode = .text
    chat.regenerate()
    await chat.settle()
    #expect(chat.messages[1].media.map(\.name) == ["two.png"])
    #expect(chat.messages[1].versions?.count == 2)
    await chat.say("What is it?")
    chat.mode = .image
    chat.regenerate()
    await chat.settle()
    #expect(chat.texts == ["a boat", "", "What is it?", "ok"])
    #expect(painter.requests.count == 2)
  }

  /// A model that talks in pictures, and paints them when it is asked as a painter.
  @Test(arguments: [true, false])
  func `a picture that a model said is said again, also after the chat was opened anew`(
    _ isReopened: Bool
  ) async throws {
    let said: ScriptedVendor.Script = [
      .events([
        .start(Origin(vendor: "a", kind: "scripted", model: "m")),
        .media(index: 0, Self.two), .finish(FinishReason(.stop, raw: "stop")),
      ])
    ]
    let vendor = ScriptedVendor(
      models: [ModelDescriptor("m", can: [.imageInput, .imageOutput])], scripts: [said])
    let painter = ScriptedPainter(answers: [.pictures([Self.one])])
    let store = MemoryStore()
    var chat = try chat(vendor, painter, store: store)
    await chat.say("draw a boat")
    #expect(chat.messages[1].media.map(\.name) == ["two.png"])
    chat.mode = .image
    await chat.say("a lake")
    func reopen() async throws {
      guard isReopened else { return }
      let conversation = try await Conversation(
        opening: chat.conversation.id, router: chat.conversation.router, store: store)
      chat = ChatModel(conversation, pace: .zero)
      chat.load()
      await chat.settle()
    }
    try await reopen()
    chat.mode = .text
    chat.regenerate()
    await chat.settle()
    #expect(painter.requests.count == 2 && vendor.requests.count == 1)
    chat.showVersion(1, of: chat.messages[3])
    await chat.settle()
    _ = try await chat.conversation.undo()
    chat.load()
    await chat.settle()
    try await reopen()
    #expect(chat.messages.count == 2)
    chat.mode = .image
    chat.regenerate()
    await chat.settle()
    #expect(painter.requests.count == 2 && vendor.requests.count == 2)
    #expect(chat.messages[1].versions?.count == 2)
  }

  @Test func `a picture that failed is asked for again as a picture`() async throws {
    let painter = ScriptedPainter(answers: [
      .fail(SwitchboardError(.contentFilter, "no")), .pictures([Self.one]),
    ])
    let chat = try chat(ScriptedVendor(), painter)
    chat.mode = .image
    await chat.say("a boat")
    #expect(chat.failure?.kind == .contentFilter)
    #expect(chat.standings == [.unsent])
    chat.mode = .text
    chat.retry()
    await chat.settle()
    #expect(chat.messages[1].media.map(\.name) == ["one.png"])
  }

  @Test func `a picture can be stopped`() async throws {
    let begun = Gate()
    let chat = try chat(ScriptedPainter(answers: [.stall(begun)]))
    chat.mode = .image
    chat.draft = "a boat"
    chat.send()
    await begun.wait()
    guard case .sending = chat.state else { Issue.record("\(chat.state)"); return }
    chat.stop()
    await chat.settle()
    #expect(chat.failure == nil)
    #expect(chat.standings == [.unsent])
    chat.mode = .text
    chat.takeBack(chat.messages[0])
    #expect(chat.mode == .image)
    #expect(chat.draft == "a boat")
  }

  @Test func `without a painter a picture is refused with the reason`() async throws {
    let chat = try chat(ScriptedVendor())
    chat.mode = .image
    #expect(chat.models.isEmpty)
    await chat.say("a boat")
    #expect(chat.failure?.message.contains("makes no pictures") == true)
    #expect(chat.standings == [.unsent])
  }

  @Test func `pictures that cannot be stored are shown, and stored without being painted again`()
    async throws
  {
    let store = FailingStore()
    let painter = ScriptedPainter(answers: [.pictures([Self.one])])
    let chat = try chat(painter, store: store)
    store.failures.withLock { $0 = 2 }
    chat.mode = .image
    await chat.say("a boat")
    #expect(chat.failure?.message == "The disk is full.")
    #expect(chat.messages[1].media.map(\.name) == ["one.png"])
    chat.retry()
    await chat.settle()
    #expect(chat.standings == [.stored, .stored])
    #expect(painter.requests.count == 1)
  }
}
