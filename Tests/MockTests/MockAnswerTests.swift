import SwitchboardCore
import SwitchboardMock
import Testing

@Suite struct MockAnswerTests {
  static let talkers = ["small", "vision", "tools", "thinker", "slow", "retired"]

  @Test(arguments: talkers)
  func `the same request has the same answer, event by event`(model: String) async throws {
    let request = ChatRequest.ask("How do bees find their way to a garden?", model)
    let first = try await MockProvider(seed: 3).read(request)
    let second = try await MockProvider(seed: 3).read(request)
    #expect(first.events == second.events)
    #expect(first.grammar.isComplete && first.violation == nil)
    #expect(first.accumulator.warnings.first?.code == .mock)
    #expect(first.text.hasPrefix("Mock \(model): "))
    #expect(first.text.contains("bees") || first.text.contains("garden"))
  }

  @Test func `models, seeds, prompts and options change the answer`() async throws {
    let mock = MockProvider()
    let prompt = "Compare rivers and roads in old towns"
    var texts: Set<String> = []
    for model in Self.talkers { texts.insert(try await mock.read(.ask(prompt, model)).text) }
    #expect(texts.count == Self.talkers.count)

    let plain = try await mock.read(.ask(prompt, "slow")).text
    var others: Set<String> = [plain]
    for seed in 1...8 {
      others.insert(try await MockProvider(seed: seed).read(.ask(prompt, "slow")).text)
      others.insert(
        try await mock.read(.ask(prompt, "slow", options: ChatOptions(seed: seed))).text)
    }
    #expect(others.count >= 6)
  }

  @Test func `a whole reply says what the stream says`() async throws {
    let mock = MockProvider()
    let request = ChatRequest.ask("Explain the tides", "thinker") { $0.reasoning = .effort(.high) }
    let streamed = try await mock.reply(to: request)
    var whole = request
    whole.stream = false
    let reply = try await mock.reply(to: whole)
    #expect(reply == streamed)
    let reading = try await mock.read(whole)
    #expect(reading.batches.count == 1 && reading.deltas.count == 2 && reading.violation == nil)
  }

  @Test func `without latency an answer is one batch of words`() async throws {
    let reading = try await MockProvider().read(.ask("Explain the tides", "slow"))
    #expect(reading.batches.count == 1)
    #expect(reading.deltas.count > 20)
    #expect(reading.deltas.allSatisfy { $0.split(separator: " ").count == 1 })
    #expect(reading.accumulator.usage?.output == reading.deltas.count)
    #expect(reading.accumulator.usage?.source == .reported)
  }

  @Test func `thinking comes first, is counted and signed`() async throws {
    let request = ChatRequest.ask("Explain the tides", "thinker") { $0.reasoning = .effort(.low) }
    let reply = try await MockProvider().reply(to: request)
    guard case .reasoning(let reasoning) = reply.message.parts.first?.content else {
      Issue.record("no thinking")
      return
    }
    #expect(!reasoning.text.isEmpty)
    #expect(reply.message.parts.first?.vendorData["mock"]?["signature"].string?.count == 16)
    let usage = try #require(reply.usage)
    let thought = try #require(usage.reasoning)
    #expect(thought > 0 && thought < usage.output ?? 0)
  }

  @Test(arguments: [
    (ReasoningEffort.effort(.none), 0), (.budget(tokens: 0), 0), (.budget(tokens: 5), 5),
  ])
  func `thinking keeps to what was asked`(effort: ReasoningEffort, tokens: Int) async throws {
    let request = ChatRequest.ask("Explain the tides", "thinker") { $0.reasoning = effort }
    let reply = try await MockProvider().reply(to: request)
    #expect(reply.usage?.reasoning ?? 0 == tokens)
  }

  @Test func `the limit on tokens ends the answer`() async throws {
    for limit in 1...12 {
      let reading = try await MockProvider().read(
        .ask("Explain the tides", "slow", options: ChatOptions(maxOutputTokens: limit)))
      #expect(reading.deltas.count == limit)
      #expect(reading.accumulator.finish?.kind == .length)
      #expect(reading.violation == nil)
    }
  }

  @Test func `the rest of the window limits the answer too`() async throws {
    // 16,356 bytes are 4,089 tokens, the message is four more: three are left.
    let text = String(repeating: "word ", count: 3_271) + "!"
    let reading = try await MockProvider().read(.ask(text))
    #expect(reading.accumulator.usage?.input == 4_093)
    #expect(reading.deltas.count == 3)
    #expect(reading.accumulator.finish?.kind == .length)
  }

  @Test func `a stop text ends the answer before it`() async throws {
    let whole = try await MockProvider().reply(to: .ask("Explain the tides", "slow")).text
    let reply = try await MockProvider().reply(
      to: .ask("Explain the tides", "slow", options: ChatOptions(stop: ["ides", "zzz"])))
    #expect(whole.hasPrefix(reply.text) && !reply.text.contains("ides"))
    #expect(reply.finish == FinishReason(.stop, raw: "stop_sequence"))
  }

  @Test func `instructions are repeated`() async throws {
    let request = ChatRequest.ask("Explain the tides") { $0.system = "Be brief and kind." }
    #expect(try await MockProvider().reply(to: request).text.contains("“Be brief and kind.”"))
  }

  @Test func `pictures and documents are told by their bytes`() async throws {
    let picture = try await MockProvider().images(
      for: ImageRequest(
        model: "mock/painter", prompt: "red square", size: .init(width: 40, height: 30)))
    var request = ChatRequest.ask("What is this?", "vision")
    request.messages[0].parts += picture.images
    request.messages[0].parts.append(
      .media(Media(bytes: Array("%PDF-1.7 test".utf8), mime: "text/plain")))
    let text = try await MockProvider().reply(to: request).text
    let size = try #require(picture.images.first?.bytes?.count)
    #expect(text.contains("Attachment 1 is image/png of 40 × 30 pixels in \(size) bytes."))
    #expect(text.contains("Attachment 2 is application/pdf in 13 bytes."))
  }

  @Test func `tokens are counted as usage reports them`() async throws {
    let request = ChatRequest.ask("Explain the tides", "tools") {
      $0.tools = [ToolDefinition(name: "look_up")]
      $0.system = "Be brief."
    }
    let counted = try await MockProvider().countTokens(of: request)
    #expect(try await MockProvider().reply(to: request).usage?.input == counted)
  }

  @Test func `the models are listed, with prices that are made up`() async throws {
    let mock = MockProvider()
    #expect(try await mock.listModels() == mock.models)
    #expect(mock.hasClosedModelList && mock.kind == "mock" && mock.missingKey == nil)
    for model in mock.models {
      #expect(model.prices?.source == "made up" && model.prices?.asOf != nil)
      #expect(model.can.union(model.cannot) == Set(Ability.allCases))
    }
  }

  @Test func `a turn of the conversation before changes the answer`() async throws {
    var texts: Set<String> = []
    for name in ["Ann", "Bob", "Cleo", "Dan"] {
      let request = ChatRequest.ask("Who am I among rivers and roads?", "slow") {
        $0.messages.insert(contentsOf: [.user("I am \(name)."), .assistant("Hello.")], at: 0)
      }
      texts.insert(try await MockProvider().reply(to: request).text)
    }
    #expect(texts.count > 1)
  }
}

extension Part {
  /// The bytes of a part of media.
  var bytes: [UInt8]? { if case .media(let media) = content { media.bytes } else { nil } }
}
