import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct ModelChoiceTests {
  @Test func `each mode has a model of its own, and each turn may have another vendor`()
    async throws
  {
    let (a, b) = (ScriptedVendor("a"), ScriptedVendor("b"))
    let painter = ScriptedPainter(answers: [.pictures([])])
    let chat = try chat(a, b, painter)
    #expect(chat.models == ["a/m", "b/m"])
    chat.model = "b/m"
    chat.mode = .image
    #expect(chat.model == nil)
    chat.model = "p/paint"
    #expect(chat.imageRequest.model == "p/paint")
    chat.mode = .text
    #expect(chat.model == "b/m")
    await chat.say("one")
    chat.model = "a/m"
    await chat.say("two")
    #expect(chat.messages.map(\.origin?.vendor) == [nil, "b", nil, "a"])
    #expect(a.requests[0].messages.map(\.text) == ["one", "ok", "two"])
  }

  @Test func `without a model the picked route chooses`() async throws {
    let router = try router(
      [ScriptedVendor("a"), ScriptedVendor("b")],
      routes: ["default": route("a/m"), "other": route("b/m")])
    let chat = ChatModel(Conversation(router: router), pace: .zero)
    #expect(chat.routes == ["default", "other"])
    await chat.say("one")
    chat.route = "other"
    await chat.say("two")
    #expect(chat.messages.compactMap(\.origin?.vendor) == ["a", "b"])
    #expect(chat.lastTurn?.decision?.route == "other")
  }

  @Test func `what the app asks for goes with every turn`() async throws {
    let vendor = ScriptedVendor()
    let chat = try chat(vendor)
    chat.textRequest.options.temperature = 0.5
    chat.textRequest.messages = [.user("not this")]
    await chat.say("one")
    #expect(vendor.requests[0].options.temperature == 0.5)
    #expect(vendor.requests[0].messages.map(\.text) == ["one"])
  }
}
