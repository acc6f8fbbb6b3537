import Testing

@testable import Switchboard

struct StatedLengthTests {
  struct Case: Sendable {
    var text: String
    var limit: Int
    var prompt: Int
    var output: Int?
    var asked: Int?
  }

  static let cases = [
    Case(
      text:
        "This model's maximum context length is 4097 tokens. However, your messages resulted in "
        + "4500 tokens (4400 in the messages, 100 in the functions).", limit: 4097, prompt: 4500),
    Case(
      text: "This model's maximum context length is 4097 tokens, however you requested 4200 tokens "
        + "(4000 in your prompt; 200 for the completion). Please reduce your prompt.",
      limit: 4097, prompt: 4000, output: 200, asked: 200),
    Case(
      text: "maximum context length is 4096 tokens, requested 4097 (4000 + 97)", limit: 4096,
      prompt: 4000, output: 97, asked: 97),
    Case(
      text: "maximum context length is 4096 tokens, requested 4106 (4096 + 10)", limit: 4096,
      prompt: 4096, output: 10, asked: 10),
    Case(
      text:
        "'max_tokens' or 'max_completion_tokens' is too large: 97. This model's maximum context "
        + "length is 4096 tokens and your request has 4000 input tokens (97 > 4096 - 4000).",
      limit: 4096, prompt: 4000, asked: 97),
    Case(
      text: "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
      limit: 4096, prompt: 5000),
    Case(
      text: "prompt is too long: 208310 tokens > 200000 maximum", limit: 200_000, prompt: 208_310),
    Case(
      text: "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease "
        + "input length or `max_tokens` and try again", limit: 200_000, prompt: 188_240,
      output: 21_333),
    Case(
      text:
        "The input token count (1234567) exceeds the maximum number of tokens allowed (1048576).",
      limit: 1_048_576, prompt: 1_234_567),
    Case(
      text:
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum "
        + "context length", limit: 32_768, prompt: 40_000),
    Case(
      text:
        "This model's maximum prompt length is 131,072 but the request contains 150,000 tokens.",
      limit: 131_072, prompt: 150_000),
    Case(
      text:
        "request (1234 tokens) exceeds the available context size (512 tokens), try increasing it",
      limit: 512, prompt: 1234),
    Case(
      text:
        "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 4000 `inputs` tokens and 200 "
        + "`max_new_tokens`", limit: 4097, prompt: 4000, asked: 200),
    Case(
      text: "The conversation has 5000 tokens, and 'gpt-4-32' holds 4096 with its answer.",
      limit: 4096, prompt: 5000),
  ]

  @Test(arguments: cases)
  func `a vendor's numbers are read`(example: Case) throws {
    let stated = try #require(StatedLength(example.text, maxOutputTokens: example.asked))
    #expect(stated.limit == example.limit)
    #expect(stated.prompt == example.prompt)
    #expect(stated.output == example.output)
  }

  @Test(arguments: [
    "", "Your input exceeds the context window of this model.", "Input is too long for gpt-4-32k.",
    "maximum context length is 4096 tokens", "The limit is 4096 and you sent 12.",
    "maximum 99999999999999999999999 > 5", "model claude-3-5 failed with 400",
  ])
  func `a sentence without an excess says nothing`(text: String) {
    #expect(StatedLength(text, maxOutputTokens: nil) == nil)
  }

  @Test func `a sentence cut anywhere is read or not, and nothing breaks`() {
    for example in Self.cases {
      for end in 0...example.text.utf8.count {
        let text = String(decoding: Array(example.text.utf8.prefix(end)), as: UTF8.self)
        let stated = StatedLength(text, maxOutputTokens: .max)
        #expect(stated.map { $0.prompt > 0 && $0.limit >= 0 } ?? true)
      }
    }
  }
}
