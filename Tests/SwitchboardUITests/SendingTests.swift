import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct SendingTests {
  @Test func `a message is shown at once, and its answer when it comes`() async throws {
    let gate = Gate()
    let usage = Usage(input: 12, output: 3)
    var script = ScriptedVendor.answer("deep", usage: usage)
    script.insert(.gate(gate), at: 0)
    let prices = Prices(input: USD("1"), output: USD("2"))
    let vendor = ScriptedVendor(models: [ModelDescriptor("m", prices: prices)], scripts: [script])
    let chat = try chat(vendor)
    #expect(!chat.canSend)
    chat.draft = "How deep?"
    #expect(chat.canSend)
    chat.send()
    #expect(chat.draft.isEmpty)
    #expect(chat.texts == ["How deep?"])
    #expect(chat.standings == [.underway])
    #expect(chat.isBusy)
    guard case .sending = chat.state else { Issue.record("\(chat.state)"); return }
    let question = chat.messages[0]
    gate.open()
    await chat.settle()
    #expect(chat.texts == ["How deep?", "deep"])
    #expect(chat.standings == [.stored, .stored])
    #expect(chat.messages[0] === question)
    #expect(chat.messages[1].origin?.reference == "a/m")
    guard case .idle = chat.state else { Issue.record("\(chat.state)"); return }
    #expect(!chat.isBusy)
    #expect(chat.title == "How deep?")
    #expect(chat.branches.map(\.name) == ["main"])
    #expect(chat.lastTurn?.usage?.output == 3)
    #expect(chat.lastTurn?.cost.usd == USD("0.000018"))
    #expect(chat.lastTurn?.finish?.kind == .stop)
    #expect(chat.lastTurn?.attempts.count == 1)
    let stored = try await chat.conversation.messages()
    #expect(chat.messages.map(\.node) == stored.map(\.id))
  }

  @Test func `a second message is sent with what was said, and the first ones stay what they are`()
    async throws
  {
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.answer("one"), ScriptedVendor.answer("two"),
    ])
    let chat = try chat(vendor)
    await chat.say("a")
    let first = chat.messages
    await chat.say("b")
    #expect(chat.texts == ["a", "one", "b", "two"])
    #expect(zip(first, chat.messages).allSatisfy(===))
    #expect(vendor.requests.map { $0.messages.map(\.text) } == [["a"], ["a", "one", "b"]])
  }

  @Test func `media go with the words, and before them`() async throws {
    let vendor = ScriptedVendor(models: [ModelDescriptor("m", can: [.imageInput])])
    let chat = try chat(vendor)
    let picture = ScriptedPainter.picture("boat.png")
    guard case .media(let media) = picture.content else { return }
    chat.attachments = [media]
    #expect(chat.canSend)
    await chat.say("What is it?")
    #expect(chat.attachments.isEmpty)
    #expect(vendor.requests[0].messages.map(\.parts) == [[picture, .text("What is it?")]])
    #expect(chat.messages[0].media == [media])
    chat.draft = " \n"
    #expect(!chat.canSend)
    chat.attachments = [media]
    await chat.say(" ")
    #expect(vendor.requests[1].messages.last?.parts == [picture])
  }

  @Test func `nothing begins while a turn is on its way`() async throws {
    let gate = Gate()
    let vendor = ScriptedVendor(scripts: [[.gate(gate)] + ScriptedVendor.answer("one")])
    let chat = try chat(vendor)
    chat.draft = "a"
    chat.send()
    chat.draft = "b"
    #expect(!chat.canSend)
    chat.send()
    chat.send(.user("c"))
    chat.regenerate()
    chat.fork("side")
    chat.load()
    #expect(chat.draft == "b")
    gate.open()
    await chat.settle()
    #expect(chat.texts == ["a", "one"])
    #expect(chat.branch == "main")
    #expect(vendor.requests.count == 1)
  }

  @Test func `thinking, calls, sources and pictures are parts that keep their places`() async throws
  {
    let picture = ScriptedPainter.picture("boat.png")
    let source = Part(.source(Source(title: "Fjord", url: "https://a.example")))
    let vendor = ScriptedVendor(scripts: [
      [
        .events([
          .start(Origin(vendor: "a", kind: "scripted", model: "m")),
          .partStart(index: 0, .reasoning(isRedacted: false)), .partDelta(index: 0, text: "Hm."),
          .partEnd(index: 0, vendorData: [:]), .partStart(index: 1, .text),
          .partDelta(index: 1, text: "A boat."), .partEnd(index: 1, vendorData: [:]),
          .media(index: 2, picture), .source(source),
          .partStart(index: 3, .toolCall(id: "c", name: "depth")),
          .partDelta(index: 3, text: "{}"), .partEnd(index: 3, vendorData: [:]),
          .warning(Warning(.mock, "made up")), .finish(FinishReason(.toolCalls)),
        ])
      ], ScriptedVendor.answer("1308 m"),
    ])
    let chat = try chat(vendor)
    chat.textRequest.model = "a/m"
    await chat.say("Look.")
    let call = ToolCall(id: "c", name: "depth", argumentsText: "{}")
    let parts = chat.messages[1].parts
    #expect(parts.map(\.id) == [0, 1, 2, 3, 4])
    #expect(
      parts.map(\.content) == [
        .reasoning(Reasoning("Hm.")), .text("A boat."), picture.content, source.content,
        .toolCall(call),
      ])
    #expect(chat.messages[1].text == "A boat.")
    #expect(chat.lastTurn?.warnings.map(\.code) == [.mock])
    chat.send(.tool([ToolResult(callID: "c", name: "depth", content: [.text("1308")])]))
    await chat.settle()
    #expect(chat.messages.map(\.role) == [.user, .assistant, .tool, .assistant])
    #expect(chat.texts.last == "1308 m")
  }
}
