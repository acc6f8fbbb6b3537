import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire

extension ScriptedTransport {
  /// A transport that answers with one body after the other; the last one is repeated.
  convenience init(status: Int = 200, fields: HTTPFields = [:], body bodies: String...) {
    let turn = Locked(0)
    self.init { _ in
      let number = turn.withLock { turn in
        defer { turn += 1 }
        return min(turn, bodies.count - 1)
      }
      return ScriptedResponse(status: status, headers: fields, bodies[number])
    }
  }
}
