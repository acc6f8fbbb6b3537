import SwitchboardCore
import SwitchboardSamples
import SwitchboardWire

/// A way for an answer to go wrong, on demand.
struct MockFault: Sendable {
  enum Effect: Sendable {
    /// The answer never begins.
    case refusal(@Sendable () -> SwitchboardError)
    /// The answer begins and does not end.
    case breakOff(TimedEvents.BreakOff)
    /// The first token comes late.
    case late(Duration)
  }

  let effect: Effect
  /// How often it happens before all is well; `nil` for always.
  let times: Int?
  /// What its occurrences are counted under.
  let key: String

  /// Reads a fault of a script or of the vendor options.
  init(_ node: CheckedJSON5, key: String) throws {
    try node.object(of: [
      "status", "headers", "refuse", "stallAfter", "cutAfter", "garbleAfter", "failAfter",
      "firstToken", "kind", "code", "message", "times", "name",
    ])
    times = try node["times"]?.integer()
    self.key = try node["name"]?.string() ?? "\(key) \(node.json.text)"
    let message = try node["message"]?.string()
    let code = try node["code"]?.string()
    let kind = try node["kind"].map { SwitchboardError.Kind(rawValue: try $0.string()) }
    var effects: [Effect] = []
    if let status = try node["status"]?.integer(300...599) {
      var headers = HTTPFields()
      for (name, value) in node["headers"]?.members ?? [] {
        headers.append(name, try value.string())
      }
      let head = HTTPResponseHead(status: status, headers: headers)
      let report = FailureReport(message: message, words: code.map { [$0] } ?? [])
      effects.append(
        .refusal { FailureTable([]).failure(report, head: head, now: SystemTime.now()) })
    }
    if try node["refuse"]?.bool() == true {
      let words = "The mock refused the connection, as its fault says."
      effects.append(.refusal { SwitchboardError(.network, words) })
    }
    if let count = try node["stallAfter"]?.integer() {
      effects.append(.breakOff(.init(after: count)))
    }
    for (field, kind, words) in [
      ("cutAfter", .truncated, "cut its answer off"),
      ("garbleAfter", .decoding, "sent bytes that are no JSON"),
      ("failAfter", kind ?? .server, "failed"),
    ] as [(String, SwitchboardError.Kind, String)] {
      guard let count = try node[field]?.integer() else { continue }
      let usual = "The mock \(words) after \(count) tokens, as its fault says."
      effects.append(
        .breakOff(.init(after: count, SwitchboardError(kind, message ?? usual, code: code))))
    }
    if let wait = try node["firstToken"]?.duration() { effects.append(.late(wait)) }
    guard let effect = effects.first, effects.count == 1 else {
      throw node.failure(
        """
        a fault has exactly one of status, refuse, stallAfter, cutAfter, garbleAfter, failAfter and \
        firstToken
        """)
    }
    self.effect = effect
  }
}
