import SwitchboardCore
import SwitchboardSamples

/// A model of the mock: invented, and unlike the others, so that a router has something to decide.
struct MockModel: Sendable {
  let facts: ModelDescriptor
  /// How it talks.
  let voice: Voice
  /// How fast it is when the latency is `real`.
  let speed: MockLatency.Times

  var name: String { facts.model }

  /// The mock knows itself: what a model cannot do is said, and never left open.
  private init(
    _ name: String, _ voice: Voice = .brief, speed: (firstToken: Int, perToken: Int) = (350, 18),
    window: Int? = nil, maxOutput: Int? = nil, can: Set<Ability>, inputs: [MediaLimit] = [],
    rejects: Set<ChatParameter> = [], input: String? = nil, output: String? = nil,
    image: String? = nil, retires: Day? = nil
  ) {
    facts = ModelDescriptor(
      name, window: window, maxOutput: maxOutput, can: can,
      cannot: Set(Ability.allCases).subtracting(can), inputs: inputs,
      rejects: rejects.union([.countPenalty]),
      prices: Prices(
        input: input.flatMap { USD($0) }, output: output.flatMap { USD($0) },
        image: image.flatMap { USD($0) }, asOf: Day("2026-01-01"), source: "made up"),
      retires: retires, answersWithText: window != nil)
    self.voice = voice
    self.speed = MockLatency.Times(
      firstToken: .milliseconds(speed.firstToken), perToken: .milliseconds(speed.perToken))
  }

  static let all = [
    MockModel(
      "small", .brief, speed: (150, 10), window: 4_096, maxOutput: 1_024, can: words,
      input: "0.05", output: "0.10"),
    MockModel(
      "vision", .watchful, window: 32_768, maxOutput: 4_096,
      can: words.union([.imageInput, .documentInput, .structuredOutput]),
      inputs: ["png", "jpeg", "gif", "webp"].map {
        MediaLimit("image/\($0)", count: 4, bytes: 5 << 20, side: 4_096)
      } + [MediaLimit("application/pdf", count: 2, bytes: 10 << 20)],
      input: "0.50", output: "1.50"),
    MockModel(
      "tools", .practical, window: 16_384, maxOutput: 4_096,
      can: words.union([.tools, .toolChoice, .structuredOutput]), input: "0.20", output: "0.80"),
    MockModel(
      "thinker", .careful, speed: (900, 25), window: 200_000, maxOutput: 32_000,
      can: words.union([.reasoning, .tools, .toolChoice, .structuredOutput]),
      rejects: [.temperature, .topP, .topK], input: "3", output: "12"),
    MockModel(
      "slow", .leisurely, speed: (3_000, 250), window: 65_536, maxOutput: 8_192, can: words,
      input: "0.02", output: "0.04"),
    MockModel(
      "retired", .old, window: 8_192, maxOutput: 1_024, can: words, input: "1", output: "2",
      retires: Day("2024-01-31")),
    MockModel("painter", can: [.imageOutput, .imageEdit], image: "0.02"),
  ]

  private static let words: Set<Ability> = [.streaming, .systemText]

  static let kind: VendorKind = "mock"
  static let delivery = MediaDelivery(url: false, totalBytes: 20 << 20)

  /// Where an answer comes from, named after what it depends on.
  func origin(of vendor: VendorID, _ random: SeededRandom) -> Origin {
    Origin(
      vendor: vendor, kind: Self.kind, model: name, responseModel: name,
      responseID: "mock-\(random.hex)")
  }

  /// The refusal of a request that no vendor would take.
  static func refusal(_ message: String) -> SwitchboardError {
    SwitchboardError(.invalidRequest, message, status: 400)
  }

  /// The model that a request names.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when it is not one of the mock's.
  static func named(_ reference: ModelReference?) throws -> MockModel {
    if let found = all.first(where: { $0.name == reference?.model }) { return found }
    let names = all.map(\.name)
    let list = names.joined(separator: ", ")
    guard let name = reference?.model else {
      throw SwitchboardError(
        .invalidRequest, "The request names no model; the mock has \(list).")
    }
    let nearest = NearestWords.find(name, in: names, limit: 1).first
    let advice = nearest.map { ", the nearest is '\($0)'" } ?? ""
    throw SwitchboardError(
      .notFound, "The mock has no model '\(name)'\(advice); it has \(list).", status: 404)
  }
}
