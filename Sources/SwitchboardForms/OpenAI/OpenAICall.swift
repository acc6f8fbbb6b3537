public import SwitchboardCore
public import SwitchboardWire

/// One call to a server that speaks one of OpenAI's two forms, put together from what its vendor
/// says.
public struct OpenAICall: Sendable {
  /// The form in which the server is asked, and how its vendor differs.
  public enum Form: Sendable, Hashable {
    /// Chat completions (`POST …/chat/completions`).
    case chat(OpenAIChatDialect)
    /// Responses (`POST …/responses`).
    case responses(OpenAIResponsesDialect)

    /// What is appended to the vendor's base address.
    public var operation: String {
      switch self {
      case .chat: "chat/completions"
      case .responses: "responses"
      }
    }
  }

  /// The address of the operation.
  public var url: String

  /// Who is asked.
  public var origin: Origin

  /// What is known of the model.
  public var model: ModelDescriptor

  /// The form in which it is asked.
  public var form: Form

  /// What the vendor's failures are.
  public var failures: FailureTable

  /// Header fields beside the content type; keys are read here.
  public var headers: @Sendable () async throws -> HTTPFields

  /// What must not be seen in messages.
  public var secrets: @Sendable () -> [Secret]

  /// Creates a call.
  public init(
    url: String, origin: Origin, model: ModelDescriptor, form: Form, failures: FailureTable,
    headers: @escaping @Sendable () async throws -> HTTPFields,
    secrets: @escaping @Sendable () -> [Secret]
  ) {
    self.url = url
    self.origin = origin
    self.model = model
    self.form = form
    self.failures = failures
    self.headers = headers
    self.secrets = secrets
  }

  /// The answer to a request, not yet started.
  public func events(
    for request: ChatRequest, transport: any HTTPTransport
  ) -> EventStream {
    EventStream { try source(for: request, transport: transport) }
  }

  /// A request as it is sent.
  ///
  /// - Throws: As the request of its form.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    switch form {
    case .chat(let dialect):
      let chat = try OpenAIChatRequest(request, origin: origin, model: model, dialect: dialect)
      return WrittenRequest(body: chat.body, warnings: chat.warnings)
    case .responses(let dialect):
      let written = try OpenAIResponsesRequest(
        request, origin: origin, model: model, dialect: dialect)
      return WrittenRequest(body: written.body, warnings: written.warnings)
    }
  }

  private func source(
    for request: ChatRequest, transport: any HTTPTransport
  ) throws -> any EventSource {
    let (failures, secrets) = (failures, secrets)
    let failure: @Sendable (JSON) -> SwitchboardError = { json in
      failures.failure(
        OpenAIFailures.report(json), head: nil, now: SystemTime.now(), secrets: secrets())
    }
    switch form {
    case .chat(let dialect):
      let chat = try OpenAIChatRequest(request, origin: origin, model: model, dialect: dialect)
      // Who might paint may send much at once.
      return exchange(
        chat.body, OpenAIChatMachine(origin: origin, request: chat, failure: failure),
        limits: model.cannot.contains(.imageOutput) ? ReplyLimits() : .media, request, transport)
    case .responses(let dialect):
      let written = try OpenAIResponsesRequest(
        request, origin: origin, model: model, dialect: dialect)
      // An event repeats the whole answer, with the instructions and tools of the request.
      return exchange(
        written.body, OpenAIResponsesMachine(origin: origin, request: written, failure: failure),
        limits: .media, request, transport)
    }
  }

  private func exchange(
    _ body: JSON, _ machine: some ReplyMachine, limits: ReplyLimits, _ request: ChatRequest,
    _ transport: any HTTPTransport
  ) -> any EventSource {
    let (failures, secrets, headers, url) = (failures, secrets, headers, url)
    let call = HTTPEventSource.Call(
      origin: origin,
      decoder: FramedReplyDecoder(
        machine, framing: request.stream ? .serverSentEvents : .whole, limits: limits),
      secrets: secrets,
      request: {
        var fields = try await headers()
        fields["content-type"] = "application/json"
        if request.stream { fields["accept"] = "text/event-stream" }
        return HTTPRequest(
          url: url, headers: fields, body: body.encoded(), deadlines: request.deadlines)
      },
      failure: { head, body in
        failures.failure(
          OpenAIFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
      })
    return HTTPEventSource(call, transport: transport)
  }
}
