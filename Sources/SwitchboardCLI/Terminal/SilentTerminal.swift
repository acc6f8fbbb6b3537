import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal that does not show what is typed.
enum SilentTerminal {
  /// Asks for a line.
  ///
  /// The settings of the terminal are put back however this ends.
  static func readLine(
    _ question: String, _ notes: Notes, _ interrupts: Interrupts
  ) async throws -> [UInt8] {
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { throw SystemFailure() }
    let before = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    @Sendable func restore() {
      var before = before
      tcsetattr(0, TCSANOW, &before)
      notes.write("\n")
    }
    interrupts.onEnd(restore)
    defer {
      interrupts.onEnd(nil)
      restore()
    }
    tcsetattr(0, TCSAFLUSH, &settings)
    notes.write(TerminalText.line(question))
    var bytes: [UInt8] = []
    while let piece = try await InputDescriptor.standard.next() {
      bytes += piece
      if bytes.contains(0x0A) { break }
    }
    return Array(bytes.prefix { $0 != 0x0A })
  }
}
