import SwitchboardCore
import SwitchboardSamples

/// Puts together what the mock answers.
enum MockAnswer {
  /// Writes an answer.
  static func write(_ reply: MockReply, to turn: MockTurn) -> AnswerWriter {
    var answer = AnswerWriter(
      from: turn.origin, isWhole: !turn.request.stream,
      limit: min(turn.outputLimit, (turn.model.facts.window ?? .max) - turn.inputTokens))
    answer.warn(Warning(.mock, "The mock vendor made this reply up; no model was asked."))
    for warning in turn.warnings + reply.warnings { answer.warn(warning) }

    var random = turn.random
    if !reply.reasoning.isEmpty {
      // Whoever sends the thinking back must send this with it, as with real vendors.
      let signature: JSON = ["signature": JSON(random.hex)]
      answer.part(
        .reasoning(isRedacted: false), reply.reasoning,
        vendorData: [MockModel.kind: signature])
    }
    let thought = answer.tokens
    var text = reply.text
    if reply.prose > 0 {
      turn.model.voice.speak(
        about: Keywords.find(in: turn.prompt), .pieces(reply.prose), random: &random, to: &text)
    }
    let wasStopped = TextPieces.end(&text, before: turn.request.options.stop)
    if !text.isEmpty { answer.part(.text, text) }
    for drawing in reply.images {
      let painter = Painter(prompt: drawing.prompt, random: random)
      answer.picture(painter.paint(width: drawing.size.width, height: drawing.size.height))
    }
    for (index, call) in reply.toolCalls.enumerated() {
      let id = call.id.isEmpty ? "call_\(random.hex)_\(index)" : call.id
      answer.part(.toolCall(id: id, name: call.name), TextPieces.cut(call.argumentsText))
    }
    let usage = Usage(
      input: turn.inputTokens, output: answer.tokens, reasoning: thought > 0 ? thought : nil)
    var finish = FinishReason(.stop, raw: wasStopped ? "stop_sequence" : "stop")
    if !reply.toolCalls.isEmpty { finish = FinishReason(.toolCalls, raw: "tool_calls") }
    finish = reply.finish ?? finish
    if answer.isCut { finish = FinishReason(.length, raw: "max_tokens") }
    answer.finish(finish, reply.usage ?? usage)
    return answer
  }
}
