import SwitchboardCore

/// The mock's models: invented, and unlike enough that a router has something to decide.
enum MockModels {
  static let all: [ModelDescriptor] = [
    model("small", window: 4_096, maxOutput: 1_024, can: words, input: "0.05", output: "0.10"),
    model(
      "vision", window: 32_768, maxOutput: 4_096,
      can: words.union([.imageInput, .documentInput, .structuredOutput]),
      inputs: [
        MediaLimit("image/png", count: 4, bytes: 5 << 20, side: 4_096),
        MediaLimit("image/jpeg", count: 4, bytes: 5 << 20, side: 4_096),
        MediaLimit("image/gif", count: 4, bytes: 5 << 20, side: 4_096),
        MediaLimit("image/webp", count: 4, bytes: 5 << 20, side: 4_096),
        MediaLimit("application/pdf", count: 2, bytes: 10 << 20),
      ],
      input: "0.50", output: "1.50"),
    model(
      "tools", window: 16_384, maxOutput: 4_096,
      can: words.union([.tools, .toolChoice, .structuredOutput]), input: "0.20", output: "0.80"),
    model(
      "thinker", window: 200_000, maxOutput: 32_000,
      can: words.union([.reasoning, .tools, .toolChoice, .structuredOutput]),
      rejects: [.temperature, .topP, .topK], input: "3", output: "12"),
    model("slow", window: 65_536, maxOutput: 8_192, can: words, input: "0.02", output: "0.04"),
    model(
      "retired", window: 8_192, maxOutput: 1_024, can: words, input: "1", output: "2",
      retires: Day("2024-01-31")),
    model("painter", can: [.imageOutput, .imageEdit], image: "0.02"),
  ]

  /// The mock knows itself: what a model cannot do is said, and never left open.
  private static func model(
    _ name: String, window: Int? = nil, maxOutput: Int? = nil, can: Set<Ability>,
    inputs: [MediaLimit] = [], rejects: Set<ChatParameter> = [], input: String? = nil,
    output: String? = nil, image: String? = nil, retires: Day? = nil
  ) -> ModelDescriptor {
    ModelDescriptor(
      name, window: window, maxOutput: maxOutput, can: can,
      cannot: Set(Ability.allCases).subtracting(can), inputs: inputs,
      rejects: rejects.union([.countPenalty]),
      prices: Prices(
        input: input.flatMap { USD($0) }, output: output.flatMap { USD($0) },
        image: image.flatMap { USD($0) }, asOf: Day("2026-01-01"), source: "made up"),
      retires: retires, answersWithText: window != nil)
  }

  private static let words: Set<Ability> = [.streaming, .systemText]

  /// The facts of a model.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when it is not one of the mock's.
  static func descriptor(
    of reference: ModelReference?, vendor: VendorID
  ) throws -> ModelDescriptor {
    if let found = all.first(where: { $0.model == reference?.model }) { return found }
    let names = all.map(\.model).joined(separator: ", ")
    guard let name = reference?.model else {
      throw SwitchboardError(
        .invalidRequest, "The request names no model; the mock has \(names).", vendor: vendor)
    }
    let nearest = NearestWords.find(name, in: all.map(\.model), limit: 1).first
    let advice = nearest.map { ", the nearest is '\($0)'" } ?? ""
    throw SwitchboardError(
      .notFound, "The mock has no model '\(name)'\(advice); it has \(names).", vendor: vendor,
      model: name, status: 404)
  }

  /// How fast a model is when the latency is `real`.
  static func speed(of model: String) -> MockLatency.Times {
    switch model {
    case "small": MockLatency.Times(firstToken: .milliseconds(150), perToken: .milliseconds(10))
    case "thinker": MockLatency.Times(firstToken: .milliseconds(900), perToken: .milliseconds(25))
    case "slow": MockLatency.Times(firstToken: .seconds(3), perToken: .milliseconds(250))
    default: MockLatency.Times(firstToken: .milliseconds(350), perToken: .milliseconds(18))
    }
  }
}
