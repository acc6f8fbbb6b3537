import SwitchboardCore

/// The system's own store of keys: the login keychain on a Mac, the desktop's secret service on
/// Linux where `secret-tool` and a session are there, the app's keychain on Apple's other systems.
///
/// On a Mac and on Linux a program of the system is asked. Keys travel to it through pipes and never
/// stand among its arguments, where every user of the machine could read them.
struct Keychain: Sendable {
  /// The word under which all our keys are filed.
  static let service = "switchboard"

  /// The program that speaks to the store.
  var path: String

  var environment: [String: String]
  var timeLimit: Duration

  /// The system's store; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - environment: The environment, without the variables that hold keys.
  ///   - timeLimit: How long the store may ask its user for a password.
  /// - Returns: The store.
  static func system(environment: [String: String], timeLimit: Duration) -> Keychain? {
    #if os(macOS)
    return Keychain(path: "/usr/bin/security", environment: environment, timeLimit: timeLimit)
    #elseif os(Linux)
    // Without a session bus, as on a server, `secret-tool` has nobody to ask.
    let bus = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
    let folder = environment["XDG_RUNTIME_DIR"] ?? ""
    guard !bus.isEmpty || !folder.isEmpty && FileReader.hasContent("\(folder)/bus"),
      let path = Executable.find("secret-tool", environment: environment, folder: "/")
    else { return nil }
    return Keychain(path: path, environment: environment, timeLimit: timeLimit)
    #else
    // No program is started there.
    return Keychain(path: "", environment: [:], timeLimit: timeLimit)
    #endif
  }

  /// What the store is called.
  var name: String {
    #if os(macOS)
    "the login keychain"
    #elseif os(Linux)
    "the desktop's secret service"
    #else
    "the keychain"
    #endif
  }

  var capitalName: String { name.prefix(1).uppercased() + name.dropFirst() }
}

#if os(macOS) || os(Linux)
extension Keychain {
  /// The key of a name; `nil` when the store has none.
  func secret(_ name: String) throws(SwitchboardError) -> Secret? {
    #if os(macOS)
    let words = ["find-generic-password", "-s", Self.service, "-a", name, "-w"]
    #else
    let words = ["lookup", "service", Self.service, "account", name]
    #endif
    let outcome = try run(words)
    // Both programs answer "no such key" with an exit code above zero and no output.
    guard outcome.exitCode == 0, !outcome.output.isEmpty else {
      if Self.meansMissing(outcome) { return nil }
      throw failure("could not read the key '\(name)'", outcome)
    }
    return try KeyText.secret(outcome.output, from: "\(self.name) under '\(name)'")
  }

  /// Keeps a key, in place of the one it had.
  func set(_ name: String, to secret: Secret) throws(SwitchboardError) {
    #if os(macOS)
    // `security` takes passwords as arguments only, but reads whole commands from standard input.
    let hex = secret.reveal().utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    let command = "add-generic-password -U -s \(Self.service) -a \(name) -X \(hex)\n"
    let outcome = try run(["-i"], input: Array(command.utf8))
    #else
    let words = [
      "store", "--label=Switchboard: \(name)", "service", Self.service, "account", name,
    ]
    let outcome = try run(words, input: Array(secret.reveal().utf8))
    #endif
    guard outcome.exitCode == 0 else { throw failure("did not keep the key '\(name)'", outcome) }
  }

  /// Forgets a key; nothing happens when there is none.
  func remove(_ name: String) throws(SwitchboardError) {
    #if os(macOS)
    let words = ["delete-generic-password", "-s", Self.service, "-a", name]
    #else
    let words = ["clear", "service", Self.service, "account", name]
    #endif
    let outcome = try run(words)
    guard outcome.exitCode == 0 || Self.meansMissing(outcome) else {
      throw failure("did not forget the key '\(name)'", outcome)
    }
  }

  private static func meansMissing(_ outcome: ChildProcess.Outcome) -> Bool {
    #if os(macOS)
    // errSecItemNotFound, as an exit code.
    outcome.exitCode == 44
    #else
    outcome.exitCode == 1 && outcome.output.isEmpty
    #endif
  }

  private func run(
    _ words: [String], input: [UInt8] = []
  ) throws(SwitchboardError) -> ChildProcess.Outcome {
    let child = ChildProcess(
      path: path, arguments: [FilePath.name(of: path)] + words, environment: environment,
      input: input, timeLimit: timeLimit)
    do throws(ChildProcess.Failure) {
      return try child.run()
    } catch {
      throw SwitchboardError(
        .authentication,
        "\(capitalName) could not be asked: its program \(error.words(timeLimit: timeLimit)).",
        underlying: error)
    }
  }

  private func failure(_ words: String, _ outcome: ChildProcess.Outcome) -> SwitchboardError {
    let end = outcome.exitCode.map { "exit code \($0)" } ?? "ended by a signal"
    return SwitchboardError(
      .authentication, "\(capitalName) \(words) (\(end)); is it there and unlocked?")
  }
}
#endif
