#if os(Linux)
import CCurl
import CSwitchboardCurl
import Glibc
import SwitchboardCore
import SwitchboardWire

/// The thread's own state: curl's multi handle over an epoll queue.
///
/// Everything here, and every call to libcurl, happens on the one thread. A pass takes all events
/// that are due, then wakes each reader once, so a reader finds head, bytes and end together when
/// they came together.
final class CurlLoop {
  private let mailbox: CurlMailbox
  private let bell: Int32
  private let queue: Int32
  private let multi: UnsafeMutableRawPointer
  private var active: [ObjectIdentifier: CurlHandle] = [:]
  private var deadlines = DeadlineHeap()
  private var spare: [CurlHandle] = []
  private var changed: [CurlHandle] = []
  private var curlTimer: ContinuousClock.Instant?
  private var isStopping = false

  /// Handles kept for the next requests.
  private static let mostSpare = 32

  init(_ launch: Launch) {
    guard let multi = curl_multi_init() else {
      preconditionFailure("libcurl has no memory for a multi handle")
    }
    self.multi = multi
    mailbox = launch.mailbox
    bell = launch.bell
    queue = launch.queue
    let connections = mailbox.settings.connectionsPerHost
    sb_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS.rawValue, connections)
    sb_multi_set_long(multi, CURLMOPT_MAXCONNECTS.rawValue, max(connections, 64))
    sb_multi_set_long(multi, CURLMOPT_PIPELINING.rawValue, Int(CURLPIPE_MULTIPLEX))
    // As many streams on one connection as the server allows; curl's own bound is 100.
    sb_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS.rawValue, 1000)
    let me = Unmanaged.passUnretained(self).toOpaque()
    sb_multi_set_pointer(multi, CURLMOPT_SOCKETDATA.rawValue, me)
    sb_multi_set_pointer(multi, CURLMOPT_TIMERDATA.rawValue, me)
    sb_multi_set_socket_callback(multi) { _, socket, what, context, known in
      CurlLoop.from(context)?.watch(socket, what, isKnown: known != nil)
      return 0
    }
    sb_multi_set_timer_callback(multi) { _, milliseconds, context in
      CurlLoop.from(context)?.curlTimer =
        milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
      return 0
    }
    // Edge-triggered: a ring is seen once and the counter never needs to be read.
    control(EPOLL_CTL_ADD, bell, EPOLLIN.rawValue | EPOLLET.rawValue)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CurlLoop? {
    context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs until it is told to stop.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    while !isStopping {
      let count = epoll_wait(queue, &events, Int32(events.count), timeout())
      for event in events.prefix(Int(max(count, 0))) where event.data.fd != bell {
        act(on: event.data.fd, Self.actions(of: event.events))
      }
      for command in mailbox.take() { obey(command) }
      if let timer = curlTimer, timer <= .now {
        curlTimer = nil
        act(on: CURL_SOCKET_TIMEOUT, 0)
      }
      settle()
      sweep()
      wakeReaders()
    }
  }

  /// Closes every connection; the callbacks of curl still reach the loop meanwhile.
  func close() {
    for handle in active.values { end(handle) }
    spare = []
    curl_multi_cleanup(multi)
  }

  // MARK: Commands

  private func obey(_ command: CurlMailbox.Command) {
    switch command {
    case .start(let transfer, let request, let origin, let instant):
      start(transfer, request, to: origin, at: instant)
    case .resume(let transfer):
      active[ObjectIdentifier(transfer)]?.resume()
    case .release(let transfer):
      guard let handle = active[ObjectIdentifier(transfer)] else { return }
      handle.release()
      look(at: handle)
    case .cancel(let transfer):
      if let handle = active[ObjectIdentifier(transfer)] { end(handle) }
    case .stop:
      isStopping = true
    }
  }

  private func start(
    _ transfer: CurlTransfer, _ request: HTTPRequest, to origin: HTTPOrigin,
    at instant: ContinuousClock.Instant
  ) {
    guard !transfer.inbox.isCancelled else { return }
    let clock = HTTPDeadlineClock(transfer.deadlines, start: instant)
    if case .passed(let phase) = clock.verdict(at: .now, silentSince: nil) {
      transfer.inbox.finish(.timeout(phase, transfer.deadlines, at: origin))
      transfer.inbox.wake()
      return
    }
    guard let handle = spare.popLast() ?? CurlHandle(mailbox.settings, loop: self),
      handle.prepare(transfer, request, to: origin, clock),
      curl_multi_add_handle(multi, handle.easy) == CURLM_OK
    else {
      transfer.inbox.finish(
        SwitchboardError(
          .configuration, "libcurl refused an option; Switchboard needs libcurl 7.87 or newer."))
      transfer.inbox.wake()
      return
    }
    active[ObjectIdentifier(transfer)] = handle
    look(at: handle)
  }

  // MARK: Sockets

  private func watch(_ socket: Int32, _ what: Int32, isKnown: Bool) {
    guard what != CURL_POLL_REMOVE else {
      control(EPOLL_CTL_DEL, socket, 0)
      return
    }
    var events: UInt32 = 0
    if what & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
    if what & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
    control(isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, events)
    if !isKnown { curl_multi_assign(multi, socket, Unmanaged.passUnretained(self).toOpaque()) }
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) {
    var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
    epoll_ctl(queue, operation, descriptor, &event)
  }

  private static func actions(of events: UInt32) -> Int32 {
    var actions: Int32 = 0
    if events & EPOLLIN.rawValue != 0 { actions |= CURL_CSELECT_IN }
    if events & EPOLLOUT.rawValue != 0 { actions |= CURL_CSELECT_OUT }
    if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { actions |= CURL_CSELECT_ERR }
    return actions
  }

  private func act(on socket: Int32, _ actions: Int32) {
    var running: Int32 = 0
    curl_multi_socket_action(multi, socket, actions, &running)
  }

  // MARK: Ends

  /// Takes the results of transfers that are over.
  private func settle() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE,
        let handle = CurlHandle.from(sb_easy_get_private(message.pointee.easy_handle))
      else { continue }
      handle.finish(message.pointee.data.result)
      end(handle)
    }
  }

  /// Looks at the transfers whose instant has come.
  private func sweep() {
    for handle in changed where handle.needsLook { look(at: handle) }
    guard let first = deadlines.first else { return }
    let now = ContinuousClock.now
    guard first.lookAt <= now else { return }
    while let handle = deadlines.first, handle.lookAt <= now { look(at: handle) }
  }

  private func look(at handle: CurlHandle) {
    handle.needsLook = false
    guard handle.isBusy else { return }
    switch handle.verdict(at: .now) {
    case .look(let instant):
      handle.lookAt = instant
      deadlines.place(handle)
    case .passed(let phase):
      handle.expire(phase)
      end(handle)
    }
  }

  /// Takes a handle out of curl's hands, which closes the connection of an unfinished transfer, and
  /// keeps it for the next request.
  private func end(_ handle: CurlHandle) {
    guard let transfer = handle.transfer else { return }
    curl_multi_remove_handle(multi, handle.easy)
    deadlines.remove(handle)
    active[ObjectIdentifier(transfer)] = nil
    transfer.inbox.wake()
    handle.clear()
    if spare.count < Self.mostSpare { spare.append(handle) }
  }

  /// Notes that a transfer has something for its reader.
  func note(_ handle: CurlHandle) {
    guard !handle.isNoted else { return }
    handle.isNoted = true
    changed.append(handle)
  }

  private func wakeReaders() {
    for handle in changed {
      handle.isNoted = false
      handle.transfer?.inbox.wake()
    }
    changed.removeAll(keepingCapacity: true)
  }

  /// Milliseconds until the next thing is due, rounded up so that none is looked at too early.
  private func timeout() -> Int32 {
    let next =
      if let curlTimer, let first = deadlines.first?.lookAt { min(curlTimer, first) } else {
        curlTimer ?? deadlines.first?.lookAt
      }
    guard let next else { return -1 }
    let (seconds, attoseconds) = (next - .now).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
#endif
