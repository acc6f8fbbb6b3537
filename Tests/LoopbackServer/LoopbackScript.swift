/// What a request is answered with: steps, carried out in order.
///
/// After the last step the connection stays open for the next request. A script ends early, and its
/// connection with it, when the client hangs up.
public struct LoopbackScript: Sendable {
  /// One step.
  enum Step: Sendable {
    case send([UInt8])
    case sendForever([UInt8])
    case wait(LoopbackGate)
    case open(LoopbackGate)
    case stall
    case close
    case reset
    case tunnel(port: Int)
  }

  private(set) var steps: [Step] = []

  private func adding(_ step: Step) -> LoopbackScript {
    var script = self
    script.steps.append(step)
    return script
  }
}

extension LoopbackScript {
  // MARK: Beginnings

  /// A whole answer with its length.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: Further header fields.
  ///   - body: The body.
  ///   - length: The length to claim; that of the body unless a test wants it wrong.
  /// - Returns: The script.
  public static func respond(
    _ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], body: String = "",
    length: Int? = nil
  ) -> LoopbackScript {
    respond(status, headers, body: Array(body.utf8), length: length)
  }

  /// A whole answer with its length, from bytes.
  public static func respond(
    _ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], body: [UInt8],
    length: Int? = nil
  ) -> LoopbackScript {
    let length = "Content-Length: \(length ?? body.count)\r\n"
    return LoopbackScript().raw(Array((head(status, headers) + length + "\r\n").utf8) + body)
  }

  /// The head of an answer in chunks; ``chunk(_:)-(String)`` and ``end()`` go on with it.
  public static func stream(
    _ headers: KeyValuePairs<String, String> = [:], status: Int = 200
  ) -> LoopbackScript {
    LoopbackScript().raw(head(status, headers) + "Transfer-Encoding: chunked\r\n\r\n")
  }

  /// Bytes as they stand, in place of an answer.
  public static func raw(_ text: String) -> LoopbackScript { LoopbackScript().raw(text) }

  /// No answer at all: waits until the client hangs up.
  public static func silence() -> LoopbackScript { LoopbackScript().stall() }

  /// Closes the connection without an answer.
  public static func hangUp() -> LoopbackScript { LoopbackScript().close() }

  /// Resets the connection without an answer.
  public static func hangUpHard() -> LoopbackScript { LoopbackScript().reset() }

  /// Holds the answer back until a gate opens; go on with ``then(_:)``.
  public static func held(by gate: LoopbackGate) -> LoopbackScript { LoopbackScript().wait(gate) }

  /// As a proxy: accepts a CONNECT and carries bytes to a port of this machine and back.
  public static func tunnel(toPort port: Int) -> LoopbackScript {
    LoopbackScript().raw("HTTP/1.1 200 Established\r\n\r\n").adding(.tunnel(port: port))
  }

  private static func head(_ status: Int, _ headers: KeyValuePairs<String, String>) -> String {
    let reason = status == 200 ? "OK" : "Status"
    return headers.reduce("HTTP/1.1 \(status) \(reason)\r\n") { $0 + "\($1.key): \($1.value)\r\n" }
  }
}

extension LoopbackScript {
  // MARK: Steps

  /// Sends text as it stands.
  public func raw(_ text: String) -> LoopbackScript { raw(Array(text.utf8)) }

  /// Sends bytes as they stand.
  public func raw(_ bytes: [UInt8]) -> LoopbackScript { adding(.send(bytes)) }

  /// Sends text as one chunk.
  public func chunk(_ text: String) -> LoopbackScript { chunk(Array(text.utf8)) }

  /// Sends bytes as one chunk.
  public func chunk(_ bytes: [UInt8]) -> LoopbackScript { raw(Self.framed(bytes)) }

  /// Sends several chunks, each with a call of its own.
  public func chunks(_ texts: [String]) -> LoopbackScript {
    texts.reduce(self) { $0.chunk($1) }
  }

  /// Sends the last chunk.
  public func end() -> LoopbackScript { raw("0\r\n\r\n") }

  /// Sends the same chunk again and again, until the client hangs up.
  public func chunkForever(_ bytes: [UInt8]) -> LoopbackScript {
    adding(.sendForever(Self.framed(bytes)))
  }

  /// Waits until a gate opens.
  public func wait(_ gate: LoopbackGate) -> LoopbackScript { adding(.wait(gate)) }

  /// Opens a gate, to tell the test that the script has come this far.
  public func open(_ gate: LoopbackGate) -> LoopbackScript { adding(.open(gate)) }

  /// Sends nothing more, and waits until the client hangs up.
  public func stall() -> LoopbackScript { adding(.stall) }

  /// Closes the connection in order, wherever the answer stands.
  public func close() -> LoopbackScript { adding(.close) }

  /// Resets the connection, wherever the answer stands.
  public func reset() -> LoopbackScript { adding(.reset) }

  /// Goes on with another script.
  public func then(_ next: LoopbackScript) -> LoopbackScript {
    var script = self
    script.steps += next.steps
    return script
  }

  private static func framed(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [0x0D, 0x0A]
  }
}
