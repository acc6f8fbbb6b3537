import Glibc
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

  /// The path of a program of the same build.
  private static func besideThisOne(_ name: String) throws -> String {
    let own = String(unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return max(0, readlink("/proc/self/exe", base, buffer.count))
      }
    }
    let path = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    guard access(path, X_OK) == 0 else {
      throw SwitchboardError(
        .configuration, "build it first: swift build -c release --product \(name).")
    }
    return path
  }
}
