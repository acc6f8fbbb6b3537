import Switchboard
import SwitchboardCore

/// `chat`: many turns.
enum ChatCommand {
  static let row = CommandRow(
    name: "chat", words: "", wordCount: 0...0, summary: "Talk, many turns",
    notes: [
      "Every line is a turn. Commands: \(ChatWish.table.map { $0.word.isEmpty ? $0.name : "\($0.name) \($0.word)" }.joined(separator: ", ")).",
      "Ctrl-C stops an answer and keeps what had come; pressed twice at the prompt, or Ctrl-D, it ends the chat. A chat whose terminal is closed keeps it, too. From a pipe or file each line is a turn, too; the exit code is then the worst of its turns.",
      KeptConversation.help,
    ],
    flags: [.model, .route, .system, .maxTokens, .temperature, .reasoning, .conversation]
  ) { session in
    if session.arguments.has(.model), session.arguments.has(.route) {
      throw SwitchboardError(.invalidRequest, "--model and --route exclude each other.")
    }
    var request = ChatRequest(messages: [])
    try await RequestArguments.apply(session.arguments, to: &request)
    let configuration = try session.configuration()
    let kept: KeptConversation
    if let word = session.arguments.text(.conversation) {
      let store = try await session.store(of: configuration)
      let router = try await session.calibratedRouter(over: configuration, store: store)
      kept = try await KeptConversation(word, router: router, store: store, notes: session.notes)
    } else {
      let router = try await session.calibratedRouter(over: configuration)
      kept = KeptConversation(router: router, notes: session.notes)
    }
    var talk = ChatTalk(session: session, kept: kept, request: request)
    return try await talk.run()
  }
}
