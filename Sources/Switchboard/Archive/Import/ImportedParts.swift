import SwitchboardCore

/// The parts of a message as they are gathered, and what could not be carried as it was.
struct ImportedParts {
  private(set) var parts: [Part] = []
  private(set) var notes: [ImportNote] = []

  /// Whether nothing was said.
  var isEmpty: Bool { parts.isEmpty }

  /// All text, joined.
  var text: String { Message(role: .user, parts: parts).text }

  /// Adds what is carried as it is; a text of white space says nothing.
  mutating func add(_ content: Part.Content) {
    if case .text(let text) = content, text.allSatisfy(\.isWhitespace) { return }
    if case .reasoning(let reasoning) = content, reasoning.text.isEmpty { return }
    parts.append(Part(content))
  }

  /// Adds a text that stands for what could not be carried.
  mutating func add(_ text: String, for note: ImportNote) {
    parts.append(.text(text))
    notes.append(note)
  }

  /// Notes what was left out.
  mutating func leaveOut(_ note: ImportNote) { notes.append(note) }

  /// Adds a text that stands for a file.
  mutating func add(missing what: String, _ facts: [String?]) {
    let facts = facts.compactMap { $0 }.filter { !$0.isEmpty }
    add("[\(([what] + facts).joined(separator: ", ")): not in the export]", for: .missingFile)
  }

  /// Adds a text that stands for a call of a tool, or for its result.
  mutating func add(tool title: String, _ text: String, _ language: String = "") {
    if text.allSatisfy(\.isWhitespace) { return add("[\(title)]", for: .toolTraffic) }
    add("[\(title)]\n\(MarkdownText.fenced(text, language))", for: .toolTraffic)
  }

  /// Adds a text that stands for content of a kind that nobody knows.
  mutating func add(unknown kind: String, _ text: String? = nil) {
    let kind = kind.isEmpty ? "content without a type" : "\(kind.prefix(60))"
    add("[\(kind)]" + (text.map { "\n\($0)" } ?? ""), for: .unknownContent)
  }
}
