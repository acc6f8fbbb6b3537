import SwitchboardCore

/// The conversation of a chat, with its branches: a pure value.
struct ChatHistory: Sendable {
  /// One line of the conversation.
  struct Branch: Sendable {
    var messages: [Message] = []
  }

  /// The branches, in the order in which they were begun.
  private(set) var branches = [Branch()]

  /// The branch that is spoken in.
  private(set) var current = 0

  /// What was used until now, over all branches: what was undone was paid for too.
  private(set) var bill = Bill()

  /// The messages of the branch that is spoken in.
  var messages: [Message] { branches[current].messages }

  /// Notes a turn that was answered, whole or in part.
  mutating func add(_ question: Message, _ answer: Message) {
    branches[current].messages += [question, answer]
  }

  /// Notes what a turn used.
  mutating func charge(_ attempts: [Attempt]) {
    for attempt in attempts { bill.add(attempt.usage, attempt.cost) }
  }

  /// Takes the last turn back.
  ///
  /// - Returns: The question of it; `nil` when there is none.
  mutating func undo() -> Message? {
    guard let place = messages.lastIndex(where: { $0.role == .user }) else { return nil }
    let question = messages[place]
    branches[current].messages.removeSubrange(place...)
    return question
  }

  /// Begins a branch that goes on from here, and leaves the one spoken in as it is.
  mutating func fork() {
    branches.append(branches[current])
    current = branches.count - 1
  }

  /// Goes on in another branch.
  ///
  /// - Parameter number: Its number, from 1.
  /// - Returns: Whether there is one.
  mutating func go(to number: Int) -> Bool {
    guard branches.indices.contains(number - 1) else { return false }
    current = number - 1
    return true
  }
}

/// The tokens and the money of several calls.
struct Bill: Sendable, Equatable {
  var calls = 0
  var input = 0
  var output = 0
  var amount = USD.zero
  /// Calls of which the price is not known.
  var unpriced = 0
  var isEstimated = false

  /// Adds a call.
  mutating func add(_ usage: Usage?, _ cost: Cost?) {
    calls += 1
    input += usage?.input ?? 0
    output += usage?.output ?? 0
    if let usd = cost?.usd {
      amount += usd
      if cost?.quality == .estimated { isEstimated = true }
    } else {
      unpriced += 1
    }
  }

  /// The bill in one line.
  var sentence: String {
    if calls == 0 { return "nothing was asked yet." }
    var text = "\(calls) call\(calls == 1 ? "" : "s"), \(Figures.grouped(input)) tokens in, "
    text += "\(Figures.grouped(output)) out, "
    text += unpriced == calls ? "price unknown" : "\(isEstimated ? "about " : "")$\(amount)"
    if unpriced > 0, unpriced < calls { text += " and \(unpriced) of unknown price" }
    return text + "."
  }
}
