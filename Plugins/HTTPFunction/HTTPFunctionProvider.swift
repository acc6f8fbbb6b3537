public import SwitchboardCore
import SwitchboardForms
import SwitchboardTransport
public import SwitchboardWire

/// A small function on one's own server that hides the keys of an app.
///
/// It is sent `{"prompt": "…"}`. Under `/text` it answers with the text itself, under `/image` with a
/// picture as base64. It knows no models: any name will do, and the reference is `entry/default`.
public struct HTTPFunctionProvider: TextProvider, RequestWriting, ImageProvider,
  ConfigurableProvider
{
  /// The one kind, `http-function`.
  public static let kinds = [
    ConfigurableKind(
      "http-function",
      fields: [.key, ConfigurationField("baseURL", .baseURL, isRequired: true), .models])
  ]

  /// The name of the entry.
  public let id: VendorID

  /// The kind `http-function`.
  public let kind: VendorKind = "http-function"

  private let baseURL: String
  private let keys: KeyRing
  private let transport: any HTTPTransport
  private let table: ModelTable

  /// Creates the vendor from a checked entry of the configuration.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    guard let baseURL = configuration.baseURL else {
      throw SwitchboardError(
        .configuration, "Vendor '\(configuration.id)' needs a 'baseURL'.")
    }
    self.init(
      id: configuration.id, baseURL: baseURL, keys: configuration.keys,
      models: configuration.models, transport: transport)
  }

  /// Creates the vendor for the function at an address, without a key.
  public init(id: VendorID, baseURL: String, transport: any HTTPTransport) {
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
    self.table = ModelTable(
      [Self.facts("default")], families: [Self.facts("")], configured: models)
  }

  /// A prompt is all that can be said.
  private static func facts(_ model: String) -> ModelDescriptor {
    let can: Set<Ability> = [.imageOutput, .systemText]
    return ModelDescriptor(
      model, can: can, cannot: Set(Ability.allCases).subtracting(can),
      rejects: Set(ChatParameter.allCases))
  }

  /// The one name, `default`.
  public var models: [ModelDescriptor] { table.models }

  /// The same for every name.
  public func family(of model: String) -> ModelDescriptor? { table.family(of: model) }

  /// Any name is taken.
  public var hasClosedModelList: Bool { false }

  /// Nothing is missing without a key; one that is configured must be there.
  public var missingKey: String? { keys.isEmpty ? nil : keys.missing(for: id) }

  /// The answer to a request, which comes whole.
  public func events(for request: ChatRequest) -> EventStream {
    let origin = origin(of: request)
    let (function, transport) = (function, transport)
    return EventStream {
      let written = try written(request)
      let call = HTTPEventSource.Call(
        origin: origin,
        decoder: FramedReplyDecoder(
          HTTPFunctionMachine(origin: origin, warnings: written.warnings), framing: .whole),
        secrets: function.keys.secretsForRedaction,
        request: { try await function.request("text", written.body, request.deadlines) },
        failure: { head, body in function.failure(head, body) })
      return HTTPEventSource(call, transport: transport)
    }
  }

  /// A request as one text.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    let origin = origin(of: request)
    let prompt = try HTTPFunctionPrompt(
      request, origin: origin, model: table.facts(for: origin.model))
    return WrittenRequest(
      body: HTTPFunction.body(prompt.text, request.vendorOptions[kind]), warnings: prompt.warnings)
  }

  private func origin(of request: ChatRequest) -> Origin {
    Origin(vendor: id, kind: kind, model: request.model?.model ?? "")
  }

  /// Makes one picture.
  public func images(for request: ImageRequest) async throws -> ImageReply {
    let model = request.model?.model ?? ""
    let origin = Origin(vendor: id, kind: kind, model: model)
    let function = function
    let call = WholeCall(
      vendor: id, model: model, secrets: keys.secretsForRedaction, failure: function.failure)
    var warnings: [Warning] = []
    var reply = try await call.answer(over: transport) {
      let prompt = try HTTPFunctionPrompt(request, model: table.facts(for: model))
      warnings = prompt.warnings
      return try await function.request(
        "image", HTTPFunction.body(prompt.text, request.vendorOptions[kind]),
        request.deadlines.untilWhole)
    } read: { body in
      ImageReply(id: request.id, images: [.media(try HTTPFunction.picture(body))], origin: origin)
    }
    reply.warnings = warnings
    return reply
  }

  private var function: HTTPFunction { HTTPFunction(baseURL: baseURL, vendor: id, keys: keys) }
}
