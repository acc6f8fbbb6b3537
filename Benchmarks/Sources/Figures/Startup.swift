import SwitchboardCore

extension Benchmark {
  /// How long the command line takes to say anything.
  static let startup = Benchmark(
    figures: [
      Figure("startupMs", .atMost(40), "`switchboard --version` from start to end, median of 20")
    ]
  ) {
    let program = try besideThisOne("switchboard")
    let seconds = try await Rounds.median(rounds: 20) {
      try await Rounds.wall {
        let child = try ChildProcess(["--version"], of: program)
        let answer = String(decoding: child.readAll(), as: UTF8.self)
        try expect(child.end() == 0 && answer.hasPrefix("switchboard "), "it failed")
      }
    }
    return Findings(figures: ["startupMs": JSON(measured: seconds * 1e3)])
  }
}
