public import SwitchboardCore
import SwitchboardForms
import SwitchboardTransport
public import SwitchboardWire

/// Anthropic (platform.claude.com/docs/en/api).
public struct AnthropicProvider: StreamProvider, MultimodalProvider, RequestWriting, TokenCounting,
  ModelListing, ConfigurableProvider
{
  /// The one kind, `anthropic`.
  public static let kinds = [
    ConfigurableKind(
      "anthropic", fields: [.key, .baseURL, .models], usualKeys: ["ANTHROPIC_API_KEY"])
  ]

  /// The name of the entry.
  public let id: VendorID

  /// The kind `anthropic`.
  public let kind: VendorKind = "anthropic"

  private let baseURL: String
  private let keys: KeyRing
  private let transport: any HTTPTransport
  private let table: ModelTable

  /// Creates the vendor from a checked entry of the configuration.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    self.id = configuration.id
    self.baseURL = configuration.baseURL ?? "https://api.anthropic.com"
    self.keys = configuration.keys
    self.transport = transport
    self.table = ModelTable(
      AnthropicModels.models, families: AnthropicModels.families,
      configured: configuration.models)
  }

  /// Creates the vendor with a key.
  public init(id: VendorID = "anthropic", key: Secret, transport: any HTTPTransport) {
    self.id = id
    self.baseURL = "https://api.anthropic.com"
    self.keys = KeyRing(key)
    self.transport = transport
    self.table = ModelTable(AnthropicModels.models, families: AnthropicModels.families)
  }

  /// The models that are known by name.
  public var models: [ModelDescriptor] { table.models }

  /// What holds for the family of an id.
  public func family(of model: String) -> ModelDescriptor? { table.family(of: model) }

  /// Any id is sent.
  public var hasClosedModelList: Bool { false }

  /// What is missing when there is no key.
  public var missingKey: String? { keys.missing(for: id) }

  /// Pictures and PDF by address or inline, in requests of up to 32 MB
  /// (platform.claude.com/docs/en/api/overview, "Request size limits").
  public var mediaDelivery: MediaDelivery {
    MediaDelivery(url: true, totalBytes: AnthropicModels.mostBytes)
  }

  /// The answer to a request.
  public func events(for request: ChatRequest) -> EventStream {
    var request = request
    let call = call(for: &request)
    return call.events(for: request, transport: transport)
  }

  /// A request in the form of Messages.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    var request = request
    let call = call(for: &request)
    return try call.written(request)
  }

  private func call(for request: inout ChatRequest) -> AnthropicMessagesCall {
    let betas = takeBetas(from: &request)
    let model = request.model?.model ?? ""
    return AnthropicMessagesCall(
      url: "\(baseURL)/v1/messages", origin: Origin(vendor: id, kind: kind, model: model),
      model: table.facts(for: model), envelope: [("model", JSON(model))],
      failures: AnthropicFailureTable.table, headers: headers(betas: betas),
      secrets: keys.secretsForRedaction)
  }

  /// The exact number of prompt tokens of a request (`POST /v1/messages/count_tokens`).
  public func countTokens(of request: ChatRequest) async throws -> Int {
    var request = request
    let betas = takeBetas(from: &request)
    let model = request.model?.model ?? ""
    return try await AnthropicTokenCount(
      origin: Origin(vendor: id, kind: kind, model: model), model: table.facts(for: model),
      url: "\(baseURL)/v1/messages/count_tokens", headers: headers(betas: betas),
      secrets: keys.secretsForRedaction
    ).count(request, transport)
  }

  /// The models that the key may use (`GET /v1/models`).
  public func listModels() async throws -> [ModelDescriptor] {
    try await AnthropicModelList(
      vendor: id, url: "\(baseURL)/v1/models", headers: headers(betas: []),
      secrets: keys.secretsForRedaction
    ).read(transport)
  }

  /// Betas go into a header field (platform.claude.com/docs/en/api/beta-headers).
  ///
  /// The clouds take them in the member `anthropic_beta` of the body, so that is where a request
  /// names them.
  private func takeBetas(from request: inout ChatRequest) -> [String] {
    guard var options = request.vendorOptions[kind], options["anthropic_beta"].exists else {
      return []
    }
    let betas = options["anthropic_beta"].elements.compactMap(\.string)
    options["anthropic_beta"] = .missing
    request.vendorOptions[kind] = options
    return betas
  }

  private func headers(betas: [String]) -> @Sendable () async throws -> HTTPFields {
    let (keys, id) = (keys, id)
    return {
      var fields = HTTPFields()
      if let key = try await keys.next(for: id) { fields.append("x-api-key", key.reveal()) }
      fields.append("anthropic-version", "2023-06-01")
      if !betas.isEmpty { fields.append("anthropic-beta", betas.joined(separator: ",")) }
      return fields
    }
  }
}
