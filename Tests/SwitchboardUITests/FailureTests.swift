import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct FailureTests {
  private static let broken = SwitchboardError(.invalidRequest, "no")

  @Test func `a message that failed is not lost, and is sent again as it was`() async throws {
    let vendor = ScriptedVendor(scripts: [[.fail(Self.broken)], ScriptedVendor.answer("one")])
    let chat = try chat(vendor)
    await chat.say("a")
    #expect(chat.failure?.message == "no")
    #expect(chat.texts == ["a"])
    #expect(chat.standings == [.unsent])
    #expect(chat.lastTurn?.attempts.map(\.outcome) == [.failed])
    #expect(chat.canRetry)
    let question = chat.messages[0]
    chat.retry()
    #expect(chat.failure == nil)
    await chat.settle()
    #expect(chat.texts == ["a", "one"])
    #expect(chat.messages[0] === question)
    #expect(chat.standings == [.stored, .stored])
    #expect(!chat.canRetry)
  }

  @Test func `a message that failed can be taken back and written anew`() async throws {
    let picture = ScriptedPainter.picture("boat.png")
    guard case .media(let media) = picture.content else { return }
    let vendor = ScriptedVendor(
      models: [ModelDescriptor("m", can: [.imageInput])],
      scripts: [
        [ScriptedVendor.beginning("half"), .fail(Self.broken)], ScriptedVendor.answer("one"),
      ])
    let chat = try chat(vendor)
    chat.attachments = [media]
    await chat.say("a")
    #expect(chat.texts == ["a", "half"])
    #expect(chat.messages[1].incomplete == .failed)
    chat.draft = "and b"
    chat.takeBack(chat.messages[0])
    #expect(chat.messages.isEmpty)
    #expect(chat.draft == "a\nand b")
    #expect(chat.attachments == [media])
    #expect(chat.failure == nil)
    #expect(!chat.canRetry)
    chat.send()
    await chat.settle()
    #expect(chat.texts == ["a\nand b", "one"])
  }

  @Test func `what failed stands behind what is said meanwhile, until it is sent`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .fail(Self.broken)], ScriptedVendor.answer("one"),
      ScriptedVendor.answer("two"),
    ])
    let chat = try chat(vendor)
    await chat.say("a")
    let lost = chat.messages[0]
    await chat.say("b")
    #expect(chat.texts == ["b", "one", "a"])
    #expect(chat.standings == [.stored, .stored, .unsent])
    chat.load()
    await chat.settle()
    #expect(chat.texts == ["b", "one", "a"])
    chat.retry(lost)
    await chat.settle()
    #expect(chat.texts == ["b", "one", "a", "two"])
    #expect(chat.messages[2] === lost)
  }

  @Test func `a kept partial answer is answered anew, not asked anew`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .fail(SwitchboardError(.truncated, "cut"))],
      ScriptedVendor.answer("whole"),
    ])
    let chat = try chat(vendor, keepsPartials: true)
    await chat.say("a")
    #expect(chat.failure?.kind == .truncated)
    #expect(chat.texts == ["a", "half"])
    #expect(chat.standings == [.stored, .stored])
    #expect(chat.messages[1].incomplete == .truncated)
    chat.retry()
    await chat.settle()
    #expect(chat.texts == ["a", "whole"])
    #expect(chat.messages[1].versions?.count == 2)
    #expect(vendor.requests.map { $0.messages.count } == [1, 1])
  }

  @Test func `nobody to ask is a failure that says why, and another model mends it`() async throws {
    let blind = ScriptedVendor("blind", models: [ModelDescriptor("m", cannot: [.imageInput])])
    let keyless = ScriptedVendor("keyless", missingKey: "Set K_KEY.")
    let seeing = ScriptedVendor("seeing", models: [ModelDescriptor("m", can: [.imageInput])])
    let router = try router(
      [blind, keyless, seeing], routes: ["default": route("blind/m", "keyless/m")])
    let chat = ChatModel(Conversation(router: router), pace: .zero)
    guard case .media(let media) = ScriptedPainter.picture("boat.png").content else { return }
    chat.attachments = [media]
    await chat.say("What is it?")
    #expect(chat.failure?.kind == .noRoute)
    #expect(chat.failure?.message.contains("Set K_KEY.") == true)
    #expect(chat.standings == [.unsent])
    #expect(blind.requests.isEmpty)
    chat.model = "seeing/m"
    chat.retry()
    await chat.settle()
    #expect(chat.texts == ["What is it?", "ok"])
    #expect(chat.lastTurn?.origin?.vendor == "seeing")
  }

  @Test func `without any vendor a message waits`() async throws {
    let chat = ChatModel(Conversation(router: try router([])), pace: .zero)
    await chat.say("a")
    #expect(chat.failure?.kind == .noRoute)
    #expect(chat.standings == [.unsent])
    #expect(chat.models.isEmpty)
  }

  @Test(arguments: [1, 2, 3])
  func `an answer that cannot be stored is shown, and stored without being asked for again`(
    _ failures: Int
  ) async throws {
    let store = FailingStore()
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.answer("paid for")])
    let chat = try chat(vendor, store: store)
    store.failures.withLock { $0 = failures }
    await chat.say("a")
    #expect(chat.texts == ["a", "paid for"])
    #expect(chat.messages[1].incomplete == nil)
    if failures > 1 {
      #expect(chat.failure?.message == "The disk is full.")
      #expect(chat.standings == [.unsaved, .unsaved])
      let shown = chat.messages
      while chat.canRetry {
        chat.retry()
        await chat.settle()
      }
      #expect(zip(shown, chat.messages).allSatisfy(===))
    }
    #expect(chat.failure == nil)
    #expect(chat.standings == [.stored, .stored])
    #expect(vendor.requests.count == 1)
    #expect(try await chat.conversation.messages().count == 2)
  }

  @Test func `an answer that could not be stored is stored with the next turn`() async throws {
    let store = FailingStore()
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.answer("one"), ScriptedVendor.answer("two"),
    ])
    let chat = try chat(vendor, store: store)
    store.failures.withLock { $0 = 2 }
    await chat.say("a")
    #expect(chat.standings == [.unsaved, .unsaved])
    await chat.say("b")
    #expect(chat.texts == ["a", "one", "b", "two"])
    #expect(chat.standings == [.stored, .stored, .stored, .stored])
  }
}
