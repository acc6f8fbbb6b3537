public import SwitchboardCore
public import SwitchboardWire

/// What every vendor must prove, without a network and without a key.
///
/// ```swift
/// let contract = VendorContract(model: "some-model") { try MyProvider(key: $0, transport: $1) }
/// let findings = await contract.findings(stream: recordedStream, whole: recordedReply)
/// ```
public struct VendorContract: Sendable {
  /// Something that a vendor does wrong.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// One sentence.
    public let description: String
  }

  private let model: String
  private let isPlainText: Bool
  private let make: @Sendable (Secret, any HTTPTransport) throws -> any TextProvider

  /// A key that must never be seen anywhere.
  private static let canary = "sk-canary-5f1c9a7e3b"

  /// Creates a contract for a vendor.
  ///
  /// - Parameters:
  ///   - model: A model to ask.
  ///   - isPlainText: Whether answers are plain text: then any text is one, and HTTP alone says where
  ///     it ends.
  ///   - make: Makes the vendor with a key over a transport.
  public init(
    model: String, isPlainText: Bool = false,
    make: @escaping @Sendable (Secret, any HTTPTransport) throws -> any TextProvider
  ) {
    self.model = model
    self.isPlainText = isPlainText
    self.make = make
  }

  /// Everything that is wrong; empty for a vendor that keeps the contract.
  ///
  /// - Parameters:
  ///   - stream: An answer to a request for a stream, as the vendor sends it.
  ///   - whole: An answer to a request for a whole reply.
  /// - Returns: The findings.
  /// - Complexity: O(n²) in the bytes of the answers: keep them small.
  public func findings(stream: ScriptedResponse, whole: ScriptedResponse) async -> [Finding] {
    var findings: [Finding] = []
    findings += await grammar(stream, streams: true) + grammar(whole, streams: false)
    findings += await cutting(stream, streams: true) + cutting(whole, streams: false)
    findings += await ending(stream, streams: true) + ending(whole, streams: false)
    findings += await sending(stream)
    findings += await failing()
    findings += await cancelling(stream)
    return findings
  }

  private func request(streams: Bool) -> ChatRequest {
    var request = ChatRequest("Hello")
    request.model = ModelReference(vendor: "contract", model: model)
    request.stream = streams
    return request
  }

  private func reply(
    _ transport: ScriptedTransport, streams: Bool
  ) async -> Result<ChatReply, any Error> {
    do {
      let provider = try make(Secret(Self.canary), transport)
      var reply = try await provider.reply(to: request(streams: streams))
      reply.timing = nil
      return .success(reply)
    } catch {
      return .failure(error)
    }
  }

  /// The events come in the order of the grammar.
  private func grammar(_ response: ScriptedResponse, streams: Bool) async -> [Finding] {
    var grammar = StreamGrammar()
    do {
      let provider = try make(Secret(Self.canary), ScriptedTransport(response))
      for try await event in provider.events(for: request(streams: streams)) {
        try grammar.check(event)
      }
    } catch {
      return [Finding(description: "The answer is not read: \(error)")]
    }
    return grammar.isComplete ? [] : [Finding(description: "The events have no finish.")]
  }

  /// However the bytes are cut, the answer is the same.
  private func cutting(_ response: ScriptedResponse, streams: Bool) async -> [Finding] {
    guard case .success(let expected) = await reply(ScriptedTransport(response), streams: streams)
    else { return [] }
    let bytes = response.body.count
    for place in 1..<max(2, bytes) {
      let cut = await reply(ScriptedTransport(response.cut(at: place)), streams: streams)
      guard case .success(let reply) = cut, reply == expected else {
        return [Finding(description: "Cut at byte \(place) of \(bytes), the answer is another.")]
      }
    }
    let cut = await reply(ScriptedTransport(response.cut(every: 1)), streams: streams)
    guard case .success(let reply) = cut, reply == expected else {
      return [Finding(description: "Byte by byte, the answer is another.")]
    }
    return []
  }

  /// An answer that ends early is a failure, or whole when only its last bytes are missing.
  private func ending(_ response: ScriptedResponse, streams: Bool) async -> [Finding] {
    guard case .success(let expected) = await reply(ScriptedTransport(response), streams: streams)
    else { return [] }
    for count in 0..<(isPlainText ? 1 : response.body.count) {
      let ended = await reply(ScriptedTransport(response.ended(after: count)), streams: streams)
      guard case .success(let reply) = ended else { continue }
      if reply.message.parts != expected.message.parts {
        return [Finding(description: "Ended after \(count) bytes, half an answer is a reply.")]
      }
    }
    return []
  }

  /// The same request makes the same bytes, and none before it is read.
  private func sending(_ response: ScriptedResponse) async -> [Finding] {
    var findings: [Finding] = []
    let transport = ScriptedTransport(response)
    do {
      let provider = try make(Secret(Self.canary), transport)
      _ = provider.events(for: request(streams: true))
      if !transport.requests.isEmpty {
        findings.append(Finding(description: "A stream that nobody reads sends a request."))
      }
    } catch {
      findings.append(Finding(description: "The vendor cannot be made: \(error)"))
    }
    _ = await reply(transport, streams: true)
    _ = await reply(transport, streams: true)
    let sent = transport.requests
    if sent.count == 2, sent[0].body != sent[1].body || sent[0].url != sent[1].url {
      findings.append(Finding(description: "The same request makes other bytes."))
    }
    if sent.contains(where: { $0.url.contains(Self.canary) }) {
      findings.append(Finding(description: "The key stands in the address."))
    }
    return findings
  }

  /// Failures are of the right kind, and no key is in them.
  private func failing() async -> [Finding] {
    typealias Kind = SwitchboardError.Kind
    let rows: [(status: Int, kinds: [Kind])] = [
      (401, [.authentication]), (403, [.permission, .authentication]), (404, [.notFound]),
      (429, [.rateLimited, .quota]), (500, [.server]), (503, [.overloaded, .server]),
      (302, [.invalidRequest]),
    ]
    var findings: [Finding] = []
    for (status, kinds) in rows {
      let body = #"{"error":{"message":"no, \#(Self.canary)","type":"t"}}"#
      let response = ScriptedResponse(status: status, body)
      let result = await reply(ScriptedTransport(response), streams: true)
      guard case .failure(let error) = result, let failure = error as? SwitchboardError else {
        findings.append(Finding(description: "Status \(status) is no failure."))
        continue
      }
      if !kinds.contains(failure.kind) {
        findings.append(Finding(description: "Status \(status) is of kind \(failure.kind)."))
      }
      if failure.status != status {
        findings.append(Finding(description: "Status \(status) is lost in the failure."))
      }
      if failure.description.contains(Self.canary) || failure.json.text.contains(Self.canary) {
        findings.append(Finding(description: "Status \(status) shows the key."))
      }
    }
    let others = [("HTML", "<!DOCTYPE html><html>Hello</html>"), ("[]", "[]")]
    for (what, text) in [("nothing", "")] + (isPlainText ? [] : others) {
      for streams in [true, false] {
        let result = await reply(ScriptedTransport(ScriptedResponse(text)), streams: streams)
        if case .success = result {
          findings.append(Finding(description: "An answer of \(what) became a reply."))
        }
      }
    }
    return findings
  }

  /// Leaving a stream closes its exchange.
  private func cancelling(_ response: ScriptedResponse) async -> [Finding] {
    let transport = ScriptedTransport(response.cut(every: 1))
    do {
      let provider = try make(Secret(Self.canary), transport)
      let events = provider.events(for: request(streams: true))
      if provider is any StreamProvider {
        for try await _ in events { break }
      } else {
        // Its first event comes with the end of the answer.
        let source = try events.open()
        _ = try await source.next()
        source.cancel()
      }
    } catch {
      return [Finding(description: "The answer is not read: \(error)")]
    }
    return transport.cancelled == 1
      ? [] : [Finding(description: "Leaving the loop does not close the exchange.")]
  }
}
