public import SwitchboardCore
import SwitchboardForms
import SwitchboardTransport
public import SwitchboardWire

/// OpenAI (platform.openai.com/docs/api-reference).
public struct OpenAIProvider: StreamProvider, MultimodalProvider, RequestWriting, ImageEditing,
  ModelListing, ConfigurableProvider
{
  /// The one kind, `openai`.
  public static let kinds = [
    ConfigurableKind(
      "openai",
      fields: [
        .key, .baseURL, .models, ConfigurationField("protocol", .choice(["responses", "chat"])),
      ],
      usualKeys: ["OPENAI_API_KEY"])
  ]

  private static let address = "https://api.openai.com/v1"

  /// The name of the entry.
  public let id: VendorID

  /// The kind `openai`.
  public let kind: VendorKind = "openai"

  private let baseURL: String
  private let speaksChat: Bool
  private let keys: KeyRing
  private let transport: any HTTPTransport
  private let table: ModelTable

  /// Creates the vendor from a checked entry of the configuration.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    self.id = configuration.id
    self.baseURL = configuration.baseURL ?? Self.address
    self.speaksChat = configuration.values["protocol"]?.string == "chat"
    self.keys = configuration.keys
    self.transport = transport
    self.table = ModelTable(
      OpenAIModels.models, families: OpenAIModels.families, configured: configuration.models)
  }

  /// Creates the vendor with a key.
  public init(id: VendorID = "openai", key: Secret, transport: any HTTPTransport) {
    self.id = id
    self.baseURL = Self.address
    self.speaksChat = false
    self.keys = KeyRing(key)
    self.transport = transport
    self.table = ModelTable(OpenAIModels.models, families: OpenAIModels.families)
  }

  /// The models that are known by name.
  public var models: [ModelDescriptor] { table.models }

  /// What holds for the family of an id.
  public func family(of model: String) -> ModelDescriptor? { table.family(of: model) }

  /// Any id is sent.
  public var hasClosedModelList: Bool { false }

  /// What is missing when there is no key.
  public var missingKey: String? { keys.missing(for: id) }

  /// Pictures by address or inline, documents inline; 50 MB in all
  /// (platform.openai.com/docs/guides/images-vision, "Image input requirements").
  public var mediaDelivery: MediaDelivery { MediaDelivery(url: true, totalBytes: 50_000_000) }

  /// The answer to a request.
  public func events(for request: ChatRequest) -> EventStream {
    call(for: request).events(for: request, transport: transport)
  }

  /// A request in the form in which the model is asked: Responses or chat completions.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    try call(for: request).written(request)
  }

  private func call(for request: ChatRequest) -> OpenAICall {
    let model = request.model?.model ?? ""
    let facts = table.facts(for: model)
    let form = form(for: facts)
    return OpenAICall(
      url: "\(baseURL)/\(form.operation)", origin: Origin(vendor: id, kind: kind, model: model),
      model: facts, form: form, failures: OpenAIFailureTable.table, headers: authorization,
      secrets: keys.secretsForRedaction)
  }

  /// Pictures changed by words, and pictures like another.
  public var imageTasks: Set<ImageRequest.Task> { [.edit, .variation] }

  /// Makes or changes pictures (platform.openai.com/docs/guides/image-generation).
  public func images(for request: ImageRequest) async throws -> ImageReply {
    let model = request.model?.model ?? ""
    return try await OpenAIImages(
      baseURL: baseURL, origin: Origin(vendor: id, kind: kind, model: model), kind: kind,
      model: table.facts(for: model), headers: authorization, secrets: keys.secretsForRedaction
    ).reply(to: request, transport)
  }

  /// The models that the key may use (`GET /models`).
  public func listModels() async throws -> [ModelDescriptor] {
    try await OpenAIModelList(
      vendor: id, url: "\(baseURL)/models", headers: authorization,
      failures: OpenAIFailureTable.table, secrets: keys.secretsForRedaction
    ).read(transport)
  }

  private func form(for model: ModelDescriptor) -> OpenAICall.Form {
    let least = OpenAIModels.leastEffort(of: model.model)
    if speaksChat || OpenAIModels.speaksChatAlone(model) {
      var dialect = OpenAIChatDialect.openAI
      dialect.leastEffort = least
      return .chat(dialect)
    }
    var dialect = OpenAIResponsesDialect.openAI
    dialect.leastEffort = least
    return .responses(dialect)
  }

  private var authorization: @Sendable () async throws -> HTTPFields {
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
