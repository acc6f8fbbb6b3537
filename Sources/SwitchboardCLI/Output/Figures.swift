import SwitchboardCore

/// Numbers as people read them.
enum Figures {
  /// A duration, as `350 ms`, `4.20 s` or `2 min 5 s`.
  static func time(_ duration: Duration) -> String {
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    if seconds < 1 { return "\(decimal(seconds * 1000, places: 0)) ms" }
    if seconds >= 90 { return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s" }
    return "\(decimal(seconds, places: seconds < 10 ? 2 : 1)) s"
  }

  /// A number with so many decimals.
  static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "?" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let whole = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(whole)" }
    let fraction = String(whole % scale)
    return "\(sign)\(whole / scale)." + String(repeating: "0", count: places - fraction.count)
      + fraction
  }

  /// What something cost, as `$0.000412`, `about $0.01` or `price unknown`.
  static func cost(_ cost: Cost?) -> String {
    guard let cost, let usd = cost.usd else { return "price unknown" }
    return cost.quality == .exact ? "$\(usd)" : "about $\(usd)"
  }

  /// Tokens, as `12 in, 40 out`.
  static func tokens(_ usage: Usage?) -> String {
    guard let usage else { return "tokens unknown" }
    let about = usage.source == .estimated ? "about " : ""
    let input = usage.input.map { String($0) } ?? "?"
    let output = usage.output.map { String($0) } ?? "?"
    return "\(about)\(input) in, \(output) out"
  }

  /// Who answered, with tokens, cost and time, in one line.
  static func closing(_ reply: ChatReply) -> String {
    var parts = [reply.origin.reference.description, tokens(reply.usage), cost(reply.cost)]
    if let total = reply.timing?.total {
      let first = reply.timing?.firstToken.map { " (first token \(time($0)))" } ?? ""
      parts.append(time(total) + first)
    }
    if reply.finish.kind != .stop {
      parts.append(reply.finish.kind.rawValue)
    }
    return parts.joined(separator: " · ")
  }
}
