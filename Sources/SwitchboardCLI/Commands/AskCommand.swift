import Switchboard
import SwitchboardCore

/// `ask`: one turn.
enum AskCommand {
  static let out = Flag(
    "out", .text("F"), "Write the answer to a file; one that exists is replaced")
  static let explain = Flag("explain", "Say who was considered and called, and why")

  static let row = CommandRow(
    name: "ask", words: "[PROMPT]", wordCount: 0...1,
    summary: "Ask one question",
    notes: [
      "Text on standard input is appended to the prompt; a prompt of '-' is standard input alone. A pipe is read to its end, so close it or use '< /dev/null' where there is nothing to say. With --request it is read only when '-' asks for it.",
      "The text is printed as it comes: on a terminal without control sequences, in a pipe byte for byte. Ctrl-C stops the answer; what was printed stays. A file of --out is there when the answer has ended: what had come of one that was stopped or broke off is in it, and when nothing came an older file stays.",
      KeptConversation.help,
    ],
    flags: RequestArguments.flags + [.json, .events, out, explain, .conversation]
  ) { session in
    let arguments = session.arguments
    if arguments.has(.json), arguments.has(.events) {
      throw SwitchboardError(.invalidRequest, "--json and --events exclude each other.")
    }
    let request = try await RequestArguments.request(
      session, prompt: arguments.words.first, readsInput: true)
    let form: AnswerPrinter.Form =
      arguments.has(.json) ? .document : arguments.has(.events) ? .events : .text
    let printer = AnswerPrinter(
      form: form, target: OutputTarget(session.output, path: arguments.text(out)),
      notes: session.notes, isExplained: arguments.has(explain))
    let configuration = try session.configuration()
    guard let word = arguments.text(.conversation) else {
      let router = try await session.calibratedRouter(over: configuration)
      return try await tell(try router.answer(to: request), session, printer)
    }
    let store = try await session.store(of: configuration)
    let router = try await session.calibratedRouter(over: configuration, store: store)
    let kept = try await KeptConversation(word, router: router, store: store, notes: session.notes)
    return try await kept.turn(try await kept.conversation.send(message(of: request), as: request))
    {
      try await tell($0, session, printer)
    }
  }

  /// The one message that a conversation is gone on with.
  private static func message(of request: ChatRequest) throws -> Message {
    guard request.messages.count == 1, let message = request.messages.first else {
      throw SwitchboardError(
        .invalidRequest,
        """
        A conversation goes on with one message, and the request holds \(request.messages.count); \
        leave out the earlier ones, or --conversation.
        """)
    }
    return message
  }

  private static func tell(
    _ answer: some AnswerOnItsWay, _ session: Session, _ printer: AnswerPrinter
  ) async throws -> ExitCode {
    var printer = printer
    let notes = session.notes
    let isExplained = printer.isExplained && printer.form == .text
    if isExplained { notes.write(Explanation.text(answer.decision)) }
    let finished: RoutedReply
    do {
      finished = try await printer.target.filled(keepsPart: true) {
        let finished = try await AnswerReading.read(answer, &printer)
        if printer.form == .document {
          try await printer.target.document(finished.json(explained: printer.isExplained))
        }
        return finished
      }
    } catch {
      if isExplained { notes.write(Explanation.text(answer.attempts)) }
      throw error
    }
    let reply = finished.reply
    if printer.form == .text { tell(reply, notes) }
    if isExplained { notes.write(Explanation.text(finished.attempts)) }
    return ExitCode.of(reply.finish)
  }

  /// What people want to know of an answer beside its text.
  private static func tell(_ reply: ChatReply, _ notes: Notes) {
    notes.warn(reply.warnings)
    for call in reply.message.toolCalls {
      notes.say("the model asks for the tool '\(call.name)' with \(call.argumentsText)")
    }
    for part in reply.message.parts {
      guard case .media(let media) = part.content else { continue }
      notes.say("the answer holds \(media.mime), which --json prints.")
    }
    switch reply.finish.kind {
    case .length: notes.say("the answer stops at the longest length that was allowed.")
    case .contentFilter: notes.say("the vendor's filter stopped the answer.")
    case .refusal: notes.say("the model refused: \(reply.finish.message ?? "it gave no reason").")
    default: break
    }
    if notes.isTerminal {
      notes.write(notes.dimmed(TerminalText.line(Figures.closing(reply))) + "\n")
    }
  }
}
