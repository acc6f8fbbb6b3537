public import SwitchboardCore

extension ChatModel {
  /// Whether ``send()`` would send something.
  public var canSend: Bool {
    !isBusy && (!attachments.isEmpty || draft.contains { !$0.isWhitespace })
  }

  /// Whether there is something to do again.
  public var canRetry: Bool { !isBusy && remedy != nil }

  /// Sends the draft with its attachments in the current mode; both are empty then.
  ///
  /// When the turn fails, or is stopped and nothing of it is kept, the message stays behind the
  /// others as ``ChatMessage/Standing/unsent``.
  public func send() {
    guard canSend else { return }
    var parts = attachments.map { Part.media($0) }
    if draft.contains(where: { !$0.isWhitespace }) { parts.append(.text(draft)) }
    draft = ""
    attachments = []
    send(ChatMessage(.user(parts), mode: mode))
  }

  /// Sends a message that is no draft, as results of tools, to be answered with text.
  public func send(_ message: Message) {
    if isBusy { return }
    send(ChatMessage(message))
  }

  /// Stops what is on its way.
  ///
  /// What has come of an answer is kept, or not, as the conversation's options say.
  public func stop() { task?.cancel() }

  /// Asks for another answer to the newest message of the user, a sibling of the one there is.
  ///
  /// Pictures that were painted are painted anew, what was said is said anew, also when it was a
  /// picture, by the model or route that is picked now.
  public func regenerate() {
    let answer = messages.last { $0.standing == .stored }
    regenerate(answer?.role == .assistant ? nil : mode)
  }

  /// Does again what failed or was stopped, with the model or route that is picked now.
  ///
  /// An answer that came whole and could not be stored is stored, not asked for again.
  public func retry() {
    if isBusy { return }
    switch remedy {
    case .resend(let message): send(message)
    case .regenerate(let mode): regenerate(mode)
    case .work(let work): begin(work)
    case nil: break
    }
  }

  /// Sends a message again that could not be sent.
  public func retry(_ message: ChatMessage) {
    if isBusy || message.standing != .unsent || message.role == .assistant { return }
    send(message)
  }

  /// Takes a message back that could not be sent: its words and media become part of the draft.
  public func takeBack(_ message: ChatMessage) {
    if isBusy || message.standing != .unsent || message.role != .user { return }
    messages.removeAll { $0 === message || $0.isLeftover }
    draft = [message.text, draft].filter { !$0.isEmpty }.joined(separator: "\n")
    attachments = message.media + attachments
    mode = message.mode
    if case .resend(let other) = remedy, other === message {
      remedy = nil
      state = .idle
    }
  }

  private func send(_ message: ChatMessage) {
    messages.removeAll { $0 === message || $0.isLeftover }
    message.standing = .underway
    messages.insert(message, at: messages.firstIndex { $0.standing == .unsent } ?? messages.count)
    switch message.mode {
    case .text: begin(.send(message.message, textRequest), question: message)
    case .image: begin(.paint(message.message, imageRequest), question: message)
    }
  }

  private func regenerate(_ mode: ChatMode?) {
    if isBusy { return }
    // The answer there is makes room; it comes back when no other one comes.
    if let place = messages.lastIndex(where: { $0.role == .user && $0.standing == .stored }) {
      let after = messages[(place + 1)...].filter { $0.node == nil && !$0.isLeftover }
      messages.replaceSubrange((place + 1)..., with: after)
    }
    begin(.regenerate(mode, textRequest, imageRequest))
  }
}
