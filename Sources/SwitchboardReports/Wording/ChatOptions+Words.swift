import SwitchboardCore

extension ChatOptions {
  /// What is set, in words.
  var words: String {
    var words: [String] = []
    func tell(_ name: String, _ value: (some CustomStringConvertible)?) {
      if let value { words.append("\(name) \(value)") }
    }
    tell("temperature", temperature)
    tell("top p", topP)
    tell("top k", topK)
    tell("seed", seed)
    tell("at most", maxOutputTokens.map { Figures.count($0, "token") })
    tell("frequency penalty", frequencyPenalty)
    tell("presence penalty", presencePenalty)
    tell("count penalty", countPenalty)
    for word in stop { tell("stops at", "“\(word)”") }
    return words.joined(separator: " · ")
  }
}
