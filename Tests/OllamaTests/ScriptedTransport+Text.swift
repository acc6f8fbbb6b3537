import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire

extension ScriptedTransport {
  /// A transport that gives every request the same text.
  convenience init(status: Int = 200, fields: HTTPFields = [:], body: String) {
    self.init(ScriptedResponse(status: status, headers: fields, body))
  }

  /// A transport that gives its answers in turn; the last one is repeated.
  convenience init(answers: [(status: Int, body: String)]) {
    let turn = Locked(0)
    self.init { _ in
      let number = turn.withLock { turn in
        defer { turn += 1 }
        return turn
      }
      let answer = answers[min(number, answers.count - 1)]
      return ScriptedResponse(status: answer.status, answer.body)
    }
  }
}
