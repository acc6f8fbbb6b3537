import SwitchboardCore

/// How far a run has come: a pure value, fed with what ends.
struct MatrixProgress: Sendable {
  /// What is counted, in the plural that an 's' makes: answers, or judgements.
  var things: String

  /// How many there will be.
  var total: Int

  /// How many have ended, however they did.
  private(set) var ended = 0

  /// How many of those came without a call.
  private(set) var free = 0

  /// How many of those were not even asked, as for want of money.
  private(set) var skipped = 0

  /// How many failed.
  private(set) var failed = 0

  /// What they cost as far as it is known.
  private(set) var cost = USD.zero

  /// Creates a progress.
  init(_ things: String, total: Int) {
    self.things = things
    self.total = total
  }

  /// Notes that one has ended.
  mutating func end(
    isFree: Bool = false, isSkipped: Bool = false, hasFailed: Bool = false, cost: USD? = nil
  ) {
    ended += 1
    if isFree || isSkipped { free += 1 }
    if isSkipped { skipped += 1 }
    if hasFailed { failed += 1 }
    if let cost { self.cost += cost }
  }

  /// How long the rest will take, as fast as the calls went until now; `nil` before the first.
  func timeLeft(after elapsed: Duration) -> Duration? {
    let called = ended - free
    guard called > 0, ended < total else { return nil }
    return elapsed / called * (total - ended)
  }

  /// What became of them, in one line.
  var sentence: String {
    let asked = ended - skipped
    var parts = ["\(asked.grouped) \(asked == 1 ? String(things.dropLast()) : things)"]
    if free > skipped { parts.append("\((free - skipped).grouped) without a call") }
    if failed > 0 { parts.append("\(failed.grouped) failed") }
    if skipped > 0 { parts.append("\(skipped.grouped) not asked") }
    parts.append("$\(cost)")
    return parts.joined(separator: ", ") + "."
  }

  /// The line that is drawn, no wider than the terminal.
  func line(after elapsed: Duration, width: Int) -> String {
    let share = total == 0 ? 1 : Double(ended) / Double(total)
    var parts = ["\(ended.grouped) of \(total.grouped) \(things)"]
    if let left = timeLeft(after: elapsed) { parts.append("\(Self.rough(left)) left") }
    if failed > 0 { parts.append("\(failed) failed") }
    if cost > .zero { parts.append("$\(cost)") }
    let text = parts.joined(separator: " · ")
    let room = min(24, width - TextWidth.of(text) - 3)
    guard room >= 6 else { return TextWidth.cut(text, to: width) }
    let full = Int((share * Double(room)).rounded(.down))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: room - full)
    return "\(bar)  \(text)"
  }

  /// A duration as nobody would read a clock: seconds, then minutes, then hours.
  private static func rough(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds) + 1
    if seconds < 90 { return "\(seconds) s" }
    if seconds < 90 * 60 { return "\((seconds + 30) / 60) min" }
    return "\((seconds + 1_800) / 3_600) h"
  }
}
