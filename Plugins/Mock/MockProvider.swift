public import SwitchboardCore
import SwitchboardSamples
public import SwitchboardWire

/// A vendor without models: it makes up answers that are always the same for the same request.
///
/// For demos without keys, tests, benchmarks and fault drills. Answers depend on the seed, the
/// model and the request alone; every reply carries the warning `mock`. The models differ in what
/// they can do, how much they hold and what they pretend to cost.
///
/// Tokens are counted by rule: a prompt has one for every four bytes begun, four for each message
/// and 256 for each picture; an answer has one for each piece it is handed out in.
///
/// Of earlier messages the beginnings count, of the newest the first 4,096 bytes: two conversations
/// that differ elsewhere alone get one answer.
public struct MockProvider: StreamProvider, MultimodalProvider, ImageEditing, TokenCounting,
  ModelListing, ConfigurableProvider
{
  /// The kind `mock`, with `seed`, `script` and `latency`.
  public static let kinds = [
    ConfigurableKind(
      MockModel.kind,
      fields: [
        .init("seed", .integer(.min ... .max)), .init("script", .file), .init("latency", .text),
      ])
  ]

  /// The name of the entry.
  public let id: VendorID

  let seed: Int
  let rules: [MockRule]
  let latency: MockLatency
  private let clock: any Clock<Duration>
  /// How often each rule and fault that ends was used; copies of a provider count together.
  let counts = Locked<[String: Int]>([:])

  /// Creates a mock.
  ///
  /// - Parameters:
  ///   - id: The name of the entry.
  ///   - seed: What else answers depend on: two seeds give two vendors.
  ///   - script: What to answer; what no rule of it fits is made up.
  ///   - latency: How long readers wait.
  ///   - clock: The clock on which they do.
  public init(
    id: VendorID = "mock", seed: Int = 0, script: MockScript? = nil, latency: MockLatency = .none,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.id = id
    self.seed = seed
    self.rules = script?.rules ?? []
    self.latency = latency
    self.clock = clock
  }

  /// Creates a mock from an entry of the configuration; it has no use for the transport.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the script or the
  ///   latency is wrong.
  public init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    let name = configuration.values["script"]?.string ?? "The script of '\(configuration.id)'"
    self.init(
      id: configuration.id, seed: configuration.values["seed"]?.int ?? 0,
      script: try configuration.files["script"].map { try MockScript($0, name: name) },
      latency: try configuration.values["latency"]?.string.map { try MockLatency($0) } ?? .none)
  }

  /// Always `mock`.
  public var kind: VendorKind { MockModel.kind }

  /// The invented models.
  public var models: [ModelDescriptor] { MockModel.all.map(\.facts) }

  /// There are no families.
  public func family(of model: String) -> ModelDescriptor? { nil }

  /// There are no other models.
  public var hasClosedModelList: Bool { true }

  /// No key is needed.
  public var missingKey: String? { nil }

  /// Media travel as bytes, at most 20 MiB together; the mock fetches nothing.
  public var mediaDelivery: MediaDelivery { MockModel.delivery }

  /// Edits and variations.
  public var imageTasks: Set<ImageRequest.Task> { [.edit, .variation] }

  /// The answer to a request, not yet made.
  public func events(for request: ChatRequest) -> EventStream {
    EventStream {
      TimedEventSource(clock: clock) { try await placed(request.model) { try answer(to: request) } }
    }
  }

  /// Draws pictures of what the words of the prompt say: colours and simple shapes.
  public func images(for request: ImageRequest) async throws -> ImageReply {
    try await placed(request.model) {
      let model = try MockModel.named(request.model)
      let studio = try MockStudio(request, model: model, vendor: id, seed: seed)
      let question = MockQuestion(model: model.name, prompt: request.prompt)
      let plan = try plan(for: question, model, request.vendorOptions)
      if let breakOff = plan.breakOff {
        if let failure = breakOff.failure { throw failure }
        while true { try await Task.sleep(for: .seconds(86_400)) }
      }
      if plan.times.firstToken > .zero { try await clock.sleep(for: plan.times.firstToken) }
      return try await studio.paint()
    }
  }

  /// The number of prompt tokens, by the mock's rule.
  public func countTokens(of request: ChatRequest) async throws -> Int {
    _ = try await placed(request.model) { try MockModel.named(request.model) }
    return TokenRule.count(request)
  }

  /// The invented models, as if asked for over the network.
  public func listModels() async throws -> [ModelDescriptor] { models }
}
