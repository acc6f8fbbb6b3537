import Switchboard
import SwitchboardCore

/// The tokens and the money of several calls.
struct Bill: Sendable, Equatable {
  var calls = 0
  var input = 0
  var output = 0
  var amount = USD.zero
  /// Calls of which the price is not known.
  var unpriced = 0
  var isEstimated = false

  /// The bill of nothing.
  init() {}

  /// The bill of everything that was asked in a conversation: what was undone was paid for too.
  init(of conversation: ConversationID, in store: any ConversationStore) async throws {
    // Nothing is stored before the first turn.
    guard try await store.record(of: conversation) != nil else { return }
    var last: TurnID?
    while true {
      let page = try await store.stories(of: conversation, after: last, limit: 500)
      guard let end = page.last else { return }
      for attempt in page.flatMap(\.attempts) { add(attempt) }
      last = end.id
    }
  }

  /// Adds a call.
  ///
  /// - Parameter attempt: The public JSON form of an attempt.
  mutating func add(_ attempt: JSON) {
    calls += 1
    input += attempt["usage"]["input"].int ?? 0
    output += attempt["usage"]["output"].int ?? 0
    let cost = attempt["cost"]
    if let usd = cost["usd"].string.flatMap({ USD($0) }) {
      amount += usd
      if cost["quality"].string == Cost.Quality.estimated.rawValue { isEstimated = true }
    } else {
      unpriced += 1
    }
  }

  /// The bill in one line.
  var sentence: String {
    if calls == 0 { return "nothing was asked yet." }
    var text = "\(calls) call\(calls == 1 ? "" : "s"), \(input.grouped) tokens in, "
    text += "\(output.grouped) out, "
    text += unpriced == calls ? "price unknown" : "\(isEstimated ? "about " : "")$\(amount)"
    if unpriced > 0, unpriced < calls { text += " and \(unpriced) of unknown price" }
    return text + "."
  }
}
