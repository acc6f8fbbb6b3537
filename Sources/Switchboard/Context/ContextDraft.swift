import SwitchboardCore

/// One plan in the making.
struct ContextDraft {
  private let history: HistoryLengths
  private let input: ContextInput
  private let policy: ContextPolicy
  private let window: Int?
  private let scale: TokenScale
  /// The tokens wished for the answer.
  private let wish: Int

  private let messages: [Message]

  init(
    _ history: HistoryLengths, _ input: ContextInput, policy: ContextPolicy,
    for model: ModelDescriptor, scale: TokenScale
  ) {
    self.history = history
    self.messages = history.history.messages
    self.input = input
    self.policy = input.policy ?? policy
    self.window = model.window.map { max(0, $0) }
    let wish = history.history.maxOutputTokens ?? self.policy.reserveOutput
    self.wish = max(1, min(wish, model.maxOutput ?? .max))
    if let counted = input.promptTokens, let length = history.whole(upTo: .max) {
      self.scale = TokenScale(tokens: counted, of: length, isExact: true)
    } else {
      self.scale = scale
    }
  }

  func plan() throws(ContextMisfit) -> ContextPlan {
    defer { history.remember() }
    switch policy.strategy {
    case .slidingTurns:
      return try cut()
    case .fail:
      if let plan = whole(answer: wish, withMargin: false) { return plan }
      return try uncut()
    case .dropOldest, .summarise:
      if let plan = whole(answer: wish, withMargin: !scale.isExact) { return plan }
      return try cut()
    }
  }

  // MARK: - Whole

  /// The plan that leaves nothing out; `nil` when it does not fit.
  private func whole(answer: Int, withMargin: Bool) -> ContextPlan? {
    let most = window.map { scale.length(max(0, $0 - answer)) } ?? .max
    guard let length = history.whole(upTo: most),
      fits(length, answer: answer, withMargin: withMargin)
    else { return nil }
    var walk = TurnWalk(messages)
    let newest = walk.next() ?? 0
    return plan(Cut(newest: newest, start: 0), answer: answer)
  }

  /// The plan that leaves nothing out, with what room there is for the answer.
  private func uncut() throws(ContextMisfit) -> ContextPlan {
    if let room = whole(answer: 1, withMargin: false)?.used, let window,
      let plan = whole(answer: min(wish, window - room), withMargin: false)
    {
      return plan
    }
    // What does not fit is not read: its length is judged by what was.
    var walk = TurnWalk(messages)
    let newest = walk.next() ?? 0
    var sections = sections(of: Cut(newest: newest, start: newest)).sections
    sections.history = max(0, scale.tokens(history.whole) - sections.total)
    throw misfit(sections)
  }

  // MARK: - Cut

  /// Where a conversation is cut.
  private struct Cut {
    /// Where the turn begins that is to be answered.
    var newest: Int
    /// Where what is kept begins.
    var start: Int
    /// Instructions before the newest turn.
    var system: [Int] = []
    /// What is kept because it is pinned, in order.
    var pinned: [Int] = []
    var summary: ContextSummary?
    var summaryDue: Int?
  }

  /// A place where what is kept may begin, and the length of what lies between it and the newest
  /// turn, instructions and pinned messages aside.
  private struct Beginning {
    var place: Int
    var length: Int
  }

  private func cut() throws(ContextMisfit) -> ContextPlan {
    var walk = TurnWalk(messages)
    var cut = Cut(newest: walk.next() ?? 0, start: 0)
    cut.start = cut.newest
    cut.system = messages.withUnsafeBufferPointer { messages in
      // The one pass over all that is left out: it looks at roles alone.
      (0..<cut.newest).filter { messages[$0].role == .system }
    }
    cut.pinned = pinnedPlaces(before: cut.newest)
    let must =
      history.system + history.tools
      + (cut.system + cut.pinned).reduce(0) { $0 + history.message($1) }
      + (cut.newest..<messages.count).reduce(0) { $0 + history.message($1) }
    guard fits(must, answer: 1) else { throw misfit(sections(of: cut).sections) }
    var answer = wish
    if !fits(must, answer: wish), let window {
      // The whole wish cannot be had, whatever is left out; so nothing more is left out for it.
      answer = min(wish, policy.reserveOutput, window - scale.tokens(must))
    }
    let beginnings = beginnings(&walk, cut, must, answer)
    cut.start = beginnings.last?.place ?? cut.newest
    if policy.strategy == .summarise, cut.start > 0 {
      summarise(&cut, beginnings, must, answer)
    }
    return plan(cut, answer: answer)
  }

  /// Where what is kept may begin and still fit, the newest such place first.
  private func beginnings(
    _ walk: inout TurnWalk, _ cut: Cut, _ must: Int, _ answer: Int
  ) -> [Beginning] {
    var turns = Int.max
    if case .slidingTurns(let count) = policy.strategy { turns = max(1, count) }
    let pinned = Set(cut.pinned)
    var found = [Beginning(place: cut.newest, length: 0)]
    var next = found[0]
    while found.count < turns, let place = walk.next() {
      while next.place > place {
        next.place -= 1
        if messages[next.place].role == .system || pinned.contains(next.place) { continue }
        next.length += history.message(next.place)
        // A turn may be as long as it likes: it is read no further than it can matter.
        if !fits(must + next.length, answer: answer, withMargin: true) { return found }
      }
      found.append(next)
    }
    return found
  }

