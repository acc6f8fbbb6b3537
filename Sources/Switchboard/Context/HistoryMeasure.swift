import SwitchboardCore

/// What the messages of one request are made of: each is read when it is first asked for, once for
/// all models.
final class HistoryMeasure {
  let messages: [Message]

  /// The longest answer that the request asks for.
  let maxOutputTokens: Int?

  /// The instructions that lead the request, with what a request costs by itself.
  let system: PromptMeasure

  /// All that a request holds beside its messages; `nil` when that is the instructions alone.
  let fixed: PromptMeasure?

  /// Whether media stand in what was read, of whose tokens little is known.
  private(set) var hasMedia = false

  /// What was read without a gap, the newest message first.
  private var newest: [PromptMeasure] = []

  /// What was read beyond the gap.
  private var others: [Int: PromptMeasure] = [:]

  init(_ request: ChatRequest) {
    messages = request.messages
    maxOutputTokens = request.options.maxOutputTokens
    let hasTools = !request.tools.isEmpty || request.output?.schema != nil
    system = PromptMeasure(fixedOf: ChatRequest(system: request.system, messages: []))
    fixed = hasTools ? PromptMeasure(fixedOf: request) : nil
  }

  /// Measures a prompt that is a text alone.
  init(ofText text: String) {
    messages = []
    maxOutputTokens = nil
    system = PromptMeasure(ofText: text)
    fixed = nil
  }

  /// What a message is made of.
  func message(_ place: Int) -> PromptMeasure {
    let age = messages.count - 1 - place
    if age < newest.count { return newest[age] }
    if let known = others[place] { return known }
    let measure = PromptMeasure(of: messages[place])
    if measure.hasMedia { hasMedia = true }
    if age == newest.count { newest.append(measure) } else { others[place] = measure }
    return measure
  }
}

/// How long the messages of a request are for one model, before calibration.
final class HistoryLengths {
  let history: HistoryMeasure
  private let profile: TokenProfile

  /// The instructions that lead the request, with what a request costs by itself.
  let system: Int

  /// The tools and the form of the answer.
  let tools: Int

  /// What was reckoned without a gap, the newest message first.
  private var newest: [Int] = []
  private var newestTotal = 0

  /// What was reckoned beyond the gap.
  private var others: [Int: Int] = [:]

  init(_ history: HistoryMeasure, _ profile: TokenProfile?) {
    self.history = history
    self.profile = profile ?? .unknown
    system = history.system.tokens(self.profile)
    tools =
      history.fixed.map { [profile = self.profile, system] in $0.tokens(profile) - system } ?? 0
  }

  /// The length of a message.
  func message(_ place: Int) -> Int {
    let age = history.messages.count - 1 - place
    if age < newest.count { return newest[age] }
    if let known = others[place] { return known }
    let length = history.message(place).tokens(profile)
    if age == newest.count {
      newest.append(length)
      newestTotal += length
    } else {
      others[place] = length
    }
    return length
  }

  /// The length of a message that is not in the request.
  func added(_ message: Message) -> Int { PromptMeasure(of: message).tokens(profile) }

  /// The length of the whole request as long as it is at most so much; `nil` when it is more.
  func whole(upTo limit: Int) -> Int? {
    let fixed = system + tools
    while fixed + newestTotal <= limit {
      if newest.count == history.messages.count { return fixed + newestTotal }
      _ = message(history.messages.count - 1 - newest.count)
    }
    return nil
  }

  /// About how long the whole request is, judged by the messages that were reckoned.
  var whole: Int {
    let count = history.messages.count
    if newest.isEmpty || newest.count == count { return system + tools + newestTotal }
    let rest = Double(newestTotal) / Double(newest.count) * Double(count)
    return system + tools + Int(rest.rounded(.up))
  }
}
