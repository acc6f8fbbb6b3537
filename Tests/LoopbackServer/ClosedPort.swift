#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A port of this machine that refuses connections for as long as this lives: it is taken, so that
/// nobody else gets it, and nobody listens.
public final class ClosedPort: Sendable {
  /// The number of the port.
  public let number: UInt16

  private let descriptor: Int32

  /// Takes a port.
  ///
  /// - Throws: The system's error number.
  public init() throws {
    #if canImport(Darwin)
    let socket = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 ? getsockname(socket, address, &length) : -1
      }
    }
    descriptor = socket
    number = UInt16(bigEndian: address.sin_port)
    guard code == 0 else { throw Failure(code: errno) }
  }

  /// The system's error number.
  public struct Failure: Error {
    /// As `errno` has it.
    public let code: Int32
  }

  deinit { close(descriptor) }
}
