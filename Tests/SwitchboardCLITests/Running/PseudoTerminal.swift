import SwitchboardConfiguration
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program on a terminal of its own, whose other end the test holds.
final class PseudoTerminal: Sendable {
  let id: pid_t
  private let master: Int32
  private let slave: Int32
  private let seen = Locked<[UInt8]>([])

  /// Starts the program.
  convenience init(
    _ words: String..., in folder: TestFolder, environment: [String: String] = [:],
    columns: UInt16 = 100, rows: UInt16 = 30
  ) throws {
    try self.init(words, in: folder, environment: environment, columns: columns, rows: rows)
  }

  /// Starts the program.
  init(
    _ words: [String], in folder: TestFolder, environment: [String: String] = [:],
    columns: UInt16 = 100, rows: UInt16 = 30
  ) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var buffer = [CChar](repeating: 0, count: 256)
    // The test's own end of the terminal is held open too, so that what was printed last can be read
    // after the program's end.
    let isOpen = Spawn.turn.withLock { _ in
      let isOpen = openpty(&master, &slave, &buffer, nil, &size) == 0
      for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return isOpen
    }
    try #require(isOpen)
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var spawn = Spawn()
    spawn.leadSession()
    spawn.open(0, name, O_RDWR)
    spawn.duplicate(0, 1)
    spawn.duplicate(0, 2)
    id = try spawn.start(words, in: folder, environment)
    (self.master, self.slave) = (master, slave)
  }

  deinit {
    kill(id, SIGKILL)
    close(master)
    close(slave)
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = systemWrite(master, bytes, bytes.count)
  }

  /// Presses Ctrl-C.
  func interrupt() { type("\u{03}") }

  /// Gives the window another size; the program is told.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Whether what is typed is shown.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Waits until a text was shown after what an earlier call has seen.
  ///
  /// - Returns: Everything that was shown since then, up to the end of the text.
  @discardableResult
  func shown(_ text: String) async throws -> String {
    try await BlockingCall.run { [master, seen] in
      while true {
        let found = seen.withLock { bytes -> String? in
          let shown = String(decoding: bytes, as: UTF8.self)
          guard let range = shown.firstRange(of: text) else { return nil }
          // What follows is left for the next look.
          bytes = Array(shown[range.upperBound...].utf8)
          return String(shown[..<range.upperBound])
        }
        if let found { return found }
        guard let piece = Program.piece(master) else {
          throw SwitchboardError(.truncated, "The terminal ended before it showed '\(text)'.")
        }
        seen.withLock { $0 += piece }
      }
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: The exit code, and what was shown since the last look.
  func ended() async throws -> (code: Int32, shown: String) {
    let code = try await BlockingCall.run { [id] in Spawn.wait(id) }
    // A mark of our own behind the last output tells that all of it was read.
    let mark = Array("\u{1}END\u{1}".utf8)
    _ = systemWrite(slave, mark, mark.count)
    let shown = try await shown("\u{1}END\u{1}")
    return (code, shown.replacing("\u{1}END\u{1}", with: ""))
  }
}
