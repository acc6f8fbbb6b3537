import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct StoppingTests {
  private static func vendor() -> (ScriptedVendor, Gate) {
    let begun = Gate()
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .signal(begun), .stall], ScriptedVendor.answer("whole"),
    ])
    return (vendor, begun)
  }

  @Test(arguments: [true, false])
  func `what has come is kept or not, as the conversation says`(_ keeps: Bool) async throws {
    let (vendor, begun) = Self.vendor()
    let chat = try chat(vendor, keepsPartials: keeps)
    chat.draft = "a"
    chat.send()
    await begun.wait()
    chat.stop()
    await chat.settle()
    #expect(vendor.closedCount == 1)
    #expect(chat.texts == ["a", "half"])
    #expect(chat.messages[1].incomplete == .cancelled)
    #expect(chat.failure == nil)
    #expect(!chat.isBusy)
    #expect(chat.lastTurn?.attempts.map(\.outcome) == [.cancelled])
    let stored = try await chat.conversation.messages().map(\.message.text)
    if keeps {
      #expect(chat.standings == [.stored, .stored])
      #expect(stored == ["a", "half"])
      #expect(!chat.canRetry)
      await chat.say("b")
      #expect(chat.texts == ["a", "half", "b", "whole"])
    } else {
      #expect(chat.standings == [.unsent, .unsent])
      #expect(stored.isEmpty)
      #expect(chat.canRetry)
      chat.retry()
      await chat.settle()
      #expect(chat.texts == ["a", "whole"])
      #expect(chat.standings == [.stored, .stored])
    }
  }

  @Test func `before anything has come, the message is left to be sent again`() async throws {
    let vendor = ScriptedVendor(scripts: [[.stall], ScriptedVendor.answer("one")])
    let chat = try chat(vendor, keepsPartials: true)
    chat.draft = "a"
    chat.send()
    chat.stop()
    await chat.settle()
    #expect(chat.texts == ["a"])
    #expect(chat.standings == [.unsent])
    #expect(chat.failure == nil)
  }

  @Test func `a turn that waits for another's can be stopped`() async throws {
    let (vendor, begun) = Self.vendor()
    let chat = try chat(vendor)
    let other = try await chat.conversation.send(.user("other"))
    let reading = Task { try await other.reply() }
    await begun.wait()
    chat.draft = "a"
    chat.send()
    chat.stop()
    reading.cancel()
    await chat.settle()
    #expect(chat.texts == ["a"])
    #expect(chat.standings == [.unsent])
    #expect(vendor.requests.count == 1)
    _ = await reading.result
  }

  @Test(arguments: [true, false])
  func `a model that is dropped closes the vendor's answer, and keeps what it should`(
    _ keeps: Bool
  ) async throws {
    let (vendor, begun) = Self.vendor()
    var chat: ChatModel? = try chat(vendor, keepsPartials: keeps)
    let conversation = try #require(chat?.conversation)
    try await conversation.append([.user("x"), .assistant("y")])
    chat?.draft = "a"
    chat?.send()
    await begun.wait()
    chat = nil
    await vendor.closing.wait()
    #expect(vendor.closedCount == 1)
    try await conversation.settle()
    #expect(
      try await conversation.messages().map(\.message.text)
        == ["x", "y"] + (keeps ? ["a", "half"] : []))
    let stories = try await conversation.store.stories(
      of: conversation.id, after: nil, limit: 9)
    #expect(stories.map { $0.attempts.map { $0["outcome"].string } } == [[], ["cancelled"]])
  }
}
