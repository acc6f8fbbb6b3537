import StandIns
import Switchboard
import SwitchboardConfiguration
import SwitchboardCore
import Testing

struct GoodConfigurationTests {
  @Test func `every field reaches its vendor with its type`() async throws {
    let house = try House(environment: ["K": "value"])
    try house.folder.write("project/talk.json5", "[1]")
    let configuration = try house.load(
      text: """
        {
          vendors: {
            "work.openai_2-x": {
              kind: "openai", key: { env: "K" }, baseURL: "HTTPS://API.Example.com:8443/v1//",
              protocol: "chat", organisation: "ours", retries: 0x3, pause: "500ms", beta: true,
              proxy: "p.example", uploadURL: "http://localhost:80/up/",
              models: [
                { id: "a/b:c", window: 8192, maxOutput: 1e3, can: ["tools", "imageInput"],
                  cannot: ["reasoning"],
                  prices: { input: "1.25", output: 10, cachedInput: 0.125, cacheWrite: "0",
                            image: "0.04", asOf: "2026-07-31", source: "the price list" } },
                { id: "bare" },
              ],
            },
            fake: { kind: "mock", seed: 7, script: "talk.json5" },
          },
        }
        """)
    #expect(configuration.names == ["work.openai_2-x", "fake"])
    let openai = try configuration.vendor("work.openai_2-x")
    #expect(openai.kind == "openai")
    #expect(openai.baseURL == "https://api.example.com:8443/v1")
    #expect(openai.values["protocol"] == "chat")
    #expect(openai.values["organisation"] == "ours")
    #expect(openai.values["retries"] == 3)
    #expect(openai.values["pause"] == "500ms")
    #expect(openai.values["beta"] == true)
    #expect(openai.values["uploadURL"] == "http://localhost:80/up")
    #expect(try await openai.keys.next(for: openai.id)?.reveal() == "value")
    let prices = Prices(
      input: USD("1.25"), cachedInput: USD("0.125"), cacheWrite: USD("0"), output: USD("10"),
      image: USD("0.04"), asOf: Day("2026-07-31"), source: "the price list")
    let model = ModelDescriptor(
      "a/b:c", window: 8192, maxOutput: 1000, can: [.tools, .imageInput], cannot: [.reasoning],
      prices: prices)
    #expect(openai.models == [model, ModelDescriptor("bare")])
    #expect(configuration.models == [openai.id: openai.models])
    let mock = try configuration.vendor("fake")
    #expect(mock.files["script"] == Array("[1]".utf8))
    #expect(mock.values["seed"] == 7)
    #expect(configuration.source == "named.json5")
    #expect(configuration.origin == .explicit)
  }

  @Test(arguments: [
    ("/var/talks.db", "/var/talks.db"), ("~/t/talks.db", "HOME/t/talks.db"),
    ("talks.db", "PROJECT/talks.db"),
  ])
  func `conversations are kept where the file says`(_ written: String, _ expected: String) throws {
    let house = try House()
    let store = try house.load(text: #"{ store: "\#(written)" }"#).store
    let home = try #require(house.environment["HOME"])
    #expect(
      store?.replacing(house.project, with: "PROJECT").replacing(home, with: "HOME") == expected)
    #expect(try house.load(text: "{}").store == nil)
  }

