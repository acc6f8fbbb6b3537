import Switchboard
import SwitchboardCore
import Testing

struct DecisionTests {
  static let picture = Media(
    bytes: [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
      0x10, 0, 0, 0, 0, 1, 8, 2, 0, 0, 0,
    ])

  static let seeing = ModelDescriptor(
    "eyes", window: 100_000, can: [.imageInput, .tools, .structuredOutput, .toolChoice],
    cannot: [.reasoning],
    inputs: [MediaLimit("image/png", count: 2, bytes: 1000, side: 5000)],
    prices: Prices("1", "2", asOf: "2026-01-01", source: "test"))

  static let blind = ModelDescriptor(
    "blind", window: 1000, maxOutput: 200, cannot: Set(Ability.allCases).subtracting([.streaming]),
    prices: Prices("0.1", "0.2", asOf: "2026-01-01", source: "test"))

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: ChatRequest
    let requires: [Ability]
    let order: [String]
    let reasons: [Decision.Reason.Code]
  }

  static func request(_ change: (inout ChatRequest) -> Void) -> ChatRequest {
    var request = ChatRequest("hi")
    change(&request)
    return request
  }

  static let cases = [
    Case(
      testDescription: "plain text", request: request { _ in }, requires: [],
      order: ["v/eyes", "v/blind"], reasons: []),
    Case(
      testDescription: "a picture",
      request: request { $0.messages[0].parts.append(.media(picture)) },
      requires: [.imageInput], order: ["v/eyes"], reasons: [.missingCapability]),
    Case(
      testDescription: "a picture in a tool's result",
      request: request {
        $0.messages.append(
          .tool([ToolResult(callID: "c", content: [.media(picture)])]))
      }, requires: [.imageInput], order: ["v/eyes"], reasons: [.missingCapability]),
    Case(
      testDescription: "tools", request: request { $0.tools = [ToolDefinition(name: "t")] },
      requires: [.tools], order: ["v/eyes"], reasons: [.missingCapability]),
    Case(
      testDescription: "a forced tool",
      request: request {
        $0.tools = [ToolDefinition(name: "t")]
        $0.toolChoice = .required
      }, requires: [.tools, .toolChoice], order: ["v/eyes"], reasons: [.missingCapability]),
    Case(
      testDescription: "a schema",
      request: request { $0.output = .json(schema: ["type": "object"]) },
      requires: [.structuredOutput], order: ["v/eyes"], reasons: [.missingCapability]),
    Case(
      testDescription: "JSON without a schema", request: request { $0.output = .json() },
      requires: [], order: ["v/eyes", "v/blind"], reasons: []),
    Case(
      testDescription: "thinking", request: request { $0.reasoning = .effort(.low) },
      requires: [.reasoning], order: [], reasons: [.missingCapability, .missingCapability]),
    Case(
      testDescription: "no thinking", request: request { $0.reasoning = .effort(.none) },
      requires: [], order: ["v/eyes", "v/blind"], reasons: []),
    Case(
      testDescription: "no tokens of thinking",
      request: request { $0.reasoning = .budget(tokens: 0) }, requires: [],
      order: ["v/eyes", "v/blind"], reasons: []),
    Case(
      testDescription: "a demand", request: request { $0.require = [.tools] }, requires: [.tools],
      order: ["v/eyes"], reasons: [.missingCapability]),
    Case(
      testDescription: "a long prompt",
      request: request { $0.system = String(repeating: "word ", count: 4000) }, requires: [],
      order: ["v/eyes"], reasons: [.window]),
    Case(
      testDescription: "a long answer", request: request { $0.options.maxOutputTokens = 500 },
      requires: [], order: ["v/eyes"], reasons: [.maxOutput]),
    Case(
      testDescription: "a picture of another type",
      request: request {
        $0.messages[0].parts.append(.media(Media(url: "https://a.example/b", mime: "image/webp")))
      }, requires: [.imageInput], order: [], reasons: [.mediaType, .missingCapability]),
    Case(
      testDescription: "too many pictures",
      request: request {
        $0.messages[0].parts += [.media(picture), .media(picture), .media(picture)]
      }, requires: [.imageInput], order: [], reasons: [.mediaCount, .missingCapability]),
    Case(
      testDescription: "a large picture",
      request: request {
        $0.messages[0].parts.append(
          .media(Media(bytes: (picture.bytes ?? []) + [UInt8](repeating: 0, count: 2000))))
      }, requires: [.imageInput], order: [], reasons: [.mediaSize, .missingCapability]),
  ]

  @Test(arguments: cases)
  func `a request goes to the models that can serve it`(example: Case) throws {
    let router = try router([ScriptedVendor("v", models: [Self.seeing, Self.blind])])
    let decision = try router.explain(example.request)
    #expect(decision.requires == example.requires)
    #expect(decision.order.map(\.description) == example.order)
    let excluded = decision.candidates.filter { $0.verdict == .excluded }
    #expect(excluded.compactMap(\.reasons.first?.code) == example.reasons)
    #expect(decision.candidates.first?.verdict == (example.order.isEmpty ? .excluded : .chosen))
    #expect(excluded.allSatisfy { !$0.reasons.isEmpty })
  }

  @Test func `a named model is asked although it cannot think, unless that is demanded`() throws {
    let router = try router([ScriptedVendor("v", models: [Self.seeing])])
    var request = Self.request { $0.reasoning = .effort(.high) }
    #expect(try router.explain(request).order == [])
    request.model = "v/eyes"
    #expect(try router.explain(request).order == ["v/eyes"])
    request.require = [.reasoning]
    #expect(try router.explain(request).order == [])
  }

  @Test func `what nobody could answer is not explained either`() async throws {
    let router = try router([ScriptedVendor("v", models: [Self.seeing])])
    let request = Self.request {
      $0.tools = [ToolDefinition(name: "t"), ToolDefinition(name: "t")]
    }
    let error = try await failure { _ = try router.explain(request) }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `an explanation calls nobody`() throws {
    let vendor = ScriptedVendor("v", models: [Self.seeing])
    _ = try router([vendor]).explain(ChatRequest("hi"))
    #expect(vendor.requests.isEmpty)
  }

  @Test(arguments: [
    (Route.Policy.ordered, ["v/eyes", "v/blind"]), (.cheapest, ["v/blind", "v/eyes"]),
  ])
  func `a policy gives the order`(policy: Route.Policy, order: [String]) throws {
    let router = try router(
      [ScriptedVendor("v", models: [Self.seeing, Self.blind])],
      routes: ["default": route("v/*", policy: policy)])
    #expect(try router.explain(ChatRequest("hi")).order.map(\.description) == order)
  }

  @Test func `weights are kept over many requests`() throws {
    let models = [ModelDescriptor("x"), ModelDescriptor("y"), ModelDescriptor("z")]
    let router = try router(
      [ScriptedVendor("v", models: models)],
      routes: [
        "default": Route(
          [
            Route.Candidate("v/x", weight: 6), Route.Candidate("v/y", weight: 3),
            Route.Candidate("v/z", weight: 0),
          ], policy: .weighted)
      ])
    var first: [String: Int] = [:]
    for _ in 0..<3000 {
      let order = try router.explain(ChatRequest("hi")).order
      first[order[0].model, default: 0] += 1
      #expect(order.count == 3)
    }
    #expect(first["z"] == nil)
    #expect((1850...2150).contains(first["x"] ?? 0))
  }

  @Test func `the quickest of late is asked first once it is known`() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let slow = ScriptedVendor(
      "slow",
      scripts: [[.gate(gate)] + ScriptedVendor.answer("slow", from: "slow")])
    let router = try router(
      [slow, ScriptedVendor("quick", scripts: [ScriptedVendor.answer("q", from: "quick")])],
      routes: ["default": route("slow/m", "quick/m", policy: .fastest)], clock: clock)
    async let reply = router.reply(to: ChatRequest("hi", model: "slow/m"))
    await clock.sleeper(until: .seconds(60))
    clock.advance(to: .seconds(3))
    gate.open()
    _ = try await reply
    #expect(try router.explain(ChatRequest("hi")).order.map(\.vendor) == ["quick", "slow"])
    _ = try await router.reply(to: ChatRequest("hi", model: "quick/m"))
    #expect(try router.explain(ChatRequest("hi")).order.map(\.vendor) == ["quick", "slow"])
  }

  @Test func `a retired model leaves patterns and is called with a warning when named`()
    async throws
  {
    let old = ModelDescriptor("old", retires: Day("2020-01-01"))
    let router = try router([ScriptedVendor("v", models: [old, ModelDescriptor("new")])])
    let decision = try router.explain(ChatRequest("hi"))
    #expect(decision.order == ["v/new"])
    #expect(decision.candidates.last?.reasons.first?.code == .retired)
    let answer = try await router.reply(to: ChatRequest("hi", model: "v/old"))
    #expect(answer.reply.warnings.map(\.code) == [.retiredModel])
  }

  @Test func `a model whose ability nobody knows comes last and passes with a warning`()
    async throws
  {
    let router = try router(
      [ScriptedVendor("v", models: [ModelDescriptor("dark"), Self.seeing])],
      routes: ["default": route("v/dark", "v/eyes"), "all": route("v/*")])
    var request = ChatRequest("hi")
    request.tools = [ToolDefinition(name: "t")]
    #expect(try router.explain(request).order == ["v/eyes", "v/dark"])
    request.route = "all"
    #expect(try router.explain(request).order == ["v/eyes"])
    request.route = nil
    request.model = "v/dark"
    let answer = try await router.reply(to: request)
    #expect(answer.reply.warnings.map(\.code) == [.unknownCapability])
    request.strict = true
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .unsupported)
  }

  @Test func `a model that nobody knows is called and the nearest is named`() async throws {
    let router = try router([ScriptedVendor("v", models: [ModelDescriptor("claude-sonnet-5")])])
    let answer = try await router.reply(to: ChatRequest("hi", model: "v/claude-sonet-5"))
    #expect(answer.reply.warnings.first?.code == .unknownModel)
    #expect(answer.reply.warnings.first?.message.contains("'claude-sonnet-5'") == true)
  }

  @Test func `an entry that answers only by name is in no pattern`() throws {
    let router = try router(
      [ScriptedVendor("toy"), ScriptedVendor("real")],
      routes: ["some": route("*/m"), "named": route("toy/*")], namedOnly: ["toy"])
    #expect(try router.explain(ChatRequest("hi")).order == ["real/m"])
    var request = ChatRequest("hi")
    request.route = "some"
    #expect(try router.explain(request).order == ["real/m"])
    request.route = "named"
    #expect(try router.explain(request).order == ["toy/m"])
  }

  @Test(arguments: [
    ("w/m", "did you mean 'v'"), ("v/smal", "did you mean 'small'"), ("smal", "'v/small'"),
    ("v/", "entry/model"),
  ])
  func `a wrong model is refused with what is near`(model: String, words: String) async throws {
    let vendor = ScriptedVendor("v", models: [ModelDescriptor("small")], isClosed: true)
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: ModelReference(model)))
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(words) == true)
  }

  @Test func `a model without its entry is found when one entry knows it`() async throws {
    let router = try router([
      ScriptedVendor("v", models: [ModelDescriptor("small"), ModelDescriptor("both")]),
      ScriptedVendor("w", models: [ModelDescriptor("both")]),
    ])
    #expect(try router.explain(ChatRequest("hi", model: "small")).order == ["v/small"])
    let named = try Router(registry: router.registry, routes: ["default": route("small")])
    #expect(try named.explain(ChatRequest("hi")).order == ["v/small"])
    let error = try await failure { _ = try router.explain(ChatRequest("hi", model: "both")) }
    #expect(error?.message.contains("'v/both' or 'w/both'") == true)
  }

  @Test(arguments: [
    (ScriptedVendor("v", missingKey: "No key."), SwitchboardError.Kind.authentication),
    (ScriptedVendor("v", models: [blind]), .contextLength),
  ])
  func `nobody who can is a failure of the kind that fits`(
    vendor: ScriptedVendor, kind: SwitchboardError.Kind
  ) async throws {
    let router = try router([vendor])
    var request = ChatRequest("hi")
    request.system = String(repeating: "word ", count: 4000)
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == kind)
    #expect(vendor.requests.isEmpty)
  }

  @Test(arguments: [
    (["x": route("w/m")], "'w'"), (["x": Route([])], "no candidates"),
    (["x": route("none")], "entry/model"),
  ])
  func `a route that cannot work is refused at the start`(
    routes: [String: Route], words: String
  ) async throws {
    let error = try await failure { _ = try router([ScriptedVendor("v")], routes: routes) }
    #expect(error?.kind == .configuration)
    #expect(error?.message.contains(words) == true)
  }

  @Test func `two entries of one name are refused with both kinds`() async throws {
    let error = try await failure { _ = try Registry([ScriptedVendor("v"), ScriptedVendor("v")]) }
    #expect(error?.message.contains("'v'") == true)
  }

  /// Messages that no vendor could make sense of.
  static let senseless: [Message] = [
    .user([.text("hi"), .media(Media(bytes: [1, 2, 3], mime: "image/png"))]),
    .user([.text("hi"), .media(Media(bytes: Array("<svg xmlns='x'></svg>".utf8)))]),
    .user([.media(Media(url: "https://a.example/b.svg", mime: "image/svg+xml"))]),
    .user("  \n\t"), .user([]), .user([.text(""), .text(" ")]),
  ]

  @Test(arguments: senseless)
  func `what makes no sense is refused before any call`(message: Message) async throws {
    let vendor = ScriptedVendor("v", models: [Self.seeing, ModelDescriptor("who")])
    let router = try router([vendor])
    for model in ["v/eyes", "v/who", "v/nobody"] as [ModelReference] {
      var request = ChatRequest("", model: model)
      request.messages = [.user("a"), .assistant("b"), message]
      let error = try await failure { _ = try await router.reply(to: request) }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(vendor.requests.isEmpty)
  }

  @Test func `a strict request falls back on no model that would warn`() async throws {
    let gone = ModelDescriptor("gone", retires: Day("2020-01-01"))
    let vendor = ScriptedVendor(
      "v", models: [Self.blind, gone], scripts: [[.fail(SwitchboardError(.quota, "no"))]])
    let router = try router([vendor], routes: ["default": route("v/blind", "v/gone")])
    var request = ChatRequest("hi")
    request.strict = true
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .quota)
    #expect(vendor.requests.map(\.model) == ["v/blind"])
  }

  @Test func `the JSON form names every candidate with its reasons`() throws {
    let router = try router([ScriptedVendor("v", models: [Self.seeing, Self.blind])])
    var request = ChatRequest("hi")
    request.tools = [ToolDefinition(name: "t")]
    let json = try router.explain(request).json
    #expect(json["route"].string == "default")
    #expect(json["policy"].string == "ordered")
    #expect(json["requires"].text == #"["tools"]"#)
    #expect(json["candidates"][0]["verdict"].string == "chosen")
    #expect(json["candidates"][1]["reasons"][0]["code"].string == "missingCapability")
    #expect(json["candidates"][1]["reasons"][0]["need"].string == "tools")
    #expect(json["tokens"]["quality"].string == "estimated")
    #expect(json["candidates"][0]["expectedCost"]["quality"].string == "estimated")
  }
}
