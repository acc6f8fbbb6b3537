import SwitchboardCore

/// A configuration file that was found and read.
struct SourceFile: Sendable {
  /// The file as the user wrote it.
  var name: String

  /// Where it is.
  var path: String

  /// How it was found.
  var origin: Configuration.Origin

  /// Its content.
  var bytes: [UInt8]

  /// Whether it may name hosts, commands and files: somebody named it, wrote it into the user's own
  /// folder, or trusted it.
  var isTrusted: Bool

  /// The folder that its relative names start from.
  var folder: String { FilePath.folder(of: path) }

  /// Parses the content.
  func parse() throws -> ConfigurationValue {
    do throws(JSON.ParseError) {
      let limits = JSON.Limits(bytes: FileReader.largestFile)
      return ConfigurationValue(try JSON.parsingJSON5(bytes, limits: limits), path: "", in: self)
    } catch {
      let sentence: String
      switch error.reason {
      case .duplicateKey(let key, let first):
        sentence = """
          \(ShownWord.quoted(key)) was already given at line \(first.line), column \(first.column); \
          leave one of them out
          """
      case .empty: sentence = "the file holds no value; it must hold an object, as '{}'"
      default: sentence = error.reason.description
      }
      throw complaint(sentence, at: JSON.Position(line: error.line, column: error.column))
    }
  }

  /// What is wrong at a place, in one sentence without its full stop.
  func complaint(
    _ sentence: String, at position: JSON.Position, underlying: (any Error)? = nil
  ) -> SwitchboardError {
    var text = sentence
    if let last = text.last, last != ".", last != "?" { text += "." }
    return SwitchboardError(
      .configuration, "\(name):\(position.line):\(position.column): \(text)",
      underlying: underlying)
  }

  /// Refuses what only a trusted file may say.
  func demandTrust(for what: String, at position: JSON.Position) throws {
    if isTrusted { return }
    throw complaint(
      """
      \(what), which a file found in the project folder may do only when you trust it: read it, \
      then run `switchboard trust \(ShellWord.quoted(name))`
      """, at: position)
  }
}

/// Words of a file as they may be shown in a message.
enum ShownWord {
  /// The word in quotes; `nil` when it is long, or could be a key that got into the wrong place.
  static func shown(_ word: String) -> String? {
    guard word.utf8.count <= 60, !looksLikeKey(word) else { return nil }
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: false
      default: true
      }
    }
    return isPlain ? "'\(word)'" : nil
  }

  /// The word in quotes, or words that stand for it.
  static func quoted(_ word: String) -> String { shown(word) ?? "a long word" }

  /// Whether a word, or one in it, has the shape of a key: long, letters and digits mixed.
  static func looksLikeKey(_ word: String) -> Bool {
    word.split { $0.isWhitespace }.contains { piece in
      if piece.hasPrefix("sk-"), piece.utf8.count > 6 { return true }
      guard piece.utf8.count >= 20 else { return false }
      let hasDigit = piece.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let hasLetter = piece.utf8.contains {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
      return hasLetter && hasDigit
    }
  }
}
