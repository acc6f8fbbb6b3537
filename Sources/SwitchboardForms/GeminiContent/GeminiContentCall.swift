public import SwitchboardCore
public import SwitchboardWire

/// One call to a server that speaks the Gemini form, put together from what its vendor says.
public struct GeminiContentCall: Sendable {
  /// The address of the model; the operation is appended.
  public var url: String

  /// Who is asked.
  public var origin: Origin

  /// What is known of the model.
  public var model: ModelDescriptor

  /// How the model differs.
  public var dialect: GeminiContentDialect

  /// What the vendor's failures are.
  public var failures: FailureTable

  /// Makes pictures smaller that do not fit; `nil` refuses them.
  public var resizer: GeminiPictureFitting.Resizer?

  /// Header fields beside the content type; keys are read here.
  public var headers: @Sendable () async throws -> HTTPFields

  /// What must not be seen in messages.
  public var secrets: @Sendable () -> [Secret]

  /// Creates a call.
  public init(
    url: String, origin: Origin, model: ModelDescriptor, dialect: GeminiContentDialect,
    failures: FailureTable, resizer: GeminiPictureFitting.Resizer? = nil,
    headers: @escaping @Sendable () async throws -> HTTPFields,
    secrets: @escaping @Sendable () -> [Secret]
  ) {
    self.url = url
    self.origin = origin
    self.model = model
    self.dialect = dialect
    self.failures = failures
    self.resizer = resizer
    self.headers = headers
    self.secrets = secrets
  }

  /// The answer to a request, not yet started.
  public func events(for request: ChatRequest, transport: any HTTPTransport) -> EventStream {
    EventStream { try source(for: request, transport: transport) }
  }

  /// A request as it is sent.
  ///
  /// - Throws: As ``GeminiPictureFitting/write(_:origin:model:dialect:)``.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    let chat = try write(request).chat
    return WrittenRequest(body: chat.body, warnings: chat.warnings)
  }

  private func write(
    _ request: ChatRequest
  ) throws -> (chat: GeminiContentRequest, body: [UInt8]) {
    try GeminiPictureFitting(resizer: resizer).write(
      request, origin: origin, model: model, dialect: dialect)
  }

  private func machine(for chat: GeminiContentRequest) -> GeminiContentMachine {
    let (failures, secrets) = (failures, secrets)
    return GeminiContentMachine(origin: origin, request: chat) { json in
      failures.failure(
        GeminiFailures.report(json), head: nil, now: SystemTime.now(), secrets: secrets())
    }
  }

  private func source(
    for request: ChatRequest, transport: any HTTPTransport
  ) throws -> any EventSource {
    let (chat, body) = try write(request)
    let (failures, secrets, headers) = (failures, secrets, headers)
    let address =
      request.stream ? "\(url):streamGenerateContent?alt=sse" : "\(url):generateContent"
    // Who might paint may send much at once.
    let isText = model.cannot.contains(.imageOutput)
    let call = HTTPEventSource.Call(
      origin: origin,
      decoder: GeminiReplyDecoder(
        machine(for: chat), limits: isText && request.stream ? ReplyLimits() : .media),
      secrets: secrets,
      request: {
        var fields = try await headers()
        fields["content-type"] = "application/json"
        if request.stream { fields["accept"] = "text/event-stream" }
        return HTTPRequest(
          url: address, headers: fields, body: body, deadlines: request.deadlines)
      },
      failure: { head, body in
        failures.failure(
          GeminiFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
      })
    return HTTPEventSource(call, transport: transport)
  }
}
