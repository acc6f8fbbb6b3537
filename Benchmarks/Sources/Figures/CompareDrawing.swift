import CBenchmarks
import Glibc
import SwitchboardCore

extension Benchmark {
  /// What the live view of a comparison costs, beyond what the answers cost themselves.
  static let compareDrawing = Benchmark(
    figures: [
      Figure(
        "compareDrawingPercent", .atMost(30),
        "of a core: `compare` with 50 answers of 2,000 events/s on a terminal, minus the same in a pipe"
      ),
      Figure(
        "compareRedrawsPerSecond", .atMost(30), "how often it is drawn meanwhile"),
    ]
  ) {
    let server = try Server()
    let program = try besideThisOne("switchboard")
    let folder = try ComparedModels(server)
    var redraws: [Double] = []
    let (drawn, plain, _) = try await Rounds.compare(rounds: 3) {
      let run = try folder.run(
        try ChildProcess(folder.arguments, of: program, columns: 200, rows: 50), isTerminal: true)
      redraws.append(run.redraws)
      return run.cpu
    } _: {
      try folder.run(try ChildProcess(folder.arguments, of: program), isTerminal: false).cpu
    }
    return Findings(
      figures: [
        "compareDrawingPercent": JSON(measured: max(0, drawn - plain) * 100),
        "compareRedrawsPerSecond": JSON(measured: Rounds.median(redraws)),
      ],
      baselines: [
        "compareOnTerminalPercent": JSON(measured: drawn * 100),
        "compareInPipePercent": JSON(measured: plain * 100),
      ])
  }
}

/// Fifty models of a server, each of which writes 2,000 events a second for five seconds.
private final class ComparedModels {
  private static let count = 50
  /// The server sends 64 events at once: every 32 ms they make 2,000 a second.
  private static let pace = 32
  private static let blocks = 157

  private let path: String

  init(_ server: Server) throws {
    var template = Array("/tmp/switchboard-compared-XXXXXX".utf8CString)
    let descriptor = template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      return mkstemp(base)
    }
    guard descriptor >= 0 else {
      throw SwitchboardError(.configuration, "no file can be made in /tmp.")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let models = (1...Self.count).map { "{ id: \"m\($0)\", window: 8192 }" }
    let text = """
      { vendors: { v: { kind: "llamacpp", models: [\(models.joined(separator: ", "))],
        baseURL: "\(server.address)/paced/\(Self.pace)/\(Self.blocks)" } } }
      """
    let bytes = Array(text.utf8)
    defer { close(descriptor) }
    try expect(write(descriptor, bytes, bytes.count) == bytes.count, "\(path) cannot be written")
  }

  deinit { unlink(path) }

  var arguments: [String] {
    let models = (1...Self.count).map { "v/m\($0)" }.joined(separator: ",")
    return ["compare", "What is a fjord?", "--config", path, "--models", models]
  }

  /// Reads along until the end.
  ///
  /// - Returns: The share of a core that the program used, and how often it drew, both within three
  ///   seconds in the middle of the answers.
  func run(_ child: ChildProcess, isTerminal: Bool) throws -> (cpu: Double, redraws: Double) {
    let start = bench_now()
    var (words, frames) = (Matches("fjord"), Matches("\u{1B}[?2026h"))
    var (leave, isLive) = (Matches("\u{1B}[?1049l"), isTerminal)
    var (first, last): (Sample?, Sample?)
    while true {
      let seconds = Double(bench_now() - start) / 1e9
      if seconds >= 1, first == nil { first = Sample(seconds, child.cpu, frames.count) }
      if seconds >= 4, last == nil { last = Sample(seconds, child.cpu, frames.count) }
      guard child.hasBytes(within: 20) else { continue }
      let bytes = child.read()
      if bytes.isEmpty { break }
      for byte in bytes {
        if isLive {
          frames.take(byte)
          leave.take(byte)
          isLive = leave.count == 0
        } else {
          words.take(byte)
        }
      }
    }
    // The prompt is not printed: every such word is of an answer.
    try expect(child.end() == 0, "it failed")
    try expect(words.count == Self.count * Self.blocks * 64, "\(words.count) words were printed")
    guard let first, let last else {
      throw SwitchboardError(.server, "it ended before it could be measured.")
    }
    let span = last.time - first.time
    return ((last.cpu - first.cpu) / span, Double(last.frames - first.frames) / span)
  }

  private struct Sample {
    var time: Double
    var cpu: Double
    var frames: Int

    init(_ time: Double, _ cpu: Double, _ frames: Int) {
      (self.time, self.cpu, self.frames) = (time, cpu, frames)
    }
  }

  /// Counts how often a word occurs that has no letter twice at its beginning.
  private struct Matches {
    private let word: [UInt8]
    private var place = 0
    private(set) var count = 0

    init(_ word: String) { self.word = Array(word.utf8) }

    mutating func take(_ byte: UInt8) {
      if byte == word[place] {
        place += 1
      } else {
        place = byte == word[0] ? 1 : 0
      }
      if place == word.count {
        count += 1
        place = 0
      }
    }
  }
}
