import CBenchmarks
import Glibc
import SwitchboardCore

/// A program that was started, with a pipe to it and one from it.
final class ChildProcess {
  private var process: Int32 = 0
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var isOver = false

  /// Starts a program; without a path, this one again.
  init(_ arguments: [String], of path: String = "/proc/self/exe") throws {
    let words = [path] + arguments
    var texts = words.map { strdup($0) } + [nil]
    defer { texts.forEach { free($0) } }
    let reason = bench_start(path, &texts, &process, &input, &output)
    guard reason == 0 else {
      throw SwitchboardError(
        .configuration, "\(path) cannot be started: \(String(cString: strerror(reason))).")
    }
  }

  /// Starts a program on a terminal of its own; what it shows is read as others' output is.
  init(_ arguments: [String], of path: String, columns: Int, rows: Int) throws {
    let words = [path] + arguments
    var texts = words.map { strdup($0) } + [nil]
    defer { texts.forEach { free($0) } }
    let reason = bench_start_on_terminal(
      path, &texts, Int32(columns), Int32(rows), &process, &output)
    guard reason == 0 else {
      throw SwitchboardError(
        .configuration, "\(path) cannot be started: \(String(cString: strerror(reason))).")
    }
  }

  deinit { _ = end() }

  /// Seconds of processor time that it used until now.
  var cpu: Double { Double(bench_cpu_of(process)) / 1e9 }

  /// Waits so many milliseconds at most until there is something to read, or nothing any more.
  func hasBytes(within milliseconds: Int) -> Bool {
    bench_await_bytes(output, Int32(milliseconds)) != 0
  }

  /// Writes all that it reads, and ends its input.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    close(input)
    input = -1
  }

  /// The next bytes that it prints; none at the end.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, Glibc.read(output, buffer.baseAddress, buffer.count))
    }
  }

  /// Everything that it prints until its end.
  func readAll() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = read()
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  /// Closes the pipes and waits for its end.
  ///
  /// - Returns: Its exit code.
  func end() -> Int32 {
    if isOver { return 0 }
    isOver = true
    return bench_finish(process, input, output)
  }
}

/// A measurement in a process that does nothing else.
enum OwnProcess {
  static func measure(_ benchmark: Benchmark) throws -> Findings {
    guard let name = benchmark.figures.first?.name else { return Findings() }
    let child = try ChildProcess(["--json", "--alone", "--only", name])
    var figures = try JSON(parsing: child.readAll())
    guard child.end() == 0 else {
      throw SwitchboardError(.server, "its process ended with a failure.")
    }
    let baselines = figures["baselines"]
    figures["baselines"] = .missing
    return Findings(figures: figures, baselines: baselines)
  }
}

/// The path of a program of the same build.
func besideThisOne(_ name: String) throws -> String {
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
