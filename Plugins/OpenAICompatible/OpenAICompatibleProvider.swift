public import SwitchboardCore
import SwitchboardForms
import SwitchboardTransport
public import SwitchboardWire

/// The vendors and servers that speak OpenAI's form, each a row of a table.
public struct OpenAICompatibleProvider: StreamProvider, MultimodalProvider, RequestWriting,
  ModelListing, ConfigurableProvider
{
  /// A kind for each row of the table.
  public static let kinds: [ConfigurableKind] = Preset.all.map { preset in
    var base = ConfigurationField.baseURL
    base.isRequired = preset.baseURL == nil
    var fields = [
      .key, base, .models, ConfigurationField("protocol", .choice(["chat", "responses"])),
    ]
    if preset.kind == "azure" { fields.append(ConfigurationField("apiVersion", .text)) }
    return ConfigurableKind(preset.kind, fields: fields, usualKeys: preset.keys)
  }

  /// The name of the entry.
  public let id: VendorID

  private let preset: Preset
  private let baseURL: String
  private let form: OpenAICall.Form
  private let apiVersion: String?
  private let keys: KeyRing
  private let transport: any HTTPTransport
  private let table: ModelTable

  /// Creates the vendor from a checked entry of the configuration.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    guard let preset = Preset.all.first(where: { $0.kind == configuration.kind }) else {
      throw SwitchboardError(
        .configuration, "Kind '\(configuration.kind)' is not one that speaks OpenAI's form.")
    }
    guard let baseURL = configuration.baseURL ?? preset.baseURL else {
      throw SwitchboardError(
        .configuration, "Vendor '\(configuration.id)' needs a 'baseURL'.")
    }
    self.id = configuration.id
    self.preset = preset
    self.baseURL = baseURL
    self.form =
      configuration.values["protocol"]?.string == "responses"
      ? .responses(preset.responses) : .chat(preset.dialect)
    self.apiVersion = configuration.values["apiVersion"]?.string
    self.keys = configuration.keys
    self.transport = transport
    self.table = ModelTable(
      CompatibleModels.models[preset.kind] ?? [], configured: configuration.models)
  }

  /// The kind of the entry.
  public var kind: VendorKind { preset.kind }

  /// The models that are known by name.
  public var models: [ModelDescriptor] { table.models }

  /// What holds for the family of an id.
  public func family(of model: String) -> ModelDescriptor? { table.family(of: model) }

  /// Any id is sent.
  public var hasClosedModelList: Bool { false }

  /// What is missing when there is no key and the vendor wants one.
  public var missingKey: String? {
    keys.isEmpty && preset.isKeyless ? nil : keys.missing(for: id)
  }

  /// Pictures by address or inline.
  public var mediaDelivery: MediaDelivery { MediaDelivery(url: true) }

  /// The answer to a request.
  public func events(for request: ChatRequest) -> EventStream {
    call(for: request).events(for: request, transport: transport)
  }

  /// A request in the form of the entry: chat completions or Responses.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    try call(for: request).written(request)
  }

  private func call(for request: ChatRequest) -> OpenAICall {
    let model = request.model?.model ?? ""
    return OpenAICall(
      url: address(form.operation, model: model),
      origin: Origin(vendor: id, kind: kind, model: model), model: table.facts(for: model),
      form: form, failures: CompatibleFailureTable.table, headers: authorization,
      secrets: keys.secretsForRedaction)
  }

  /// The models that the server has (`GET /models`).
  public func listModels() async throws -> [ModelDescriptor] {
    try await OpenAIModelList(
      vendor: id, url: address("models", model: nil), headers: authorization,
      failures: CompatibleFailureTable.table, secrets: keys.secretsForRedaction
    ).read(transport)
  }

  /// Azure's dated interface names the deployment in the address; everybody else appends the
  /// operation to the base.
  private func address(_ operation: String, model: String?) -> String {
    guard let apiVersion else { return "\(baseURL)/\(operation)" }
    let deployment = model.map { "/deployments/\(Percent.encode($0))" } ?? ""
    return "\(baseURL)\(deployment)/\(operation)?api-version=\(Percent.encode(apiVersion))"
  }

  private var authorization: @Sendable () async throws -> HTTPFields {
    let (keys, id, keyHeader) = (keys, id, preset.keyHeader)
    return {
      var fields = HTTPFields()
      guard let key = try await keys.next(for: id) else { return fields }
      switch keyHeader {
      case .bearer: fields.append("authorization", "Bearer \(key.reveal())")
      case .field(let name): fields.append(name, key.reveal())
      }
      return fields
    }
  }
}
