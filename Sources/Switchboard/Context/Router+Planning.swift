import SwitchboardCore

extension CandidateJudge.Judgement {
  /// Plans what a model is sent; when it cannot hold what must be sent, that speaks against it.
  mutating func plan(
    _ history: HistoryMeasure, _ input: ContextInput, policy: ContextPolicy,
    for facts: ModelDescriptor, _ scale: TokenScale
  ) -> ContextPlan? {
    do {
      return try ContextDraft(
        HistoryLengths(history, facts.tokens, memo: input.memo), input, policy: policy, for: facts,
        scale: scale
      ).plan()
    } catch {
      exclusions.append(
        .init(.window, error.sentence, need: String(error.need), have: String(error.have)))
      return nil
    }
  }
}

extension Router {
  /// A target with a shorter prompt or answer, after its vendor said with numbers that the prompt was
  /// too long; `nil` when nothing can be shortened.
  func shortened(
    _ target: Target, after error: SwitchboardError, _ request: ChatRequest, _ input: ContextInput
  ) -> Target? {
    let sent = target.plan
    guard
      let stated = StatedLength(
        error.message, maxOutputTokens: sent.maxOutputTokens ?? request.options.maxOutputTokens)
    else { return nil }
    var facts = target.facts
    facts.window = stated.limit
    var input = input
    input.promptTokens = nil
    var policy = input.policy ?? context
    // The vendor's own default for an answer whose length was left open.
    if let output = stated.output { policy.reserveOutput = max(1, output) }
    input.policy = policy
    let draft = ContextDraft(
      HistoryLengths(HistoryMeasure(request), facts.tokens), input, policy: policy, for: facts,
      scale: TokenScale(tokens: stated.prompt, of: sent.reckoned, isExact: true))
    do {
      var target = target
      target.plan = try draft.plan()
      let isShorter =
        target.plan.entries != sent.entries || target.plan.maxOutputTokens != sent.maxOutputTokens
      return isShorter ? target : nil
    } catch {
      // What must be sent does not fit: the vendor's own word stands.
      return nil
    }
  }

  /// The warning when a vendor read far less than it was sent: some servers cut a long prompt at its
  /// beginning, instructions first, and answer as if nothing were amiss.
  ///
  /// Half is far: no vocabulary that is known reckons so far from the estimate.
  func silentCut(_ usage: Usage?, by target: Target) -> Warning? {
    let sent = target.plan.used
    guard let usage, usage.source == .reported, let read = usage.input, !target.hasMedia,
      sent >= Self.leastCut, read < sent / 2
    else { return nil }
    return Warning(
      .historyCut,
      "The vendor read \(read) of about \(sent) tokens: it may have cut the beginning of the "
        + "conversation without saying so.")
  }

  /// Prompts with fewer tokens than this are not suspected of having been cut.
  private static let leastCut = 512
}
