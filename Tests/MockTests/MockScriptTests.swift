import SwitchboardCore
import SwitchboardMock
import Testing

@Suite struct MockScriptTests {
  func mock(_ script: String) throws -> MockProvider {
    MockProvider(script: try MockScript(script))
  }

  @Test func `the first rule that fits holds`() async throws {
    let mock = try mock(
      """
      [ // A comment, as JSON5 allows.
        { when: { model: 'tools' }, reply: { text: 'by model' } },
        { when: { prompt: 'PING' }, reply: { text: 'by prompt' } },
        { when: { contains: ['red', 'Blue'] }, reply: { text: 'by words' } },
        { when: { contains: 'red' }, reply: { text: 'by word' } },
        { when: { turn: 2 }, reply: { text: 'by turn' } },
        { when: { afterTools: true }, reply: { text: 'by results' } },
      ]
      """)
    func text(_ request: ChatRequest) async throws -> String {
      try await mock.reply(to: request).text
    }
    #expect(try await text(.ask("ping", "tools")) == "by model")
    #expect(try await text(.ask("ping")) == "by prompt")
    #expect(try await text(.ask("Red is not blue")) == "by words")
    #expect(try await text(.ask("Red is not green")) == "by word")
    #expect(try await text(.ask("Hi") { $0.messages.append(.user("again")) }) == "by turn")
    let results = Message.tool([ToolResult(callID: "1", content: [])])
    #expect(try await text(.ask("Hi") { $0.messages.append(results) }) == "by results")
    #expect(try await text(.ask("Hi")).hasPrefix("Mock small:"))
  }

  @Test func `a rule can end after so many answers, for this provider alone`() async throws {
    let script =
      "[{ times: 2, reply: { text: 'once more' } }, { times: 1, reply: { text: 'last' } }]"
    let mock = try mock(script)
    var texts: [String] = []
    for _ in 0..<4 { texts.append(try await mock.reply(to: .ask("Hi")).text) }
    #expect(texts[..<3] == ["once more", "once more", "last"])
    #expect(texts[3].hasPrefix("Mock"))
    #expect(try await self.mock(script).reply(to: .ask("Hi")).text == "once more")
  }

  @Test func `a reply says all that it is told to`() async throws {
    let mock = try mock(
      """
      [{ reply: {
        reasoning: 'First, think.', chunks: ['Hel', 'lo', '!'],
        toolCalls: [{ name: 'add', arguments: { a: 12345678901234567890 } },
                    { name: 'bad', arguments: '{broken', id: 'mine' }],
        images: ['a red square', { prompt: 'blue circle', size: '20x10' }],
        finish: { reason: 'refusal', message: 'I will not.' },
        usage: { input: 10, cachedInput: 4, output: 5, reasoning: 2 },
        warnings: [{ code: 'historyCut', message: 'Cut.' }] } }]
      """)
    let reading = try await mock.read(.ask("Hi"))
    #expect(reading.violation == nil && reading.grammar.isComplete)
    #expect(reading.deltas.contains("Hel"))
    let reply = try reading.accumulator.reply()
    #expect(reply.text == "Hello!")
    #expect(reply.message.parts.count == 6)
    #expect(reply.message.parts[2].bytes.flatMap(ImageDimensions.read)?.width == 256)
    #expect(reply.message.parts[3].bytes.flatMap(ImageDimensions.read)?.height == 10)
    #expect(reply.message.toolCalls[0].argumentsText == #"{"a":12345678901234567890}"#)
    #expect(reply.message.toolCalls[1].id == "mine")
    #expect(reply.message.toolCalls[1].arguments == nil)
    #expect(reply.finish == FinishReason(.refusal, raw: "refusal", message: "I will not."))
    #expect(reply.usage == Usage(input: 10, cachedInput: 4, output: 5, reasoning: 2))
    #expect(reply.warnings.map(\.code) == [.mock, .historyCut])
  }

  @Test func `JSON and prose of a length can be told too`() async throws {
    let mock = try mock(
      """
      [{ when: { prompt: 'json' }, reply: { json: { n: 1.50, list: [true, null] } } },
       { reply: { tokens: 500 } }]
      """)
    #expect(try await mock.reply(to: .ask("json")).text == #"{"n":1.50,"list":[true,null]}"#)
    let reading = try await mock.read(.ask("Rivers and roads"))
    #expect(reading.deltas.count == 500 && reading.accumulator.usage?.output == 500)
  }

  @Test func `the options of a request go before the script`() async throws {
    let mock = try mock("[{ reply: { text: 'script' }, latency: { perToken: '1s' } }]")
    let reply = try await mock.reply(
      to: try .ask("Hi").with("{reply: {text: 'options'}, latency: {}}"))
    #expect(reply.text == "options")
  }

  @Test(arguments: [
    ("[{\n  reply: { txt: 'x' } }]", "line 2, column 12: the field 'txt' is not known, only text"),
    ("{}", "line 1, column 1: an array is needed here"),
    ("[{ when: {}, }, 7]", "line 1, column 17: an object is needed here"),
    ("[{ when: { turn: 'one' } }]", "line 1, column 18: a whole number from 0"),
    ("[{ reply: { text: 5 } }]", "line 1, column 19: a text is needed here"),
    ("[{ reply: { text: 'a', json: 1 } }]", "line 1, column 11: a reply has one of text"),
    ("[{ reply: { toolCalls: [{}] } }]", "line 1, column 25: a call needs the name"),
    ("[{ reply: { images: [{ size: 'big' }] } }]", "line 1, column 30: a size such as"),
    ("[{ reply: { images: [{ size: '9999x1' }] } }]", "of at most 2048"),
    ("[{ fault: {} }]", "line 1, column 11: a fault has exactly one of status"),
    ("[{ fault: { status: 429, refuse: true } }]", "exactly one of"),
    ("[{ fault: { status: 200 } }]", "line 1, column 21: a whole number from 300 to 599"),
    ("[{ fault: { refuse: 1 } }]", "line 1, column 21: true or false is needed here"),
    ("[{ fault: { status: 500, headers: { a: 1 } } }]", "line 1, column 40: a text"),
    ("[{ latency: { perToken: '5 s' } }]", "line 1, column 25: a duration such as '300ms'"),
    ("[\n\n  { reply: }]", "line 3, column 12: expected"),
    ("[{ times: 1, times: 2 }]", "was already given"),
    ("", "line 1, column 1"),
  ])
  func `what is wrong with a script is said with its place`(script: String, words: String) throws {
    let error = try #require(throws: SwitchboardError.self) {
      try MockScript(Array(script.utf8), name: "mock.json5")
    }
    #expect(error.kind == .configuration)
    #expect(error.message.hasPrefix("mock.json5, line "), "\(error.message)")
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func `what is wrong with the options fails the request`() async throws {
    let error = try #require(
      try await MockProvider().failure(try .ask("Hi").with("{fault: {status: 429}, reply: 3}")))
    #expect(error.kind == .invalidRequest && error.message.contains("'vendorOptions.mock'"))
  }
}
