import Switchboard
import SwitchboardCore

extension ChatModel {
  /// Begins a piece of work; does nothing while another is on its way.
  func begin(_ work: ChatWork, question: ChatMessage? = nil) {
    guard task == nil else { return }
    run = ChatRun(work: work, question: question)
    isBusy = true
    remedy = nil
    state = work.isTurn ? .sending : .idle
    let feed = AnswerFeed()
    let worker = ChatWorker(conversation: conversation, feed: feed)
    let (time, pace) = (time, pace)
    task = Task { [weak self] in
      async let ending = worker.carryOut(work)
      for await _ in feed.news {
        self?.take(feed.message)
        do { try await time.sleep(pace) } catch { break }
      }
      let outcome = await ending
      self?.take(feed.message)
      self?.end(outcome)
    }
  }

  /// Takes over what has come of the answer: one change of one message.
  private func take(_ message: Message?) {
    guard let message, var run else { return }
    if let answer = run.answer {
      if answer.message.parts != message.parts { answer.message = message }
      return
    }
    let answer = ChatMessage(message)
    run.answer = answer
    self.run = run
    messages.insert(answer, at: messages.firstIndex { $0.standing == .unsent } ?? messages.count)
    state = .streaming
  }

  private func end(_ outcome: ChatOutcome) {
    guard let run else { return }
    self.run = nil
    task = nil
    if let turn = outcome.turn { lastTurn = turn }
    if let view = outcome.view { show(view, answer: run.answer) }
    for message in messages where message.standing == .underway {
      message.standing = outcome.isUnsaved ? .unsaved : .unsent
      if message === run.answer, !outcome.isWhole {
        message.message.incomplete = Self.reason(outcome.failure)
      }
    }
    if run.question == nil { messages.removeAll(where: \.isLeftover) }
    remedy = run.remedy(after: outcome)
    state = outcome.failure.map { .failed($0) } ?? .idle
    isBusy = false
  }

  /// Shows a conversation: messages that are known stay the objects they are.
  private func show(_ view: ConversationSnapshot, answer: ChatMessage?) {
    var known: [NodeID: ChatMessage] = [:]
    for message in messages { if let node = message.node { known[node] = message } }
    var pending = messages.filter { $0.node == nil && $0.standing != .unsent }
    var shown = view.nodes.map { node in
      let versions = view.versions(of: node.id)
      let place = pending.firstIndex {
        $0.role == node.message.role && ($0 === answer || $0.message.parts == node.message.parts)
      }
      if let message = known[node.id] ?? place.map({ pending.remove(at: $0) }) {
        message.become(node, versions)
        return message
      }
      return ChatMessage(node, versions: versions)
    }
    shown += messages.filter { $0.node == nil }
    if !shown.elementsEqual(messages, by: ===) { messages = shown }
    if branch != view.branch { branch = view.branch }
    if branches != view.branches { branches = view.branches }
    if title != view.title { title = view.title }
  }

  private static func reason(_ failure: SwitchboardError?) -> Message.Incompleteness {
    switch failure?.kind {
    case nil: .cancelled
    case .truncated: .truncated
    default: .failed
    }
  }
}
