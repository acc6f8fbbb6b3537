import Switchboard
import SwitchboardCore
import SwitchboardEvaluation

extension CandidateView {
  /// Its state and figures: `answering · first 350 ms · 88/s · 40 tokens · $0.0004`.
  ///
  /// - Parameter now: The time, on the clock of its steps; without it nothing is reckoned that only an
  ///   answer on its way has.
  /// - Returns: The pieces, as they are to be fitted in.
  func status(now: Duration? = nil) -> StatusLine {
    var pieces = [StatusLine.Piece(stand.word, rank: 0)]
    let timing = reply?.reply.timing
    if let first = timing?.firstToken ?? firstToken {
      let time = Figures.time(first)
      pieces.append(.init("first \(time)", "1st \(time)", rank: 5))
    }
    let tokens = tokens(now)
    if let speed = tokens?.speed { pieces.append(.init("\(speed)/s", rank: 2)) }
    if let count = tokens?.count {
      pieces.append(.init("\(count) tokens", "\(count) tok", rank: 3))
    }
    if let total = timing?.total { pieces.append(.init(Figures.time(total), rank: 6)) }
    if let reply { pieces.append(Self.cost(reply.reply.cost)) }
    if !warnings.isEmpty {
      let words = warnings.count == 1 ? "warning" : "warnings"
      pieces.append(.init("\(warnings.count) \(words)", "\(warnings.count) warn", rank: 4))
    }
    return StatusLine(pieces: pieces)
  }

  private static func cost(_ cost: Cost?) -> StatusLine.Piece {
    guard let cost, let usd = cost.usd else { return .init("price unknown", "$?", rank: 1) }
    let text = "$\(usd)"
    if cost.quality == .exact { return .init(text, rank: 1) }
    return .init("about \(text)", "~\(text)", rank: 1)
  }

  /// What was written, and how fast; of an answer on its way it is reckoned, at four bytes a token.
  private func tokens(_ now: Duration?) -> (count: String, speed: String?)? {
    if let count = reply?.reply.usage?.output ?? (isOver ? answer.usage?.output : nil) {
      return ("\(count)", reply?.reply.tokensPerSecond.map { Figures.decimal($0, places: 0) })
    }
    guard receivedBytes > 0, reply == nil else { return nil }
    let count = (receivedBytes + 3) / 4
    guard let now, !isOver, let askedAt, now - askedAt >= .milliseconds(1) else {
      return ("~\(count)", nil)
    }
    return (
      "~\(count)", "~" + Figures.decimal(Double(count) / ((now - askedAt) / .seconds(1)), places: 0)
    )
  }
}
