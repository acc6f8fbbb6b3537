import SwitchboardConformance
import SwitchboardWire

extension ScriptedTransport {
  /// A transport that gives every request the same text.
  convenience init(status: Int = 200, fields: HTTPFields = [:], body: String) {
    self.init(ScriptedResponse(status: status, headers: fields, body))
  }
}
