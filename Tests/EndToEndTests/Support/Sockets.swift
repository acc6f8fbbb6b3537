#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The sockets of this process.
enum Sockets {
  /// How many are connected to a port of this machine.
  ///
  /// Other tests run at the same time; the sockets to a server of one's own are nobody else's.
  static func connected(to port: Int) -> Int {
    (0..<Int32(4096)).count { descriptor in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &length)
        }
      }
      return result == 0 && address.sin_family == sa_family_t(AF_INET)
        && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
