import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct StreamingTests {
  @Test func `two thousand events in one step of the pace are one change of one message`()
    async throws
  {
    let (first, all, last) = (Gate(), Gate(), Gate())
    let pieces = (0..<2000).map {
      ScriptedVendor.Step.events([.partDelta(index: 0, text: "\($0) ")])
    }
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("so: "), .gate(first)] + pieces + [
        .signal(all), .gate(last),
        .events([.partEnd(index: 0, vendorData: [:]), .finish(FinishReason(.stop))]),
      ]
    ])
    let clock = ManualClock()
    let pace = Duration.milliseconds(33)
    let chat = ChatModel(
      Conversation(router: try router([vendor])), pace: pace, time: Timekeeper(clock))
    chat.draft = "Count."
    chat.send()
    await clock.sleeper(until: pace)
    #expect(chat.texts == ["Count.", "so: "])
    guard case .streaming = chat.state else { Issue.record("\(chat.state)"); return }
    let answer = chat.messages[1]
    let text = Changes { _ = answer.text }
    let list = Changes { _ = chat.messages }
    let state = Changes {
      _ = chat.isBusy; _ = chat.state
    }

    first.open()
    await all.wait()
    #expect(text.count == 0)
    clock.advance(to: pace)
    await clock.sleeper(until: pace * 2)
    #expect(answer.text == "so: " + (0..<2000).map { "\($0) " }.joined())
    #expect(text.count == 1)

    last.open()
    clock.advance(to: pace * 2)
    // The end may come with a step of its own.
    while chat.isBusy { clock.advance(to: clock.now.offset + pace); await Task.yield() }
    #expect(text.count == 1)
    #expect(list.count == 0)
    #expect(state.count == 2)
    #expect(chat.messages[1] === answer)
    #expect(answer.standing == .stored)
  }
}
