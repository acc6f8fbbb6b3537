/// What became of the messages of one conversation.
struct ImportTally: Hashable, Sendable {
  /// Messages that are as they were.
  var kept = 0

  /// Messages of which a part has another form than it had.
  var changed = 0

  /// Messages that said nothing, and are not there.
  var leftOut = 0

  /// What was changed or left out, and how often.
  private(set) var notes: [ImportNote: Int] = [:]

  /// Counts a message.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether it said nothing.
  ///   - found: What was found in it that could not be carried as it was.
  mutating func count(isEmpty: Bool, notes found: [ImportNote]) {
    if isEmpty {
      leftOut += 1
    } else if found.isEmpty {
      kept += 1
    } else {
      changed += 1
    }
    for note in found { notes[note, default: 0] += 1 }
  }
}

/// A reason why something is not as it was in the file.
enum ImportNote: String, Hashable, Sendable, CaseIterable {
  case missingFile = "files that the export does not hold, named in the text"
  case attachedText = "attached files, put into the text"
  case toolTraffic = "calls and results of tools, as text"
  case instructions = "instructions of the person, as system text"
  case unknownContent = "content of a kind that is not known, named in the text"
  case aside = "remarks of the program, left out"
}
