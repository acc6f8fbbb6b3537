import SwitchboardCloudAccounts
public import SwitchboardCore
import SwitchboardForms
public import SwitchboardWire

/// Amazon Bedrock (docs.aws.amazon.com/bedrock/latest/APIReference).
///
/// Conversations travel by Converse where the model has it and by InvokeModel, in the form of the
/// model's maker, where it has not; pictures always by InvokeModel.
public struct BedrockProvider: StreamProvider, MultimodalProvider, RequestWriting, ImageEditing,
  ConfigurableProvider
{
  /// The one kind, `bedrock`.
  public static let kinds = [
    ConfigurableKind(
      "bedrock",
      fields: [
        .key, .baseURL, .models, ConfigurationField("region", .text),
        ConfigurationField("protocol", .choice(["converse", "invoke"])),
      ], usualKeys: ["AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID"])
  ]

  /// The name of the entry.
  public let id: VendorID

  /// The kind `bedrock`.
  public let kind: VendorKind = "bedrock"

  private let address: BedrockAddress
  private let way: BedrockWay?
  private let door: BedrockDoor
  private let transport: any HTTPTransport
  private let facts: BedrockFacts

  /// Creates the vendor from a checked entry of the configuration.
  ///
  /// Without `key` the keys are looked for where AWS's own tools look for them.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    try self.init(
      configuration: configuration, transport: transport, surroundings: .process)
  }

  /// Creates the vendor with a Bedrock API key.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` for what is no region.
  public init(
    id: VendorID = "bedrock", region: String, key: Secret, transport: any HTTPTransport
  ) throws {
    try self.init(
      configuration: VendorConfiguration(
        id: id, kind: "bedrock", keys: KeyRing(key), values: ["region": JSON(region)]),
      transport: transport)
  }

  package init(
    configuration: VendorConfiguration, transport: any HTTPTransport,
    surroundings: UserSurroundings, now: @escaping @Sendable () -> Double = { SystemTime.now() }
  ) throws {
    let finder = AWSKeyFinder(surroundings: surroundings)
    // An entry that names no key is given the usual variables; without those AWS's files count too.
    let isUnnamed = configuration.keys.places == Self.kinds[0].usualKeys.map { "$\($0)" }
    let keys =
      isUnnamed && configuration.keys.present.isEmpty ? KeyRing() : configuration.keys
    let region = configuration.values["region"]?.string ?? finder.region
    if let region, !BedrockModelID.isRegion(region) {
      throw SwitchboardError(
        .configuration, "'\(region)' is no AWS region; write one such as 'us-east-1'.",
        vendor: configuration.id)
    }
    // A vendor that is on because its key lies about may never be asked; one that was set up is.
    let isSetUp = keys.isEmpty || keys.present.contains { $0.scheme != .secret }
    if region == nil, isSetUp { throw BedrockAddress.noRegion(configuration.id) }
    self.id = configuration.id
    self.address = BedrockAddress(
      vendor: configuration.id, baseURL: configuration.baseURL, region: region)
    self.way = configuration.values["protocol"]?.string.flatMap { BedrockWay(rawValue: $0) }
    self.door = BedrockDoor(
      vendor: configuration.id, ring: keys, finder: finder,
      signer: AWSSigner(now: now))
    self.transport = transport
    self.facts = BedrockFacts(configured: configuration.models)
  }

  /// The models that are known by name.
  public var models: [ModelDescriptor] { facts.models }

  /// What holds for the family of an id; ids under a geography and ARNs are of their model's.
  public func family(of model: String) -> ModelDescriptor? { facts.family(of: model) }

  /// Any id is sent.
  public var hasClosedModelList: Bool { false }

  /// What is missing when there are no keys or no region.
  public var missingKey: String? { door.missingKey ?? address.missingRegion }

  /// Bytes in the request, since Bedrock fetches from S3 alone.
  ///
  /// A request may have 25 MB (Bedrock User Guide, "Quotas"), which base64 text fills by a third more.
  public var mediaDelivery: MediaDelivery { MediaDelivery(url: false, totalBytes: 18_000_000) }

  /// Edits inside a mask, and variations.
  public var imageTasks: Set<ImageRequest.Task> { [.edit, .variation] }

  /// The answer to a request.
  public func events(for request: ChatRequest) -> EventStream {
    let (call, way) = call(for: request)
    let model = facts.facts(for: call.origin.model)
    return EventStream { try call.source(for: request, kind: kind, model: model, way: way) }
  }

  /// A request in the form of Converse, or of the model's maker.
  public func written(_ request: ChatRequest) throws -> WrittenRequest {
    let (call, way) = call(for: request)
    let model = facts.facts(for: call.origin.model)
    switch way {
    case .converse:
      let converse = try call.converse(request, kind: kind, model: model)
      return WrittenRequest(body: converse.body, warnings: converse.warnings)
    case .invoke:
      let invoke = try call.invoke(request, kind: kind, model: model)
      return WrittenRequest(body: invoke.body, warnings: invoke.allWarnings)
    }
  }

  private func call(for request: ChatRequest) -> (call: BedrockCall, way: BedrockWay) {
    let origin = Origin(vendor: id, kind: kind, model: request.model?.model ?? "")
    return (
      BedrockCall(origin: origin, address: address, door: door, transport: transport),
      way ?? BedrockWay(usualFor: origin.model)
    )
  }

  /// Pictures of Titan Image Generator and Nova Canvas.
  public func images(for request: ImageRequest) async throws -> ImageReply {
    let origin = Origin(vendor: id, kind: kind, model: request.model?.model ?? "")
    let call = BedrockCall(origin: origin, address: address, door: door, transport: transport)
    return try await call.images(
      for: request, kind: kind, model: facts.facts(for: origin.model))
  }
}
