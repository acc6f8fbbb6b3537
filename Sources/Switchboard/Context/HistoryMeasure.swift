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
  var hasMedia = false

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
