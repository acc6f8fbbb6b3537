#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One connection: a thread that reads all the time and one that carries scripts out.
final class LoopbackConnection: Sendable {
  private let core: LoopbackCore
  private let index: Int
  private let descriptor: Int32

  private var monitor: LoopbackMonitor<LoopbackState> { core.monitor }

  init(core: LoopbackCore, index: Int, descriptor: Int32) {
    self.core = core
    self.index = index
    self.descriptor = descriptor
  }

  // MARK: The reading thread

  /// Reads until the client or the server hangs up.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        noteClosing(isReset: count < 0)
        monitor.update { $0.connections[index].readerIsDone = true }
        return
      }
      monitor.update { $0.connections[index].input += buffer[..<count] }
    }
  }

  /// Notes that the client hung up, whichever thread sees it first.
  private func noteClosing(isReset: Bool) {
    monitor.update { state in
      let connection = state.connections[index]
      guard connection.isOpen, connection.closing == nil, !state.isStopping else { return }
      state.connections[index].closing = LoopbackClosing(instant: .now, isReset: isReset)
    }
  }

  // MARK: The serving thread

  /// Answers requests until somebody hangs up.
  func serve() {
    var isReset = false
    serving: while let request = nextRequest() {
      for step in core.answer(request).steps {
        switch carryOut(step) {
        case .goOn: continue
        case .close: break serving
        case .reset:
          isReset = true
          break serving
        }
      }
    }
    // The reading thread must have left the socket before it is closed: a descriptor in use would
    // hold the reset back.
    monitor.update { $0.connections[index].isOpen = false }
    shutdown(descriptor, isReset ? LoopbackSocket.reading : LoopbackSocket.both)
    monitor.block { $0.connections[index].readerIsDone ? () : nil }
    if isReset { LoopbackSocket.makeAbrupt(descriptor) }
    close(descriptor)
  }

  private func nextRequest() -> LoopbackRequest? {
    let parsed = monitor.block { state -> LoopbackRequest?? in
      if let (request, length) = LoopbackRequest.parse(state.connections[index].input) {
        state.connections[index].input.removeFirst(length)
        return .some(request)
      }
      return state.connections[index].readerIsDone || state.isStopping ? .some(nil) : nil
    }
    guard var request = parsed else { return nil }
    monitor.update { state in
      request.index = state.requests.count
      request.connection = index
      state.requests.append(request)
    }
    return request
  }

  private enum Outcome { case goOn, close, reset }

  private func carryOut(_ step: LoopbackScript.Step) -> Outcome {
    switch step {
    case .send(let bytes):
      return write(bytes) ? .goOn : .close
    case .sendForever(let bytes):
      while write(bytes) {}
      return .close
    case .wait(let gate):
      gate.listen { [monitor] in monitor.update { _ in } }
      return wait { gate.isOpen } ? .goOn : .close
    case .open(let gate):
      gate.open()
      return .goOn
    case .stall:
      _ = wait { false }
      return .close
    case .close: return .close
    case .reset: return .reset
    case .tunnel(let port):
      tunnel(toPort: port)
      return .close
    }
  }

  /// Blocks until the condition holds.
  ///
  /// - Returns: Whether it does; `false` when somebody hung up instead.
  private func wait(until condition: () -> Bool) -> Bool {
    monitor.block { state in
      if condition() { return true }
      return state.connections[index].readerIsDone || state.isStopping ? false : nil
    }
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        LoopbackSocket.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      if count > 0 {
        sent += count
        monitor.update {
          $0.connections[index].written += count
          $0.connections[index].isBlocked = false
        }
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR else {
        // The error is told once, so that the reading thread would see an orderly end.
        noteClosing(isReset: true)
        return false
      }
      guard awaitRoom() else { return false }
    }
    return true
  }

  private func awaitRoom() -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let count = poll(&entry, 1, 100)
      if count > 0 { return true }
      let isOver = monitor.update { state in
        if count == 0 { state.connections[index].isBlocked = true }
        return state.connections[index].readerIsDone || state.isStopping
      }
      if isOver { return false }
    }
  }

  /// Carries bytes between the client and a port of this machine, until one of them hangs up.
  private func tunnel(toPort port: Int) {
    let upstream = LoopbackSocket.connect(toPort: port)
    guard upstream >= 0 else { return }
    defer { close(upstream) }
    let gate = LoopbackGate()
    core.spawn { [self] in
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = recv(upstream, &buffer, buffer.count, 0)
        guard count > 0, write(Array(buffer[..<count])) else { break }
      }
      shutdown(descriptor, LoopbackSocket.both)
      gate.open()
    }
    while true {
      let bytes = monitor.block { state -> [UInt8]? in
        guard state.connections[index].input.isEmpty else {
          defer { state.connections[index].input = [] }
          return state.connections[index].input
        }
        return state.connections[index].readerIsDone || state.isStopping ? [] : nil
      }
      guard !bytes.isEmpty else { break }
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          LoopbackSocket.writeAll(upstream, UnsafeRawBufferPointer(rebasing: $0[sent...]))
        }
        guard count > 0 else { break }
        sent += count
      }
    }
    shutdown(upstream, LoopbackSocket.both)
    gate.listen { [monitor] in monitor.update { _ in } }
    monitor.block { _ in gate.isOpen ? () : nil }
  }
}

extension LoopbackRequest {
  /// The first whole request in the bytes, and how many of them it takes.
  static func parse(_ bytes: [UInt8]) -> (request: LoopbackRequest, length: Int)? {
    let end = Array("\r\n\r\n".utf8)
    guard let headEnd = bytes.firstRange(of: end) else { return nil }
    let head = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
    // A line feed with its carriage return is one Character.
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      return (name: String(parts[0]), value: value)
    }
    var request = LoopbackRequest(
      index: 0, connection: 0, method: words.first.map(String.init) ?? "",
      target: words.count > 1 ? String(words[1]) : "", fields: fields, body: [], receivedAt: .now)
    let length = request["content-length"].flatMap { Int($0) } ?? 0
    guard bytes.count - headEnd.upperBound >= length else { return nil }
    request.body = Array(bytes[headEnd.upperBound..<headEnd.upperBound + length])
    return (request, headEnd.upperBound + length)
  }
}