  @Test(arguments: [
    ("https://example.com", "https://example.com"),
    ("https://example.com/", "https://example.com"),
    ("https://example.com/a%20b/", "https://example.com/a%20b"),
    ("http://localhost:11434/v1", "http://localhost:11434/v1"),
    ("http://LOCALHOST", "http://localhost"),
    ("http://127.0.0.1", "http://127.0.0.1"),
    ("http://127.255.3.4:1", "http://127.255.3.4:1"),
    ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ("https://[2001:DB8::1]/v1", "https://[2001:db8::1]/v1"),
  ])
  func `an address of the plain kind is taken`(_ text: String, _ expected: String) throws {
    let house = try House()
    let configuration = try house.load(
      text: #"{ vendors: { v: { kind: "openai", baseURL: "\#(text)" } } }"#)
    #expect(try configuration.vendor("v").baseURL == expected)
  }

  @Test func `routes keep wildcards and their order`() throws {
    let house = try House()
    let configuration = try house.load(
      text: """
        {
          vendors: { openai: { kind: "openai" }, g: { kind: "gemini" } },
          routes: {
            default: { candidates: ["g/*", { model: "openai/a/b", weight: 2.5 }, "bare", "mock/echo"] },
            cheap: { candidates: ["openai/*"], policy: "cheapest", fallbackOn: ["error", "contextLength"] },
          },
        }
        """)
    let route = try #require(configuration.routes["default"])
    #expect(route.policy == .ordered)
    #expect(route.fallbackOn == [.error])
    #expect(
      route.candidates.map(\.model.description) == ["g/*", "openai/a/b", "bare", "mock/echo"])
    #expect(route.candidates.map(\.weight) == [1, 2.5, 1, 1])
    #expect(route.candidates[2].model.vendor == nil)
    let cheap = try #require(configuration.routes["cheap"])
    #expect(cheap.policy == .cheapest)
    #expect(cheap.fallbackOn == [.error, .contextLength])
  }

  @Test func `what reliability leaves out keeps its default`() throws {
    let house = try House()
    #expect(try house.load(text: "{}").reliability == Reliability())
    let settings = try house.load(
      text: """
        { reliability: { attemptsPerTarget: 1, calls: 9, connect: "500ms", total: "1h", idle: "2m",
                         onStreamFailure: "stop", hedge: false } }
        """
    ).reliability
    let expected = Reliability(
      attemptsPerTarget: 1, targets: 3, calls: 9,
      deadlines: Deadlines(
        connect: .milliseconds(500), firstToken: .seconds(60), idle: .seconds(120),
        total: .seconds(3600)))
    #expect(settings == expected)
  }

  @Test(arguments: [
    ("{}", ContextPolicy()), ("{ context: {} }", ContextPolicy()),
    (
      #"{ context: { strategy: "dropOldest", reserveOutput: 5 } }"#, ContextPolicy(reserveOutput: 5)
    ),
    (
      #"{ context: { turns: 7, strategy: "slidingTurns" } }"#,
      ContextPolicy(strategy: .slidingTurns(7))
    ),
    (
      #"{ context: { strategy: "summarise", model: "mock/small" } }"#,
      ContextPolicy(strategy: .summarise, summaryModel: "mock/small")
    ), (#"{ context: { strategy: "fail" } }"#, ContextPolicy(strategy: .fail)),
  ])
  func `what context leaves out keeps its default`(text: String, policy: ContextPolicy) throws {
    #expect(try House().load(text: text).context == policy)
  }

  @Test func `the defaults are those of the documentation`() {
    #expect(ContextPolicy().strategy == .dropOldest)
    #expect(ContextPolicy().reserveOutput == 1024)
    let settings = Reliability()
    #expect((settings.attemptsPerTarget, settings.targets, settings.calls) == (2, 3, 4))
    #expect(settings.deadlines.connect == .seconds(5))
    #expect(settings.deadlines.firstToken == .seconds(60))
    #expect(settings.deadlines.idle == .seconds(60))
    #expect(settings.deadlines.total == .seconds(600))
  }

  @Test func `mock can be named beside the entries of a file`() throws {
    let house = try House()
    #expect(
      try house.load(text: #"{ vendors: { a: { kind: "openai" } } }"#).names == ["a", "mock"])
    #expect(try house.load(text: #"{ vendors: { a: { kind: "mock" } } }"#).names == ["a"])
    #expect(try house.load(text: #"{ vendors: { mock: { kind: "openai" } } }"#).names == ["mock"])
    #expect(try house.load(text: "{ vendors: {} }").names == ["mock"])
  }

  @Test func `two types that serve one kind are refused`() throws {
    var house = try House()
    house.kinds += [FakeMock.self]
    let error = try house.failure { _ = try house.load() }
    #expect(error.kind == .configuration)
    #expect(error.message.contains("'mock'"))
  }
}
