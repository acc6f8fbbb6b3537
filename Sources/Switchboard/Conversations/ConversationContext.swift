import SwitchboardCore

/// What a conversation knows beside a request: where its pins and summaries stand in it.
struct ConversationContext {
  /// The messages of the branch that are in the request, its leading instructions aside.
  let nodes: ArraySlice<ConversationNode>
  /// The nodes that have a summary, by how many messages it covers.
  private(set) var summaries: [ContextSummary]
  private let pinned: Set<Int>
  private let memo: ContextMemo

  /// - Parameters:
  ///   - nodes: The messages of the branch.
  ///   - summaries: The summaries of all branches.
  ///   - lead: How many of the first messages stand elsewhere in the request.
  ///   - count: How many messages the request was made of, new ones among them.
  ///   - memo: The lengths that earlier plans have reckoned.
  init(
    _ nodes: [ConversationNode], summaries: [ConversationNode], lead: Int, count: Int,
    memo: ContextMemo
  ) {
    self.memo = memo
    let nodes = nodes.prefix(count).dropFirst(lead)
    self.nodes = nodes
    pinned = Set(
      nodes.indices.compactMap { nodes[$0].isPinned ? $0 - nodes.startIndex : nil })
    var texts: [NodeID: String] = [:]
    for summary in summaries {
      if let parent = summary.parent { texts[parent] = summary.message.text }
    }
    self.summaries =
      texts.isEmpty
      ? []
      : nodes.indices.compactMap { place in
        texts[nodes[place].id].map {
          ContextSummary(covers: place - nodes.startIndex + 1, text: $0)
        }
      }
  }

  var input: ContextInput { ContextInput(pinned: pinned, summaries: summaries, memo: memo) }

  mutating func add(_ summary: ContextSummary) { summaries.append(summary) }

  /// The last message that a number of messages holds.
  func node(before count: Int) -> ConversationNode? {
    count >= 1 && count <= nodes.count ? nodes[nodes.startIndex + count - 1] : nil
  }
}

extension Conversation {
  /// Has the summary written that the plan of a request wants, unless it is there.
  ///
  /// - Returns: What the plan is to be made of, and why there is no new summary when none could be
  ///   written: the turn then goes on without.
  func summarised(
    _ request: ChatRequest, _ known: ConversationContext
  ) async throws -> (input: ContextInput, failure: SwitchboardError?) {
    guard let summariser, router.context.strategy == .summarise else { return (known.input, nil) }
    let plan = try router.explain(request, context: known.input).candidates
      .first { $0.verdict == .chosen }?.plan
    guard let plan, let covers = plan.summaryDue, let last = known.node(before: covers) else {
      return (known.input, nil)
    }
    var known = known
    let previous = known.summaries.filter { $0.covers < covers }.max { $0.covers < $1.covers }
    do {
      let text = try await summariser.summary(
        of: Array(request.messages[(previous?.covers ?? 0)..<covers]), previous: previous?.text,
        limit: Self.summaryLength(in: plan))
      try await keep(text, after: last)
      known.add(ContextSummary(covers: covers, text: text))
      return (known.input, nil)
    } catch let error as SwitchboardError {
      return (known.input, error)
    }
  }

  func summaries() async throws -> [ConversationNode] {
    guard router.context.strategy == .summarise else { return [] }
    if let known = state.withLock({ $0.summaries }) { return known }
    let stored =
      try await store.record(of: id) == nil ? [] : try await store.summaries(of: id)
    state.withLock { $0.summaries = stored }
    return stored
  }

  private func keep(_ text: String, after last: ConversationNode) async throws {
    let turn = NewTurn(
      conversation: id, branch: nil, parent: .node(last.id), messages: [.system(text)],
      kind: .summary, at: router.time.wall())
    let nodes = try await store.append([turn]).flatMap(\.nodes)
    state.withLock { $0.summaries = ($0.summaries ?? []) + nodes }
  }

  /// An eighth of what a model holds is enough for a memory, and a thousand tokens for any.
  private static func summaryLength(in plan: ContextPlan) -> Int {
    max(64, min(1_024, (plan.available ?? 8_192) / 8))
  }
}
