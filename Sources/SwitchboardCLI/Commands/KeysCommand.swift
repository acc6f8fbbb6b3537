import SwitchboardConfiguration
import SwitchboardCore
import SwitchboardWire

/// `keys`: the keys that are kept for `key: { keychain: "NAME" }`; their values are never shown.
enum KeysCommand {
  static let row = CommandRow(
    name: "keys", words: "set|remove|list [NAME]", wordCount: 1...2,
    summary: "Keep keys in the keychain, or in files nobody else can open",
    notes: [
      "'keys set NAME' reads the key from standard input, or asks for it on a terminal without showing it. A key never stands on a command line, where other users could see it."
    ]
  ) { session in
    let words = session.arguments.words
    let store = KeyStore(
      folders: try session.folders(), environment: session.environment.filter { !isKey($0.key) })
    switch (words[0], words.dropFirst().first) {
    case ("list", nil):
      for name in try store.list() { try await session.output.line(TerminalText.line(name)) }
    case ("set", let name?):
      try store.set(name, to: try await secret(name, session))
      session.notes.say("the key '\(name)' is kept in \(store.place).")
    case ("remove", let name?):
      guard try store.remove(name) else {
        throw SwitchboardError(.invalidRequest, "There is no key named '\(name)'.")
      }
      session.notes.say("the key '\(name)' is forgotten.")
    case ("set", nil), ("remove", nil):
      throw ArgumentParser.UsageError(
        message: "'keys \(words[0])' needs the NAME of a key.", command: "keys")
    default:
      throw ArgumentParser.UsageError(
        message: "'keys' takes set, remove or list, not '\(TerminalText.line(words[0]))'.",
        command: "keys")
    }
    return .done
  }

  private static func isKey(_ variable: String) -> Bool {
    vendors.contains { $0.kinds.contains { $0.usualKeys.contains(variable) } }
  }

  private static func secret(_ name: String, _ session: Session) async throws -> Secret {
    let input = InputDescriptor.standard
    let bytes: [UInt8]
    if input.isTerminal {
      bytes = try await SilentTerminal.readLine(
        "The key for '\(name)' (it is not shown): ", session.notes, session.interrupts)
    } else {
      bytes = try await input.whole(limit: 1 << 20)
    }
    let secret = Secret(try InputFile.text(bytes, name: "The key"))
    guard !secret.isEmpty else {
      throw SwitchboardError(.invalidRequest, "The key is empty; nothing was changed.")
    }
    return secret
  }
}
