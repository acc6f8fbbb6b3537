#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The few socket calls that are spelled differently from system to system.
enum LoopbackSocket {
  #if canImport(Darwin)
  static let both = SHUT_RDWR
  static let reading = SHUT_RD
  private static let stream = SOCK_STREAM
  private static let sendFlags: Int32 = 0
  private static let noWait = MSG_DONTWAIT
  private static let tcp = IPPROTO_TCP
  #else
  static let both = Int32(SHUT_RDWR)
  static let reading = Int32(SHUT_RD)
  private static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  private static let sendFlags = Int32(MSG_NOSIGNAL)
  private static let noWait = Int32(MSG_DONTWAIT)
  private static let tcp = Int32(IPPROTO_TCP)
  #endif

  /// A new TCP socket.
  static func open() -> Int32 { socket(AF_INET, stream, 0) }

  /// Binds to a free port of 127.0.0.1 and listens there.
  static func listen(_ descriptor: Int32) -> Int? {
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound, systemListen(descriptor) == 0 else { return nil }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a port of 127.0.0.1; -1 when nobody listens there.
  static func connect(toPort port: Int) -> Int32 {
    let descriptor = open()
    var address = loopback(port: UInt16(port))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return -1
    }
    prepare(descriptor)
    return descriptor
  }

  /// The next connection.
  static func accept(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
    let descriptor = Darwin.accept(listener, nil, nil)
    #else
    let descriptor = Glibc.accept(listener, nil, nil)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    #endif
    if descriptor >= 0 { prepare(descriptor) }
    return descriptor
  }

  /// Has the next `close` send a reset.
  static func makeAbrupt(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Writes what fits, without waiting.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, sendFlags | noWait)
  }

  /// Writes, waiting for room.
  static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
  }

  private static func prepare(_ descriptor: Int32) {
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, tcp, TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 1024) }

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}
