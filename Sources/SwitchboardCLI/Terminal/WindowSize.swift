#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The size of a terminal.
struct WindowSize: Equatable, Sendable {
  var columns: Int
  var rows: Int

  /// The size of an open terminal; 80 by 24 where it does not say.
  static func of(_ descriptor: Int32) -> WindowSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return WindowSize(columns: 80, rows: 24)
    }
    return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