  /// Chooses the summary that leaves the most as it was said, and says when a new one is wanted.
  private func summarise(
    _ cut: inout Cut, _ beginnings: [Beginning], _ must: Int, _ answer: Int
  ) {
    func oldest(_ must: Int, times count: Int = 1) -> Beginning? {
      beginnings.last { fits(must + count * $0.length, answer: answer, withMargin: true) }
    }
    let (newest, unsummarised) = (cut.newest, cut.start)
    for summary in input.summaries.sorted(by: { $0.covers < $1.covers })
    where summary.covers > 0 && summary.covers <= newest {
      guard let reach = oldest(must + history.added(summary.message)) else { continue }
      cut.summary = summary
      cut.start = reach.place
      if reach.place <= summary.covers {
        // Summaries may end within a turn; the whole turn is then sent again.
        cut.start = beginnings.first { $0.place <= summary.covers }?.place ?? reach.place
        return
      }
    }
    // A new one covers so much that what is left fills half of the room.
    let due = oldest(must, times: 2)?.place ?? unsummarised
    if due > cut.summary?.covers ?? 0 { cut.summaryDue = due }
  }

  /// What is kept because it is pinned: words of the user alone, everything else with its turn.
  private func pinnedPlaces(before newest: Int) -> [Int] {
    let pins = input.pinned.filter { (0..<newest).contains($0) && messages[$0].role != .system }
      .sorted(by: >)
    if pins.isEmpty { return [] }
    var places: Set<Int> = []
    var walk = TurnWalk(messages)
    var turn = messages.count..<messages.count
    for pin in pins {
      while turn.lowerBound > pin, let start = walk.next() { turn = start..<turn.lowerBound }
      if pin == turn.lowerBound, messages[pin].role == .user {
        places.insert(pin)
      } else {
        places.formUnion(turn.filter { messages[$0].role != .system })
      }
    }
    return places.sorted()
  }

  // MARK: - Numbers

  private func fits(_ length: Int, answer: Int, withMargin: Bool = false) -> Bool {
    guard let window else { return true }
    let room = window - answer
    let tokens = scale.tokens(length)
    let margin = withMargin ? tokens / ContextPolicy.marginDivisor : 0
    return tokens <= room && margin <= room - tokens
  }

  private func misfit(_ sections: ContextPlan.Sections) -> ContextMisfit {
    let (need, overflow) = sections.total.addingReportingOverflow(1)
    return ContextMisfit(need: overflow ? .max : need, have: window ?? 0, sections: sections)
  }

  private func plan(_ cut: Cut, answer: Int) -> ContextPlan {
    let (sections, length) = sections(of: cut)
    var plan = ContextPlan(
      window: window, reserved: answer, asked: scale.tokens(history.whole), sections: sections,
      reckoned: length, quality: scale.isExact && cut.start == 0 ? .exact : .estimated,
      entries: entries(of: cut),
      summary: cut.summary, summaryDue: cut.summaryDue)
    if let window, let wish = history.history.maxOutputTokens,
      wish > window - sections.total
    {
      plan.maxOutputTokens = window - sections.total
    }
    return plan
  }

  /// The tokens of the sections; the rounding of each is hidden in the next, so that their sum is the
  /// whole's.
  private func sections(of cut: Cut) -> (sections: ContextPlan.Sections, length: Int) {
    var length = 0
    var tokens = 0
    func section(_ lengths: Int...) -> Int {
      length = lengths.reduce(length, +)
      defer { tokens = scale.tokens(length) }
      return scale.tokens(length) - tokens
    }
    func sum(_ places: some Sequence<Int>, system: Bool = false) -> Int {
      places.reduce(0) {
        $0 + ((messages[$1].role == .system) == system ? history.message($1) : 0)
      }
    }
    let instructions =
      sum(cut.system.filter { $0 < cut.start }, system: true)
      + sum(cut.start..<messages.count, system: true)
    let sections = ContextPlan.Sections(
      system: section(history.system, instructions), tools: section(history.tools),
      summary: section(cut.summary.map { history.added($0.message) } ?? 0),
      pinned: section(sum(cut.pinned.filter { $0 < cut.start })),
      history: section(sum(cut.start..<cut.newest)),
      newest: section(sum(cut.newest..<messages.count)))
    return (sections, length)
  }

  /// Every message in order, with what becomes of it and why.
  private func entries(of cut: Cut) -> [ContextPlan.Entry] {
    var entries: [ContextPlan.Entry] = []
    func add(_ range: Range<Int>, _ disposition: ContextPlan.Disposition, _ why: ContextPlan.Reason)
    {
      if range.isEmpty { return }
      if let last = entries.last, last.disposition == disposition, last.reason == why {
        entries[entries.count - 1].messages = last.messages.lowerBound..<range.upperBound
      } else {
        entries.append(ContextPlan.Entry(messages: range, disposition: disposition, reason: why))
      }
    }
    var place = 0
    func leave(upTo end: Int) {
      let covered = min(end, max(place, cut.summary?.covers ?? 0))
      add(place..<covered, .summarised, .summary)
      add(covered..<end, .dropped, isByTurns ? .turns : .window)
    }
    let pinned = Set(cut.pinned)
    let kept = (cut.system + cut.pinned).filter { $0 < cut.start }.sorted()
    for stays in kept {
      leave(upTo: stays)
      let isPinned = pinned.contains(stays)
      add(stays..<stays + 1, isPinned ? .pinned : .kept, isPinned ? .pinned : .systemText)
      place = stays + 1
    }
    leave(upTo: cut.start)
    add(cut.start..<cut.newest, .kept, .fits)
    add(cut.newest..<messages.count, .kept, .newest)
    return entries
  }

  /// Whether turns are left out by their number, and not for want of room.
  private var isByTurns: Bool { if case .slidingTurns = policy.strategy { true } else { false } }
}
