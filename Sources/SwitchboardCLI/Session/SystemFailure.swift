import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An error of the operating system.
struct SystemFailure: Error {
  /// The number, as `ENOENT`.
  var code: Int32

  /// The error of a call that has just failed.
  init(_ code: Int32 = errno) { self.code = code }

  /// What the system calls it.
  var words: String { String(cString: strerror(code)) }

  /// As the failure that is reported; the sentence says what could not be done, without a full stop.
  func failure(_ sentence: String) -> SwitchboardError {
    SwitchboardError(.invalidRequest, "\(sentence): \(words).", underlying: self)
  }
}
