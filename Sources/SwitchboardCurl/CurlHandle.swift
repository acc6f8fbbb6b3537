#if os(Linux)
import CCurl
import CSwitchboardCurl
import SwitchboardCore
import SwitchboardWire

/// One of curl's easy handles with the transfer it carries at the moment; the thread's alone.
///
/// Options that are the same for every request are set once, the others by ``prepare(_:to:_:)``,
/// each time all of them: a new handle for every request made a small call a fifth dearer.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let settings: CurlSettings
  private unowned let loop: CurlLoop

  private(set) var transfer: CurlTransfer?
  private var origin = HTTPOrigin(isSecure: false, host: "", port: 0)
  private var clock = HTTPDeadlineClock(Deadlines(), start: .now)
  private var head = ResponseHeadMachine()
  /// The body of the request, until it is sent.
  private var body: [UInt8] = []
  private var received = 0
  private var sent = 0
  private var refusal: SwitchboardError?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>

  /// The place in the heap of deadlines, -1 outside of it, and the instant it is ordered by.
  var heapIndex = -1
  var lookAt = ContinuousClock.now

  /// Whether the instant must be found anew, because content began.
  var needsLook = false

  /// Whether the loop has noted that there is something for the reader.
  var isNoted = false

  /// Whether it carries a transfer.
  var isBusy: Bool { transfer != nil }

  /// The handle that curl was given as its private pointer.
  static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
    context.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  init?(_ settings: CurlSettings, loop: CurlLoop) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.settings = settings
    self.loop = loop
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    guard setUp() else { return nil }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fields)
    errorText.deallocate()
  }

  /// Sets what never changes.
  private func setUp() -> Bool {
    var options = CurlOptions(easy)
    options.set(CURLOPT_NOSIGNAL, 1)
    options.set(CURLOPT_PROTOCOLS_STR, "http,https")
    options.set(CURLOPT_FOLLOWLOCATION, 0)
    options.set(CURLOPT_HTTP09_ALLOWED, 0)
    options.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    options.set(CURLOPT_PATH_AS_IS, 1)
    options.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    options.set(CURLOPT_TCP_KEEPALIVE, 1)
    // A stream that waits holds its buffer; events are small, and a large body is read in more steps.
    options.set(CURLOPT_BUFFERSIZE, 2 << 10)
    options.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    options.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    // Giving up while a name is looked up must not wait for the resolver, which would hold up every
    // other transfer; its thread cleans up after itself.
    options.set(CURLOPT_QUICK_EXIT, 1)
    options.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    options.setCertificates(settings)
    options.setCallbacks(of: self, errorText: errorText)
    return options.isGood
  }

  /// Sets what the transfer asks for.
  ///
  /// - Returns: Whether curl took every option.
  func prepare(
    _ transfer: CurlTransfer, _ request: HTTPRequest, to origin: HTTPOrigin,
    _ clock: HTTPDeadlineClock
  ) -> Bool {
    self.transfer = transfer
    self.origin = origin
    self.clock = clock
    head = ResponseHeadMachine()
    (received, sent, refusal, needsLook) = (0, 0, nil, false)
    errorText.pointee = 0
    body = request.body
    var options = CurlOptions(easy)
    options.set(CURLOPT_URL, request.url)
    options.setMethod(request.method, body: request.body)
    options.set(CURLOPT_CONNECTTIMEOUT_MS, request.deadlines.connect.milliseconds)
    options.set(CURLOPT_PROXY, settings.proxy(for: origin) ?? "")
    options.set(CURLOPT_NOPROXY, settings.direct)
    // To wait and see whether a connection can be shared pays where HTTP/2 may be agreed on. A plain one
    // says so with its answer only: the second call would wait for the first one's.
    options.set(CURLOPT_PIPEWAIT, origin.isSecure ? 1 : 0)
    curl_slist_free_all(fields)
    fields = CurlOptions.list(request.headers)
    options.set(CURLOPT_HTTPHEADER, fields)
    return options.isGood
  }

  /// Lets go of the transfer; the handle can be prepared again.
  func clear() {
    transfer = nil
    body = []
    refusal = nil
    sb_easy_set_text(easy, CURLOPT_POSTFIELDS.rawValue, nil)
  }

  /// Goes on after a pause; curl may hand over what it held back before this returns.
  func resume() {
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Reads the rest without a reader.
  func release() {
    clock.release(at: .now)
    resume()
  }

  // MARK: Deadlines and ends

  /// Which deadline has passed, or when to look again.
  func verdict(at now: ContinuousClock.Instant) -> HTTPDeadlineClock.Verdict {
    clock.verdict(at: now, silentSince: transfer?.inbox.silentSince)
  }

  /// Ends the transfer because a deadline passed.
  func expire(_ phase: SwitchboardError.Phase) {
    guard let transfer else { return }
    transfer.inbox.finish(.timeout(phase, transfer.deadlines, at: origin))
  }

  /// Ends the transfer with curl's result.
  func finish(_ code: CURLcode) {
    guard let transfer else { return }
    if code == CURLE_OK, refusal == nil, head.isComplete {
      transfer.inbox.finish(nil)
      return
    }
    let report = CurlFailure(
      code: code, origin: origin, proxy: settings.proxy(for: origin), hasHead: head.isComplete,
      received: received, deadlines: transfer.deadlines,
      reason: String(cString: errorText),
      systemError: Int32(sb_easy_get_long(easy, CURLINFO_OS_ERRNO.rawValue)),
      proxyStatus: sb_easy_get_long(easy, CURLINFO_HTTP_CONNECTCODE.rawValue))
    transfer.inbox.finish(refusal ?? report.error)
  }

  // MARK: What curl tells

  /// The connection stands; the request is sent next.
  func connected() {
    clock.isConnected = true
  }

  /// A line of the head or of a trailer.
  ///
  /// - Returns: Whether to go on.
  func take(line: UnsafeRawBufferPointer) -> Bool {
    switch head.take(line) {
    case .more:
      return true
    case .tooLarge:
      refusal = CurlFailure.headTooLarge(origin)
      return false
    case .head(let head):
      refusal = CurlFailure.refusal(of: head, from: origin, proxy: settings.proxy(for: origin))
      guard refusal == nil else { return false }
      if sent == body.count || body.count <= CurlOptions.smallBody { (body, sent) = ([], 0) }
      transfer?.inbox.put(head)
      loop.note(self)
      return true
    }
  }

  /// Bytes of the body.
  ///
  /// - Returns: Whether they were taken; when not, curl keeps them until ``resume()``.
  func take(body: UnsafeRawBufferPointer) -> Bool {
    guard let transfer, !body.isEmpty else { return true }
    guard transfer.inbox.put(body, at: .now) else { return false }
    if !clock.hasContent {
      clock.hasContent = true
      needsLook = true
    }
    received += body.count
    loop.note(self)
    return true
  }

  /// Fills a buffer with the next bytes of the request's body.
  func give(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, body.count - sent)
    body.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[sent..<sent + count])) }
    sent += count
    return count
  }

  /// Moves to another place of the request's body, to send it again on a new connection.
  func seek(to offset: Int64) {
    sent = min(max(0, Int(offset)), body.count)
  }
}
#endif
