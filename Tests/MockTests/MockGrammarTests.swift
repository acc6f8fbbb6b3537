import SwitchboardCore
import SwitchboardMock
import Testing

@Suite struct MockGrammarTests {
  static let options = [
    "{}", "{reply: {text: ''}}", "{reply: {chunks: []}}", "{reply: {chunks: ['', 'a', '']}}",
    "{reply: {text: 'one two three'}}", "{reply: {json: [1, 2, {a: 'b'}]}}",
    "{reply: {reasoning: 'so so', text: 'a b c'}}", "{reply: {reasoning: 'so so'}}",
    "{reply: {toolCalls: [{name: 'a'}, {name: 'b', arguments: ''}]}}",
    "{reply: {images: [{size: '4x4'}], text: 'Look:', toolCalls: [{name: 'a'}]}}",
    "{reply: {tokens: 40, finish: 'contentFilter', usage: {}}}",
    "{fault: {cutAfter: 2}}", "{fault: {garbleAfter: 0}}", "{fault: {failAfter: 3}}",
    "{fault: {failAfter: 99}, reply: {text: 'a', images: [{size: '4x4'}]}}",
    "{fault: {refuse: true}}", "{fault: {status: 500}}", "{fault: {firstToken: '1s'}}",
    "{latency: {firstToken: '1s', perToken: '10ms'}}",
    "{latency: {perToken: '10ms'}, fault: {cutAfter: 2}, reply: {reasoning: 'a b c d'}}",
  ]

  /// Every model, script and fault; streamed and whole; with limits that cut within any part.
  @Test(arguments: MockAnswerTests.talkers, options)
  func `every answer keeps to the grammar`(model: String, options: String) async throws {
    let clock = VirtualClock()
    for isStreamed in [true, false] {
      for limit in [nil, 1, 2, 3, 7] {
        let request = try ChatRequest.ask("Explain the tides", model) {
          $0.stream = isStreamed
          $0.options.maxOutputTokens = limit
          $0.reasoning = model == "thinker" ? .effort(.low) : nil
        }.with(options)
        let reading = try await MockProvider(clock: clock).read(request)
        #expect(reading.violation == nil)
        #expect(reading.grammar.isComplete == (reading.error == nil))
        #expect(reading.batches.allSatisfy { !$0.isEmpty })
        if let limit { #expect(reading.deltas.count <= limit) }
      }
    }
  }
}
