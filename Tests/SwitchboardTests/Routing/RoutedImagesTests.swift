import Switchboard
import SwitchboardCore
import Testing

/// Pictures through the router.
struct RoutedImagesTests {
  /// A vendor that paints what a test says.
  private final class Painter: ImageProvider {
    let id: VendorID = "p"
    let kind: VendorKind = "scripted"
    let models: [ModelDescriptor]
    let missingKey: String? = nil
    let hasClosedModelList = false
    private let answers: Locked<[Result<ImageReply, SwitchboardError>]>
    private let seen = Locked<[ImageRequest]>([])

    init(prices: Prices? = nil, _ answers: Result<ImageReply, SwitchboardError>...) {
      models = [ModelDescriptor("m", can: [.imageOutput], prices: prices, answersWithText: false)]
      self.answers = Locked(answers)
    }

    var requests: [ImageRequest] { seen.withLock { $0 } }

    func family(of model: String) -> ModelDescriptor? { nil }

    func images(for request: ImageRequest) async throws -> ImageReply {
      seen.withLock { $0.append(request) }
      return try answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
    }
  }

  private static func reply(_ usage: Usage? = nil, cost: Cost? = nil, count: Int = 2) -> ImageReply
  {
    let picture = Part.media(DecisionTests.picture)
    let origin = Origin(vendor: "p", kind: "scripted", model: "m")
    return ImageReply(
      images: Array(repeating: picture, count: count), origin: origin, usage: usage, cost: cost)
  }

  @Test func `the reply has the name of its request, whoever painted`() async throws {
    let painter = Painter(.success(Self.reply()))
    let routed = try await router([painter]).images(
      for: ImageRequest(id: "row-7", model: "p/m", prompt: "a fig"))
    #expect(routed.reply.id == "row-7")
    #expect(routed.attempts.map(\.outcome) == [.reply])
    // Nothing is heard of a picture until it is done.
    let deadlines = try #require(painter.requests.first?.deadlines)
    #expect(deadlines.firstToken == deadlines.total && deadlines.idle == deadlines.total)
  }

  private static let each = Prices(input: USD("1"), image: USD("0.04"))
  private static let tokens = Prices("5", "40", asOf: "2026-11-30", source: "s")

  static let costs: [(prices: Prices?, reply: ImageReply, cost: Cost)] = [
    (each, reply(), Cost(usd: USD(picodollars: 80_000_000_000), quality: .estimated)),
    (
      tokens, reply(Usage(input: 10, output: 1000)),
      Cost(usd: USD(picodollars: 40_050_000_000), quality: .exact)
    ),
    (
      each, reply(Usage(reportedCost: USD("0.07"))),
      Cost(usd: USD(picodollars: 70_000_000_000), quality: .exact)
    ),
    (
      each, reply(cost: Cost(usd: USD(picodollars: 1), quality: .exact)),
      Cost(usd: USD(picodollars: 1), quality: .exact)
    ),
    (nil, reply(Usage(input: 10, output: 1000)), .unknown), (tokens, reply(), .unknown),
  ]

  @Test(arguments: costs.indices)
  func `pictures cost what who knows best says`(index: Int) async throws {
    let (prices, reply, cost) = Self.costs[index]
    let painter = Painter(prices: prices, .success(reply))
    let routed = try await router([painter]).images(
      for: ImageRequest(model: "p/m", prompt: "a fig"))
    #expect(routed.reply.cost == cost)
  }

  @Test func `a strict request is painted by nobody who is doubtful`() async throws {
    let painter = Painter(.success(Self.reply()))
    var request = ImageRequest(model: "p/other", prompt: "a fig")
    let router = try router([painter])
    #expect(
      try await router.images(for: request).reply.warnings.map(\.code)
        == [.unknownModel, .unknownCapability])
    request.strict = true
    let error = try await failure { _ = try await router.images(for: request) }
    #expect(error?.kind == .unsupported)
    #expect(painter.requests.count == 1)
  }

  @Test func `a passing fault is tried again`() async throws {
    let clock = ManualClock()
    let painter = Painter(
      .failure(SwitchboardError(.overloaded, "not now")), .success(Self.reply()))
    let router = try router([painter], clock: clock)
    async let reply = router.images(for: ImageRequest(model: "p/m", prompt: "a fig"))
    try await clock.skipRetries()
    let routed = try await reply
    #expect(routed.attempts.map(\.outcome) == [.failed, .reply])
    #expect(routed.reply.images.count == 2)
  }
}
