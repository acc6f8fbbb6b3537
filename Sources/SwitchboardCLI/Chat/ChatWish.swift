/// What a line of a chat asks for.
enum ChatWish: Equatable {
  /// An answer.
  case ask(String)
  /// Another model; empty to say which it is.
  case model(String)
  /// A picture with the next question.
  case image(String)
  /// The last turn back.
  case undo
  /// Another answer to the last question.
  case regenerate
  /// The mark that the last turn is always sent, or none.
  case pin
  /// The branch of a name; `nil` for the list.
  case branch(String?)
  /// What it has cost.
  case cost
  /// The list of these.
  case help
  /// The end.
  case quit
  /// Something that is not understood; the sentence says why.
  case unclear(String)
  /// Nothing.
  case nothing

  /// The commands: name, what follows, what it does.
  static let table: [(name: String, word: String, summary: String)] = [
    ("/model", "[M]", "go on with another model, or say which it is"),
    ("/image", "FILE", "show a picture with the next question"),
    ("/undo", "", "take the last turn back"),
    ("/regenerate", "", "ask for another answer to the last question"),
    ("/branch", "[NAME]", "go to a branch, or begin one from here; without NAME list them"),
    ("/pin", "", "mark the last turn as one that is always sent, or take the mark away"),
    ("/cost", "", "say what it has cost"),
    ("/help", "", "show this"),
    ("/quit", "", "end; Ctrl-D does too"),
  ]

  /// Reads a line; a question may begin with a slash when another stands before it.
  init(_ line: String) {
    let text = line.trimmed
    guard text.hasPrefix("/") else {
      self = text.isEmpty ? .nothing : .ask(text)
      return
    }
    if text.hasPrefix("//") {
      self = .ask(String(text.dropFirst()))
      return
    }
    let halves = text.split(separator: " ", maxSplits: 1)
    let rest = halves.count == 2 ? String(halves[1]).trimmed : ""
    switch halves[0] {
    case "/model": self = .model(rest)
    case "/image": self = rest.isEmpty ? .unclear("/image needs a FILE.") : .image(rest)
    case "/undo": self = .undo
    case "/regenerate": self = .regenerate
    case "/pin": self = .pin
    case "/branch": self = .branch(rest.isEmpty ? nil : rest)
    case "/cost": self = .cost
    case "/help": self = .help
    case "/quit", "/exit": self = .quit
    default:
      self = .unclear(
        "there is no '\(halves[0])'; /help lists the commands, and '//' begins a question with a slash."
      )
    }
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
