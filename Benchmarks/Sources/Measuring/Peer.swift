import CBenchmarks
import SwitchboardCore

/// libcurl in C with nothing around it: bytes arrive and are thrown away.
final class Peer {
  private let handle: OpaquePointer

  /// Prepares a call with the body of the short question.
  init(_ url: String) throws {
    let body = Samples.questionBody
    let handle = body.withUnsafeBytes {
      bench_peer_open(url, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard let handle else { throw SwitchboardError(.network, "libcurl has no memory.") }
    self.handle = handle
  }

  deinit { bench_peer_close(handle) }

  /// Calls and reads the answer.
  ///
  /// - Returns: Seconds until the first byte of the body.
  func call() throws -> Double {
    let first = bench_peer_call(handle)
    try expect(first >= 0, "libcurl's own call failed")
    return Double(first) / 1e9
  }
}
