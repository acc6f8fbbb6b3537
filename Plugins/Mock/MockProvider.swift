public import SwitchboardCore
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
  static let mockKind: VendorKind = "mock"
  static let mostMediaBytes = 20 << 20

  /// The kind `mock`, with `seed`, `script` and `latency`.
  public static let kinds = [
    ConfigurableKind(
      mockKind,
      fields: [
        ConfigurationField("seed", .integer(.min ... .max)),
        ConfigurationField("script", .file),
        ConfigurationField("latency", .text),
      ])
  ]

  /// The name of the entry.
  public let id: VendorID

  private let seed: Int
  private let rules: [MockRule]
  private let latency: MockLatency
  private let clock: any Clock<Duration>
  /// How often each rule and fault that ends was used; copies of a provider count together.
  private let counts = Locked<[String: Int]>([:])

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
  public var kind: VendorKind { Self.mockKind }

  /// The invented models.
  public var models: [ModelDescriptor] { MockModels.all }

  /// There are no families.
  public func family(of model: String) -> ModelDescriptor? { nil }

  /// There are no other models.
  public var hasClosedModelList: Bool { true }

  /// No key is needed.
  public var missingKey: String? { nil }

  /// Media travel as bytes, at most 20 MiB together; the mock fetches nothing.
  public var mediaDelivery: MediaDelivery {
    MediaDelivery(url: false, totalBytes: Self.mostMediaBytes)
  }

  /// Edits and variations.
  public var imageTasks: Set<ImageRequest.Task> { [.edit, .variation] }

  /// The answer to a request, not yet made.
  public func events(for request: ChatRequest) -> EventStream {
    EventStream { MockEventSource(clock: clock) { try answer(to: request) } }
  }

  /// Draws pictures of what the words of the prompt say: colours and simple shapes.
  public func images(for request: ImageRequest) async throws -> ImageReply {
    try await named(request.model) {
      let model = try MockModels.descriptor(of: request.model, vendor: id)
      let studio = try MockStudio(request, model: model, vendor: id, seed: seed)
      let rule = try rule(for: request.vendorOptions) {
        $0.fits(model: model.model, prompt: request.prompt, turn: 1, isAfterTools: false)
      }
      var times = rule.latency ?? latency.times(for: model.model)
      if let fault = occurring(rule.fault) {
        if let refusal = fault.refusal { throw refusal }
        if case .late(let wait) = fault.effect { times.firstToken = wait }
        if let (_, failure) = fault.breakOff {
          if let failure { throw failure }
          while true { try await Task.sleep(for: .seconds(86_400)) }
        }
      }
      if !times.isNone { try await clock.sleep(for: times.firstToken) }
      return try await studio.paint()
    }
  }

  /// The number of prompt tokens, by the mock's rule.
  public func countTokens(of request: ChatRequest) async throws -> Int {
    _ = try MockModels.descriptor(of: request.model, vendor: id)
    return MockText.tokens(of: request)
  }

  /// The invented models, as if asked for over the network.
  public func listModels() async throws -> [ModelDescriptor] { models }
}

extension MockProvider {
  private func answer(to request: ChatRequest) throws -> MockAnswer {
    do {
      let turn = try MockTurn(request, vendor: id, seed: seed)
      let rule = try rule(for: request.vendorOptions) {
        $0.fits(
          model: turn.model.model, prompt: turn.prompt, turn: turn.number,
          isAfterTools: !turn.results.isEmpty)
      }
      let fault = occurring(rule.fault)
      if let refusal = fault?.refusal { throw refusal }
      var times = rule.latency ?? latency.times(for: turn.model.model)
      if case .late(let wait) = fault?.effect { times.firstToken = wait }
      var answer = MockAnswer(rule.reply ?? MockReply(to: turn), to: turn, times: times)
      if let (count, failure) = fault?.breakOff {
        answer.breakOff(after: count, failure.map { place($0, request.model) })
      }
      return answer
    } catch let error as SwitchboardError {
      throw place(error, request.model)
    }
  }

  /// The first rule that fits and is not used up, under what the options of the request say.
  private func rule(
    for options: [VendorKind: JSON], where fits: (MockRule) -> Bool
  ) throws -> MockRule {
    let own = try MockRule(options: options[Self.mockKind])
    var rule = rules.first { fits($0) && take($0.key, of: $0.times) } ?? MockRule(key: "")
    rule.reply = own?.reply ?? rule.reply
    rule.fault = own?.fault ?? rule.fault
    rule.latency = own?.latency ?? rule.latency
    return rule
  }

  private func occurring(_ fault: MockFault?) -> MockFault? {
    fault.flatMap { take($0.key, of: $0.times) ? $0 : nil }
  }

  /// Uses one of so many; whether there was one left.
  private func take(_ key: String, of limit: Int?) -> Bool {
    guard let limit else { return true }
    return counts.withLock { counts in
      if counts[key, default: 0] >= limit { return false }
      counts[key, default: 0] += 1
      return true
    }
  }

  private func named<Result>(
    _ model: ModelReference?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as SwitchboardError {
      throw place(error, model)
    }
  }

  /// The failure with the entry and model that failed.
  private func place(_ error: SwitchboardError, _ model: ModelReference?) -> SwitchboardError {
    var error = error
    error.vendor = id
    error.model = error.model ?? model?.model
    return error
  }
}
