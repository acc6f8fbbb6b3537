import SwitchboardCore
import SwitchboardSamples
import Testing

struct SeededRandomTests {
  /// The first numbers of SplitMix64 for the seed 1234567, as published with its reference
  /// implementation; ours begins one step further on.
  @Test func `numbers are those of SplitMix64`() {
    var random = SeededRandom(seed: 1_234_567)
    #expect(
      (0..<4).map { _ in random.next() } == [
        3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func `numbers keep to their bounds`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<1_000 {
      #expect(0..<7 ~= random.below(7))
      #expect(0..<1 ~= random.unit())
    }
    #expect(random.below(0) == 0)
  }

  @Test func `what is mixed in changes what follows`() {
    var seen: Set<String> = []
    for text in ["", "a", "b", "ab", "ba", "a\0", String(repeating: "a", count: 5_000)] {
      var random = SeededRandom(seed: 0)
      random.mix(text)
      #expect(random.hex.count == 16)
      seen.insert(random.hex)
    }
    #expect(seen.count == 7)
  }

  @Test func `a request gives its numbers`() {
    let request = ChatRequest("What is a fjord?")
    var changes: [ChatRequest] = [request]
    for change in [
      { $0.system = "Be brief." }, { $0.messages.append(.assistant("Water.")) },
      { $0.options.seed = 1 }, { $0.options.temperature = 1 },
      { $0.messages.append(.tool([ToolResult(callID: "a", content: [.text("1")])])) },
      { $0.messages.append(.tool([ToolResult(callID: "a", content: [.text("2")])])) },
    ] as [(inout ChatRequest) -> Void] {
      var other = request
      change(&other)
      changes.append(other)
    }
    let numbers = changes.map { SeededRandom(seed: 0, model: "m", $0).hex }
    #expect(Set(numbers).count == changes.count)
    #expect(numbers == changes.map { SeededRandom(seed: 0, model: "m", $0).hex })
    #expect(SeededRandom(seed: 1, model: "m", request).hex != numbers[0])
    #expect(SeededRandom(seed: 0, model: "n", request).hex != numbers[0])
  }
}
