public import SwitchboardCore
import SwitchboardForms
import SwitchboardTransport
public import SwitchboardWire

/// Google's Gemini, through the Gemini API (ai.google.dev/api) and through Vertex AI
/// (cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference).
///
/// Both speak one form. Vertex AI wants an OAuth access token where the Gemini API wants a key; it
/// is given as a key from the environment, a file or a command, as `gcloud auth print-access-token`.
public struct GeminiProvider: StreamProvider, MultimodalProvider, RequestWriting, ImageEditing,
  TokenCounting, ModelListing, ConfigurableProvider
{
  /// Makes a picture smaller: it is handed the picture and the most bytes that it may have, and
  /// returns `nil` when it cannot.
  public typealias PictureResizer = @Sendable (_ picture: Media, _ bytes: Int) throws -> Media?

  /// The kinds `gemini` and `vertex`.
  public static let kinds = [
    ConfigurableKind(
      "gemini", fields: [.key, .baseURL, .models], usualKeys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
    // A token alone does not say whose project pays, so no variable turns it on.
    ConfigurableKind(
      "vertex",
      fields: [
        .key, .baseURL, .models, ConfigurationField("project", .text),
        ConfigurationField("location", .text),
      ]),
  ]

  private let endpoint: GeminiEndpoint
  private let table: ModelTable
  private let resizer: PictureResizer?

  /// Creates the vendor from a checked entry of the configuration.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    try self.init(configuration: configuration, transport: transport, surroundings: .process)
  }

  init(
    configuration: VendorConfiguration, transport: any HTTPTransport,
    surroundings: UserSurroundings
  ) throws {
    self.endpoint = try GeminiEndpoint(
      configuration: configuration, transport: transport, surroundings: surroundings)
    self.table = ModelTable(
      GeminiModels.models, families: GeminiModels.families, configured: configuration.models)
    self.resizer = nil
  }

  /// Creates the vendor with a key of the Gemini API.
  ///
  /// - Parameters:
  ///   - id: The name of the entry.
  ///   - key: The key.
  ///   - transport: Carries the requests.
  ///   - resizer: Makes pictures smaller when a request has more than 20 MB; without it such a
  ///     request is refused.
  public init(
    id: VendorID = "gemini", key: Secret, transport: any HTTPTransport,
    resizer: PictureResizer? = nil
  ) {
    self.endpoint = GeminiEndpoint(
      id: id, kind: "gemini", baseURL: GeminiEndpoint.geminiAPI, keys: KeyRing(key),
      transport: transport)
    self.table = ModelTable(GeminiModels.models, families: GeminiModels.families)
    self.resizer = resizer
  }

  /// The name of the entry.
  public var id: VendorID { endpoint.id }

  /// The kind of the entry.
  public var kind: VendorKind { endpoint.kind }

  /// The models that are known by name.
  public var models: [ModelDescriptor] { table.models }

  /// What holds for the family of an id.
  public func family(of model: String) -> ModelDescriptor? { table.family(of: model) }

  /// Any id is sent.
  public var hasClosedModelList: Bool { false }

  /// What is missing when there is no key.
  public var missingKey: String? { endpoint.keys.missing(for: id) }

  /// Media inline, all together 20 MB as base64, or by address
  /// (ai.google.dev/gemini-api/docs/file-input-methods).
  public var mediaDelivery: MediaDelivery {
    MediaDelivery(
      url: true, totalBytes: resizer == nil ? GeminiContentDialect.requestBytes / 4 * 3 : nil)
  }

  /// Pictures that were given are changed by words; there are no masks.
  public var imageTasks: Set<ImageRequest.Task> { [.edit, .variation] }

  /// The answer to a request.
  public func events(for request: ChatRequest) -> EventStream {
    call(for: request.model?.model ?? "").events(for: request, transport: endpoint.transport)
  }

  /// A request in the form of `generateContent`.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    try call(for: request.model?.model ?? "").written(request)
  }

  /// Makes or changes pictures.
  public func images(for request: ImageRequest) async throws -> ImageReply {
    let model = request.model?.model ?? ""
    if model.hasPrefix("imagen") {
      return try await ImagenImages(endpoint: endpoint, model: table.facts(for: model))
        .images(for: request)
    }
    return try await GeminiImages(call: call(for: model), transport: endpoint.transport)
      .images(for: request)
  }

  /// The prompt tokens of a request (`countTokens`).
  public func countTokens(of request: ChatRequest) async throws -> Int {
    let model = request.model?.model ?? ""
    let call = call(for: model)
    let chat = try GeminiContentRequest(
      request, origin: call.origin, model: call.model, dialect: call.dialect)
    return try await endpoint.countTokens(of: chat.body, model: model, request.deadlines)
  }

  /// The models that the key may use (`GET /models`, page by page).
  public func listModels() async throws -> [ModelDescriptor] {
    try await GeminiModelList(endpoint: endpoint).read()
  }

  private func call(for model: String) -> GeminiContentCall {
    GeminiContentCall(
      url: endpoint.address(of: model), origin: Origin(vendor: id, kind: kind, model: model),
      model: table.facts(for: model), dialect: GeminiTraits.dialect(of: model),
      failures: GeminiFailureTable.table, resizer: resizer, headers: endpoint.authorization,
      secrets: endpoint.keys.secretsForRedaction)
  }
}
