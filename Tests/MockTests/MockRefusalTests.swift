import SwitchboardCore
import SwitchboardMock
import Testing

@Suite struct MockRefusalTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var request: ChatRequest
    var kind: SwitchboardError.Kind
    var words: String

    init(
      _ name: String, _ request: ChatRequest, _ kind: SwitchboardError.Kind, _ words: String
    ) {
      testDescription = name
      self.request = request
      self.kind = kind
      self.words = words
    }
  }

  static func picture(_ bytes: Int = 64, side: Int = 10) -> Part {
    var media = Media(bytes: Array("GIF89a".utf8) + [UInt8](repeating: 0, count: bytes))
    media.width = side
    media.height = side
    return .media(media)
  }

  static func pdf(_ bytes: Int) -> [UInt8] {
    Array("%PDF-".utf8) + [UInt8](repeating: 0, count: bytes)
  }

  static func showing(_ parts: [Part], _ model: String = "vision") -> ChatRequest {
    .ask("Look", model) { $0.messages[0].parts += parts }
  }

  static let cases: [Case] = [
    Case(
      "unknown model", .ask("Hi", "smal"), .notFound,
      "no model 'smal', the nearest is 'small'; it has small, vision"),
    Case("no model", ChatRequest("Hi"), .invalidRequest, "names no model"),
    Case("words of a painter", .ask("Hi", "painter"), .unsupported, "makes pictures only"),
    Case(
      "tools of a model without", .ask("Hi") { $0.tools = [ToolDefinition(name: "x")] },
      .unsupported, "cannot call tools"),
    Case(
      "JSON of a model without", .ask("Hi") { $0.output = .json() }, .unsupported,
      "cannot answer in JSON"),
    Case(
      "an ability it lacks", .ask("Hi") { $0.require = [.audioInput] }, .unsupported,
      "'audioInput'"),
    Case("a picture for a blind model", showing([picture()], "small"), .unsupported, "image/gif"),
    Case(
      "a type nobody takes", showing([.media(Media(bytes: [1, 2], mime: "audio/x-y"))]),
      .unsupported, "audio/x-y"),
    Case(
      "five pictures", showing([Part](repeating: picture(), count: 5)), .invalidRequest,
      "at most 4 pieces"),
    Case("a wide picture", showing([picture(side: 4_097)]), .invalidRequest, "4096 pixels"),
    Case("a heavy picture", showing([picture(5 << 20)]), .invalidRequest, "5242880 bytes"),
    Case(
      "too much at once",
      showing([Part](repeating: .media(Media(bytes: pdf(11 << 20))), count: 2)), .invalidRequest,
      "at most 20971520 bytes of media"),
    Case(
      "a choice of an unknown tool", .ask("Hi", "tools") { $0.toolChoice = .named("x") },
      .invalidRequest, "'x'"),
    Case(
      "a choice without tools", .ask("Hi", "tools") { $0.toolChoice = .required },
      .invalidRequest, "declares none"),
    Case(
      "a long conversation", .ask(String(repeating: "long ", count: 4_000)), .contextLength,
      "5004 tokens, and 'small' holds 4096"),
    Case(
      "strict and a parameter",
      .ask("Hi", "thinker", options: ChatOptions(temperature: 1)) { $0.strict = true },
      .unsupported, "'temperature'"),
    Case(
      "strict and thinking", .ask("Hi") { ($0.strict, $0.reasoning) = (true, .effort(.low)) },
      .unsupported, "does not think"),
    Case(
      "strict and a limit",
      .ask("Hi", options: ChatOptions(maxOutputTokens: 9_999)) { $0.strict = true },
      .unsupported, "9999 to the 1024"),
  ]

  @Test(arguments: cases)
  func `what a model cannot do is refused in one sentence`(_ example: Case) async throws {
    let reading = try await MockProvider(id: "mine").read(example.request)
    let error = try #require(reading.error)
    #expect(error.kind == example.kind)
    #expect(error.message.contains(example.words), "\(error.message)")
    #expect(error.vendor == "mine" && reading.events.isEmpty)
    #expect(error.model == example.request.model?.model)
  }

  @Test func `without strict the same is a warning`() async throws {
    let options = ChatOptions(
      maxOutputTokens: 99_999, temperature: 1, topP: 0.5, topK: 3, countPenalty: 1)
    let reply = try await MockProvider().reply(to: .ask("Hi", "thinker", options: options))
    #expect(
      reply.warnings.map(\.code) == [
        .mock, .droppedParameter, .droppedParameter, .droppedParameter, .droppedParameter,
        .clampedParameter,
      ])
  }

  @Test func `addresses are left out with a warning`() async throws {
    let request = Self.showing([.media(Media(url: "https://example.com/a.png", mime: "image/png"))])
    let reply = try await MockProvider().reply(to: request)
    #expect(reply.warnings.map(\.code) == [.mock, .droppedPart])
  }

  @Test func `what the mock takes in silence is no warning`() async throws {
    let options = ChatOptions(
      maxOutputTokens: 20, temperature: 1, topP: 0.5, topK: 3, stop: ["x"], seed: 1,
      frequencyPenalty: 1, presencePenalty: 1)
    let request = ChatRequest.ask("Hi", options: options) { $0.strict = true }
    #expect(try await MockProvider().reply(to: request).warnings.map(\.code) == [.mock])
  }
}
