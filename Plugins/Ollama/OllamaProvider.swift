public import SwitchboardCore
import SwitchboardTransport
public import SwitchboardWire

/// Ollama, a server of open models on one's own machine (docs.ollama.com/api).
public struct OllamaProvider: StreamProvider, MultimodalProvider, RequestWriting, ModelListing,
  ConfigurableProvider
{
  /// The one kind, `ollama`; a key is for servers behind a proxy and for ollama.com alone.
  public static let kinds = [
    ConfigurableKind("ollama", fields: [.key, .baseURL, .models])
  ]

  private static let address = "http://127.0.0.1:11434"

  /// The name of the entry.
  public let id: VendorID

  /// The kind `ollama`.
  public let kind: VendorKind = "ollama"

  private let baseURL: String
  private let keys: KeyRing
  private let transport: any HTTPTransport
  private let table: ModelTable

  /// Creates the vendor from a checked entry of the configuration.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    self.init(
      id: configuration.id, baseURL: configuration.baseURL ?? Self.address,
      keys: configuration.keys, models: configuration.models, transport: transport)
  }

  /// Creates the vendor for the server at an address; the usual one is this machine's.
  public init(
    id: VendorID = "ollama", baseURL: String = "http://127.0.0.1:11434",
    transport: any HTTPTransport
  ) {
    self.init(id: id, baseURL: baseURL, keys: KeyRing(), models: [], transport: transport)
  }

  private init(
    id: VendorID, baseURL: String, keys: KeyRing, models: [ModelDescriptor],
    transport: any HTTPTransport
  ) {
    self.id = id
    self.baseURL = baseURL
    self.keys = keys
    self.transport = transport
    self.table = ModelTable([], families: OllamaModels.families, configured: models)
  }

  /// None by name: which models a server has, the server alone knows.
  public var models: [ModelDescriptor] { table.models }

  /// What holds for the family of an id.
  public func family(of model: String) -> ModelDescriptor? { table.family(of: model) }

  /// Any id is sent.
  public var hasClosedModelList: Bool { false }

  /// Nothing is missing without a key; one that is configured must be there.
  public var missingKey: String? { keys.isEmpty ? nil : keys.missing(for: id) }

  /// Pictures inline alone: the server fetches nothing.
  public var mediaDelivery: MediaDelivery { MediaDelivery(url: false) }

  /// The answer to a request (`POST /api/chat`).
  public func events(for request: ChatRequest) -> EventStream {
    let origin = origin(of: request)
    let (url, headers, transport) = ("\(baseURL)/api/chat", headers, transport)
    let secrets = keys.secretsForRedaction
    return EventStream {
      let written = try chat(request)
      let call = HTTPEventSource.Call(
        origin: origin,
        decoder: FramedReplyDecoder(
          OllamaMachine(origin: origin, request: written, secrets: secrets),
          framing: request.stream ? .lines : .whole),
        secrets: secrets,
        request: {
          var fields = try await headers()
          fields["content-type"] = "application/json"
          return HTTPRequest(
            url: url, headers: fields, body: written.body.encoded(), deadlines: request.deadlines)
        },
        failure: { head, body in OllamaFailures.failure(body, head: head, secrets: secrets()) })
      return HTTPEventSource(call, transport: transport)
    }
  }

  /// A request in the server's form.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    let chat = try chat(request)
    return WrittenRequest(body: chat.body, warnings: chat.warnings)
  }

  private func chat(_ request: ChatRequest) throws -> OllamaRequest {
    let origin = origin(of: request)
    return try OllamaRequest(request, origin: origin, model: table.facts(for: origin.model))
  }

  private func origin(of request: ChatRequest) -> Origin {
    Origin(vendor: id, kind: kind, model: request.model?.model ?? "")
  }

  /// The models that the server has, with their windows and abilities (`GET /api/tags` and, for
  /// each, `POST /api/show`).
  public func listModels() async throws -> [ModelDescriptor] {
    try await OllamaModelList(
      vendor: id, baseURL: baseURL, headers: headers, secrets: keys.secretsForRedaction
    ).read(transport)
  }

  private var headers: @Sendable () async throws -> HTTPFields {
    let (keys, id) = (keys, id)
    return {
      var fields = HTTPFields()
      if let key = try await keys.next(for: id) {
        fields.append("authorization", "Bearer \(key.reveal())")
      }
      return fields
    }
  }
}
