import CBenchmarks
import SwitchboardCore

/// What is measured with.
enum Samples {
  /// One chunk of a chat stream: 242 bytes of JSON with the text ` fjord`.
  static let chunk = String(cString: bench_chunk())

  /// A short question.
  static let question = ChatRequest("What is a fjord?", model: "openai/gpt-4o-mini")

  /// The short question, answered whole.
  static let wholeQuestion: ChatRequest = {
    var request = question
    request.stream = false
    return request
  }()

  /// The body of the short question as a program without this library would write it.
  static let questionBody: [UInt8] = Array(
    """
    {"model":"gpt-4o-mini","messages":[{"role":"user","content":"What is a fjord?"}],\
    "stream":true,"stream_options":{"include_usage":true}}
    """.utf8)

  /// A conversation of 200 messages: a body of about 95 KB, with line ends, quotes and letters
  /// beyond ASCII as people write them.
  static func history(for model: ModelReference) -> ChatRequest {
    let messages = (0..<200).map { number -> Message in
      let text = (0..<5).map { "\(number).\($0): \(sentences[(number + $0) % sentences.count])" }
        .joined(separator: "\n")
      return number.isMultiple(of: 2) ? .user(text) : .assistant(text)
    }
    return ChatRequest(
      model: model, system: "You are a patient guide to the north.",
      messages: messages + [.user("And which one is the deepest?")])
  }

  /// A conversation of so many messages of one or two sentences, about 165 bytes each, with
  /// instructions between them now and then.
  static func longHistory(messages count: Int) -> ChatRequest {
    let messages = (0..<count).map { number -> Message in
      let first = sentences[number % sentences.count]
      let second = sentences[(number / 3 + 1) % sentences.count]
      let text = "\(number): \(first) \(second)"
      if number % 5_000 == 4_000 { return .system(text) }
      return number.isMultiple(of: 2) ? .user(text) : .assistant(text)
    }
    return ChatRequest(
      system: "You are a patient guide to the north.",
      messages: messages + [.user("And which one is the deepest?")])
  }

  private static let sentences = [
    "The ferry from Gudvangen takes two hours; bring a coat, the wind is cold in May.",
    "He said \"the water is 1,308 metres deep here\", and nobody on deck believed him.",
    "Geirangerfjord and Nærøyfjord are on the list of world heritage since 2005.",
    "You can walk up to the farm in an hour, but the last part is steep and wet.",
    "Trains leave at 08:35 and 12:10; the second one waits for the boat in summer.",
  ]
}
