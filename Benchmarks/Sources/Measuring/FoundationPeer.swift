import SwitchboardCore

/// Ours against Foundation on the same bytes, measured by a process that has loaded both.
enum FoundationPeer {
  /// The medians of seconds that one reading takes, and of how many times as long Foundation takes.
  ///
  /// - Parameters:
  ///   - what: `chunk` or `tree`.
  ///   - bytes: What is read.
  /// - Returns: Ours, Foundation's, and Foundation's by ours.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when the process fails or reads something else.
  static func compare(
    _ what: String, _ bytes: [UInt8]
  ) throws -> (ours: Double, theirs: Double, ratio: Double) {
    let child = try ChildProcess([what, "\(Rounds.count)"], of: besideThisOne("FoundationPeer"))
    child.send(bytes)
    let answer = String(decoding: child.readAll(), as: UTF8.self)
    let rounds = answer.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    guard child.end() == 0, rounds.count == Rounds.count, rounds.allSatisfy({ $0.count == 2 })
    else {
      throw SwitchboardError(.server, "the comparison with Foundation failed.")
    }
    return (
      Rounds.median(rounds.map { $0[0] / 1e9 }), Rounds.median(rounds.map { $0[1] / 1e9 }),
      Rounds.median(rounds.map { $0[1] / $0[0] })
    )
  }
}
