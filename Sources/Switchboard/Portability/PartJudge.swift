import SwitchboardCore

/// Says what becomes of a part, by where it was found, and why.
struct PartJudge {
  let provider: any Provider
  let entry: ModelCatalog.Entry
  let plan: ContextPlan?
  let newestTurn: Int
  /// Why the model is not asked.
  let exclusions: [Decision.Reason]
  let warnings: [Warning]
  let today: Day

  /// What becomes of a part.
  ///
  /// - Parameters:
  ///   - trace: The part.
  ///   - form: In what form it is sent; `nil` when it is not.
  /// - Returns: What becomes of it, and why where that is not plain.
  func fate(
    of trace: TracedRequest.Trace, _ form: TraceReading.Form?
  ) -> (PortabilityReport.Fate, String?) {
    if !exclusions.isEmpty, let reason = blocking(trace) { return (.blocks, reason) }
    guard let form else { return left(trace) }
    switch (trace.content, form) {
    case (.text, .inSystemMarks) where trace.role == .system:
      return (.translated, "It is sent as the user's words, in <system> marks.")
    case (.toolCall, .inWords), (.toolCall, .inSystemMarks), (.toolResult, .inWords),
      (.toolResult, .inSystemMarks):
      return (.translated, "It is sent in words.")
    case (.media, .inWords), (.media, .inSystemMarks):
      return (.translated, "Its text is sent.")
    default:
      return (.kept, nil)
    }
  }

  /// Why a part keeps the model from being asked; `nil` when it does not.
  private func blocking(_ trace: TracedRequest.Trace) -> String? {
    // Media of earlier turns keep nobody from answering.
    guard case .media = trace.content, trace.message >= newestTurn else { return nil }
    let alone = ChatRequest(messages: [.user([Part(trace.content)])])
    let judge = CandidateJudge(
      requirement: Requirement(of: alone), isPinned: true, today: today)
    let judgement = judge.judge(provider, entry, isNamed: true)
    if let reason = judgement.exclusions.first(where: { Self.ofMedia.contains($0.code) }) {
      return reason.message
    }
    // What each of them may, all of them together may not.
    return exclusions.first { [.mediaCount, .mediaSize].contains($0.code) }?.message
  }

  private static let ofMedia: Set<Decision.Reason.Code> = [
    .missingCapability, .mediaType, .mediaSize, .mediaCount,
  ]

  /// Why a part is not sent.
  private func left(_ trace: TracedRequest.Trace) -> (PortabilityReport.Fate, String?) {
    switch plan?.entries.first(where: { $0.messages.contains(trace.message) })?.disposition {
    case .summarised: return (.translated, "A summary stands for it.")
    case .dropped: return (.dropped, "It is too old for the model's window.")
    default: break
    }
    switch trace.content {
    case .text:
      return (.dropped, "It is blank, or nothing can stand where it stands.")
    case .reasoning:
      return (
        .dropped, word(.droppedReasoning) ?? "Thinking is of use to the model that thought it."
      )
    case .media(let media):
      return (.dropped, word(.droppedPart) ?? "The vendor is not sent \(media.mime).")
    case .toolCall, .toolResult:
      return (.dropped, word(.droppedPart) ?? "The vendor is not told of tools.")
    case .opaque:
      return (.dropped, "It means something to the vendor that made it alone.")
    case .source:
      return (.dropped, "Where a statement comes from is not sent back.")
    }
  }

  /// What the vendor's writer says of parts that it leaves out.
  private func word(_ code: Warning.Code) -> String? {
    warnings.first { $0.code == code }?.message
  }
}
