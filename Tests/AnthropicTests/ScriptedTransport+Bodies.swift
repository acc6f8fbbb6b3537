import SwitchboardConformance
import SwitchboardWire

extension ScriptedTransport {
  /// A transport that answers with one body after the other; the last one is repeated.
  convenience init(status: Int = 200, fields: HTTPFields = [:], body bodies: String...) {
    self.init(bodies.map { ScriptedResponse(status: status, headers: fields, $0) })
  }
}
