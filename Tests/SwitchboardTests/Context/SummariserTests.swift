import Switchboard
import SwitchboardCore
import Testing

struct SummariserTests {
  /// A model that answers with a number, one more each time, and what it was given.
  static func vendor(window: Int? = 100_000, text: String = "They counted.") -> ScriptedVendor {
    ScriptedVendor("v", models: [ModelDescriptor("m", window: window)]) { _ in
      ScriptedVendor.answer(text, from: "v")
    }
  }

  static func prompts(_ vendor: ScriptedVendor) -> [String] {
    vendor.requests.map { $0.messages.map(\.text).joined() }
  }

  @Test func `a short beginning is summarised in one call`() async throws {
    let vendor = Self.vendor()
    let summariser = RouterSummariser(router: try router([vendor]), model: "v/m")
    let messages = HistorySamples.toolTurn("a") + [.user([.media(DecisionTests.picture)])]
    let text = try await summariser.summary(of: messages, previous: "Before.", limit: 200)
    #expect(text == "They counted.")
    let request = try #require(vendor.requests.first)
    #expect(vendor.requests.count == 1 && request.options.maxOutputTokens == 200)
    #expect(request.system?.contains("memory") == true)
    let prompt = Self.prompts(vendor)[0]
    for words in [
      "<summary>\nBefore.\n</summary>", "user: question a", "[calls look with", "found a",
      "[image/png]",
    ] { #expect(prompt.contains(words)) }
    #expect(!prompt.contains("Let me look"))
  }

  @Test func `a long beginning is read piece by piece, each with the summary so far`() async throws
  {
    let vendor = Self.vendor(window: 2_000)
    let router = try router([vendor])
    let summariser = RouterSummariser(router: router, model: "v/m")
    let messages =
      (0..<30).flatMap { HistorySamples.turn("\($0).", words: 60) }
      + [.user(HistorySamples.text("one that is too long alone", words: 6_000))]
    _ = try await summariser.summary(of: messages, previous: nil, limit: 200)
    let prompts = Self.prompts(vendor)
    #expect(prompts.count > 3)
    #expect(!prompts[0].contains("<summary>"))
    #expect(prompts.dropFirst().allSatisfy { $0.contains("<summary>\nThey counted.\n</summary>") })
    for number in 0..<30 {
      #expect(prompts.count { $0.contains("question \(number). and") } == 1)
    }
    for request in vendor.requests {
      let tokens = TokenEstimator().input(of: request, for: ModelDescriptor("m"))
      #expect(tokens + 200 <= 2_000)
    }
  }

  @Test(arguments: ["", " \n"])
  func `a model without words gives no summary`(text: String) async throws {
    let summariser = RouterSummariser(router: try router([Self.vendor(text: text)]), model: "v/m")
    let error = try await failure {
      _ = try await summariser.summary(of: [.user("hi")], previous: nil, limit: 50)
    }
    #expect(error?.kind == .decoding)
  }

  @Test func `a model that holds too little is refused with what to do`() async throws {
    let vendor = Self.vendor(window: 500)
    let summariser = RouterSummariser(router: try router([vendor]), model: "v/m")
    let error = try await failure {
      _ = try await summariser.summary(of: [.user("hi")], previous: nil, limit: 200)
    }
    #expect(error?.kind == .contextLength)
    #expect(error?.message.contains("name a larger one") == true)
    #expect(vendor.requests.isEmpty)
  }

  @Test func `nothing is not summarised, and a summary of nothing more stays`() async throws {
    let summariser = RouterSummariser(router: try router([Self.vendor()]), model: "v/m")
    let error = try await failure {
      _ = try await summariser.summary(of: [], previous: nil, limit: 50)
    }
    #expect(error?.kind == .invalidRequest)
    #expect(try await summariser.summary(of: [], previous: "Old.", limit: 50) == "Old.")
  }
}
