import SwitchboardCore

/// How long the messages of a request are for one model, before calibration.
final class HistoryLengths {
  let history: HistoryMeasure
  private let profile: TokenProfile
  private let memo: ContextMemo?
  private var remembered: ContextMemo.Lengths?

  /// The instructions that lead the request, with what a request costs by itself.
  let system: Int

  /// The tools and the form of the answer.
  let tools: Int

  /// What was reckoned without a gap, the newest message first.
  private var newest: [Int] = []
  private var newestTotal = 0

  /// What was reckoned beyond the gap.
  private var others: [Int: Int] = [:]

  /// The messages that hold media.
  private var withMedia: Set<Int> = []

  init(_ history: HistoryMeasure, _ profile: TokenProfile?, memo: ContextMemo? = nil) {
    self.history = history
    self.profile = profile ?? .unknown
    self.memo = memo
    remembered = memo?.take(self.profile)
    system = history.system.tokens(self.profile)
    tools =
      history.fixed.map { [profile = self.profile, system] in $0.tokens(profile) - system } ?? 0
  }

  /// The length of a message.
  func message(_ place: Int) -> Int {
    let age = history.messages.count - 1 - place
    if age < newest.count { return newest[age] }
    if let known = others[place] { return known }
    let length = reckon(place)
    if age == newest.count {
      newest.append(length)
      newestTotal += length
    } else {
      others[place] = length
    }
    return length
  }

  private func reckon(_ place: Int) -> Int {
    if let known = remembered?.known(history.messages[place], at: place) {
      if known.hasMedia {
        history.hasMedia = true
        withMedia.insert(place)
      }
      return known.length
    }
    let measure = history.message(place)
    if measure.hasMedia { withMedia.insert(place) }
    return measure.tokens(profile)
  }

  /// Leaves what was reckoned to the next plan.
  func remember() {
    guard let memo, var lengths = remembered else { return }
    remembered = nil
    let count = history.messages.count
    let known = newest.indices.reversed().map { age in
      let place = count - 1 - age
      return ContextMemo.Known(
        parts: history.messages[place].parts, length: newest[age],
        hasMedia: withMedia.contains(place))
    }
    lengths.note(known, endingAt: count)
    memo.put(lengths)
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
