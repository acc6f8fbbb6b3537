import SwitchboardCore
import SwitchboardWire

/// A way for an answer to go wrong, on demand.
struct MockFault: Sendable {
  enum Effect: Sendable {
    /// The vendor answers with a status and no more.
    case status(HTTPResponseHead, FailureReport)
    /// There is no connection.
    case refuse
    /// After so many tokens nothing comes, until the reader gives up.
    case stall(after: Int)
    /// After so many tokens the connection ends, without a finish.
    case cut(after: Int)
    /// After so many tokens there are bytes that mean nothing.
    case garble(after: Int)
    /// After so many tokens the vendor reports a failure in the stream.
    case fail(after: Int, SwitchboardError)
    /// The first token comes late.
    case late(Duration)
  }

  var effect: Effect
  /// How often it happens before all is well; `nil` for always.
  var times: Int?
  /// What its occurrences are counted under.
  var key: String

  /// The failure of an answer that never begins; `nil` when it begins.
  var refusal: SwitchboardError? {
    switch effect {
    case .status(let head, let report):
      FailureTable([]).failure(report, head: head, now: SystemTime.now())
    case .refuse:
      SwitchboardError(.network, "The mock refused the connection, as its fault says.")
    default: nil
    }
  }

  /// After how many tokens the answer breaks off, and with what; `nil` as failure is a stall.
  var breakOff: (after: Int, failure: SwitchboardError?)? {
    switch effect {
    case .stall(let count): (count, nil)
    case .cut(let count):
      (
        count,
        SwitchboardError(.truncated, "The mock cut its answer off, as its fault says.")
      )
    case .garble(let count):
      (
        count,
        SwitchboardError(
          .decoding, "The mock's bytes after token \(count) are no JSON, as its fault says.")
      )
    case .fail(let count, let error): (count, error)
    case .status, .refuse, .late: nil
    }
  }
}

extension MockFault {
  private static let fields = [
    "status", "headers", "refuse", "stallAfter", "cutAfter", "garbleAfter", "failAfter",
    "firstToken", "kind", "code", "message", "times", "name",
  ]

  /// Reads a fault of a script or of the vendor options.
  init(_ node: ScriptNode, key: String) throws {
    try node.object(of: Self.fields)
    times = try node["times"]?.integer()
    self.key = try node["name"]?.string() ?? "\(key) \(node.json.text)"
    let message = try node["message"]?.string()
    let code = try node["code"]?.string()
    var effects: [Effect] = []
    if let status = try node["status"]?.integer(300...599) {
      var headers = HTTPFields()
      for (name, value) in node["headers"]?.members ?? [] {
        headers.append(name, try value.string())
      }
      effects.append(
        .status(
          HTTPResponseHead(status: status, headers: headers),
          FailureReport(message: message, words: code.map { [$0] } ?? [])))
    }
    if try node["refuse"]?.bool() == true { effects.append(.refuse) }
    if let count = try node["stallAfter"]?.integer() { effects.append(.stall(after: count)) }
    if let count = try node["cutAfter"]?.integer() { effects.append(.cut(after: count)) }
    if let count = try node["garbleAfter"]?.integer() { effects.append(.garble(after: count)) }
    if let count = try node["failAfter"]?.integer() {
      let kind = try node["kind"]?.string()
      effects.append(
        .fail(
          after: count,
          SwitchboardError(
            kind.map { SwitchboardError.Kind(rawValue: $0) } ?? .server,
            message ?? "The mock failed after \(count) tokens, as its fault says.", code: code)))
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
