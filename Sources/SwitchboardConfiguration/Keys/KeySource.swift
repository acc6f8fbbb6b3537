import SwitchboardCore

/// Where one key comes from, as the configuration file says it.
enum KeySource: Hashable {
  case environment(String)
  case file(String)
  case command([String])
  case keychain(String)
  case aws(String)
  case gcp(String)

  /// The words that may stand in a source.
  static let words = ["env", "file", "command", "keychain", "aws", "gcp"]

  static let expected = #"a source as { env: "NAME" }, or an array of sources"#

  /// Reads one source or an array of them.
  static func read(_ value: ConfigurationValue) throws -> [KeySource] {
    var value = value
    // Who writes a key where its source belongs must not find it in a message.
    value.isSecret = true
    if value.json.kind == .string {
      throw value.complaint(
        """
        \(value.name) must be \(expected), not a text: a key itself does not belong in this file
        """)
    }
    guard value.json.kind == .array else { return [try one(value)] }
    let elements = try value.elements(expected)
    guard !elements.isEmpty else { throw value.wrong(expected) }
    return try elements.map(one)
  }

  private static func one(_ value: ConfigurationValue) throws -> KeySource {
    guard value.json.kind == .object else { throw value.wrong(#"a source as { env: "NAME" }"#) }
    let fields = try value.fields(words)
    guard fields.count == 1, let (word, member) = fields.first else {
      let found = fields.isEmpty ? "none of them" : "\(fields.count)"
      throw value.complaint(
        """
        \(value.name) must have exactly one of \
        \(words.map { "'\($0)'" }.joined(separator: ", ")), and has \(found)
        """)
    }
    let source = member.value
    switch word {
    case "env": return .environment(try variable(source))
    case "file":
      try source.file.demandTrust(
        for: "'\(source.path)' reads a key from a file", at: source.position)
      return .file(try source.text("the name of a file"))
    case "command":
      try source.file.demandTrust(for: "'\(source.path)' runs a command", at: source.position)
      return .command(try command(source))
    case "keychain":
      try source.file.demandTrust(
        for: "'\(source.path)' reads a key from the keychain", at: source.position)
      return .keychain(try keyName(source))
    case "aws": return .aws(try aws(source))
    default: return .gcp(try source.choice(["default"]))
    }
  }

  /// The name of an environment variable (POSIX.1-2017 §8.1).
  private static func variable(_ value: ConfigurationValue) throws -> String {
    let expected = "the name of an environment variable, of letters, digits and '_'"
    let name = try value.text(expected)
    guard KeyName.isVariable(name) else { throw value.wrong(expected) }
    // Variables are in capitals by custom; keys mix.
    if ShownWord.looksLikeKey(name), name != name.uppercased() {
      throw value.complaint("\(value.name) must be \(expected); this looks like the key itself")
    }
    return name
  }

  private static func command(_ value: ConfigurationValue) throws -> [String] {
    let expected = #"an array of a program and its arguments, as ["pass", "show", "groq"]"#
    let words = try value.elements(expected)
    guard !words.isEmpty else { throw value.wrong(expected) }
    return try words.enumerated().map { index, word in
      if index == 0 { return try word.text("the name of a program") }
      guard let text = word.json.string, !text.utf8.contains(0) else {
        throw word.wrong("a text without NUL characters")
      }
      return text
    }
  }

  private static func keyName(_ value: ConfigurationValue) throws -> String {
    let name = try value.text("the name of a key")
    guard KeyName.isValid(name) else {
      throw value.complaint("\(value.name) must be \(KeyName.expected)")
    }
    return name
  }

  private static func aws(_ value: ConfigurationValue) throws -> String {
    if value.json.kind == .object {
      let fields = try value.fields(["profile"])
      guard let profile = fields["profile"]?.value else {
        throw value.complaint("\(value.name) must have the field 'profile'")
      }
      return try profile.text("the name of a profile")
    }
    guard let word = value.json.string, ["default", "environment"].contains(word) else {
      throw value.wrong(#""default", "environment" or { profile: "NAME" }"#)
    }
    return word
  }
}

/// Names under which keys are kept.
enum KeyName {
  static let expected =
    "a name of up to 64 letters, digits, '.', '_' and '-' that starts with a letter or digit"

  /// Whether keys can be kept under a name: it is an argument of commands and the name of a file.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= 64 else {
      return false
    }
    return isWord(name)
  }

  /// Whether a name has letters, digits, `.`, `_` and `-` alone, as entries of the file must.
  static func isWord(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "-")
      }
  }

  /// Whether a name can be an environment variable's.
  static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
