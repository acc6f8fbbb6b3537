import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import Testing

/// What a judge was shown, read from its request as a model reads it.
struct Shown {
  let task: String
  let a: String
  let b: String

  init(_ request: ChatRequest) throws {
    let lines = request.messages[0].text.split(
      separator: "\n", omittingEmptySubsequences: false)
    func piece(_ label: String) throws -> String {
      let begin = try #require(
        lines.lastIndex { $0.hasPrefix("[begin ") && $0.hasSuffix(" \(label)]") })
      let mark = lines[begin].dropFirst("[begin ".count)
      let end = try #require(lines[begin...].firstIndex { $0 == "[end \(mark)" })
      return lines[(begin + 1)..<end].joined(separator: "\n")
    }
    task = try piece("task")
    a = try piece("answer A")
    b = try piece("answer B")
  }
}

/// A judge that a test writes.
func court(_ decide: @escaping @Sendable (Shown) -> String) -> ScriptedVendor {
  ScriptedVendor(
    "j",
    answer: { request in
      do {
        return ScriptedVendor.answer(decide(try Shown(request)), from: "j")
      } catch {
        return [.fail(SwitchboardError(.invalidRequest, "\(error)"))]
      }
    })
}

func verdict(_ word: String, _ reason: String = "Because.") -> String {
  #"{"reason":"\#(reason)","verdict":"\#(word)"}"#
}

extension Evaluation {
  /// Judges to the end.
  mutating func run(_ run: JudgeRun) async throws -> [JudgeRun.Step] {
    var steps: [JudgeRun.Step] = []
    for try await step in run {
      if case .judgement(let judgement) = step { judgements.append(judgement) }
      steps.append(step)
    }
    return steps
  }
}
