/// A piece of work that is on its way, and the messages that it is about.
struct ChatRun {
  let work: ChatWork

  /// The message that is being sent; `nil` when a stored one is answered again.
  let question: ChatMessage?

  /// The answer; `nil` before anything of it has come.
  var answer: ChatMessage?

  /// What would do it again.
  @MainActor func remedy(after outcome: ChatOutcome) -> ChatRemedy? {
    if outcome.isUnsaved { return .work(.look) }
    if let question, question.standing == .unsent { return .resend(question) }
    if outcome.failure == nil { return nil }
    switch work {
    case .send: return .regenerate(.text)
    case .paint: return .regenerate(.image)
    case .regenerate(let mode, _, _): return .regenerate(mode)
    case .look, .follow, .fork, .checkout, .retitle: return .work(work)
    }
  }
}

/// What does again what failed or was stopped.
enum ChatRemedy {
  case resend(ChatMessage)
  case regenerate(ChatMode?)
  case work(ChatWork)
}
