public import SwitchboardCore
public import SwitchboardWire

/// One call to a server that speaks Messages, put together from what its vendor says.
public struct AnthropicMessagesCall: Sendable {
  /// The address of the operation.
  public var url: String

  /// Who is asked.
  public var origin: Origin

  /// What is known of the model.
  public var model: ModelDescriptor

  /// How the platform's form differs.
  public var dialect: AnthropicMessagesDialect

  /// The members that lead the body; `stream` is added where it is due.
  public var envelope: [(String, JSON)]

  /// Header fields beside the content type; keys are read here.
  public var headers: @Sendable () async throws -> HTTPFields

  /// What must not be seen in messages.
  public var secrets: @Sendable () -> [Secret]

  /// What the vendor's failures are.
  public var failures: FailureTable

  /// Creates a call.
  public init(
    url: String, origin: Origin, model: ModelDescriptor,
    dialect: AnthropicMessagesDialect = AnthropicMessagesDialect(), envelope: [(String, JSON)],
    failures: FailureTable, headers: @escaping @Sendable () async throws -> HTTPFields,
    secrets: @escaping @Sendable () -> [Secret]
  ) {
    self.url = url
    self.origin = origin
    self.model = model
    self.dialect = dialect
    self.envelope = envelope
    self.headers = headers
    self.secrets = secrets
    self.failures = failures
  }

  /// The answer to a request, not yet started.
  public func events(for request: ChatRequest, transport: any HTTPTransport) -> EventStream {
    EventStream { try source(for: request, transport: transport) }
  }

  /// A request as it is sent.
  ///
  /// - Throws: As ``AnthropicMessagesRequest/init(_:origin:model:dialect:envelope:)``.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    let chat = try chat(request)
    return WrittenRequest(body: chat.body, warnings: chat.warnings)
  }

  private func chat(_ request: ChatRequest) throws -> AnthropicMessagesRequest {
    try AnthropicMessagesRequest(
      request, origin: origin, model: model, dialect: dialect,
      envelope: envelope + (request.stream ? [("stream", true)] : []))
  }

  private func source(
    for request: ChatRequest, transport: any HTTPTransport
  ) throws -> any EventSource {
    let chat = try chat(request)
    let (failures, secrets, headers, url) = (failures, secrets, headers, url)
    let machine = AnthropicMessagesMachine(origin: origin, request: chat) { json in
      AnthropicFailures.failure(in: json, failures, secrets: secrets())
    }
    let call = HTTPEventSource.Call(
      origin: origin,
      decoder: FramedReplyDecoder(
        machine, framing: request.stream ? .serverSentEvents : .whole,
        // What the vendor's own tools fetch comes back in one event.
        limits: chat.hasServerTools ? .media : ReplyLimits()),
      secrets: secrets,
      request: {
        var fields = try await headers()
        fields["content-type"] = "application/json"
        if request.stream { fields["accept"] = "text/event-stream" }
        return HTTPRequest(
          url: url, headers: fields, body: chat.body.encoded(), deadlines: request.deadlines)
      },
      failure: { head, body in
        failures.failure(
          AnthropicFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
      })
    return HTTPEventSource(call, transport: transport)
  }
}
