public import SwitchboardCore

/// Keeps keys for `switchboard keys` and for `key: { keychain: "NAME" }`.
///
/// They go to the system's keychain where there is one, else to files that nobody else can open.
/// They are looked for in both, so that a desktop's keys are found in a session without a desktop.
public struct KeyStore: Sendable {
  private let keychain: Keychain?
  private let folder: KeyFolder?
  private let folders: ConfigurationFolders

  /// Opens the store of a user.
  ///
  /// - Parameters:
  ///   - folders: Where the user's configuration folder is.
  ///   - environment: The environment, without the variables that hold keys.
  ///   - timeLimit: How long the keychain may ask its user for a password.
  public init(
    folders: ConfigurationFolders, environment: [String: String],
    timeLimit: Duration = .seconds(30)
  ) {
    self.folders = folders
    keychain = Keychain.system(environment: environment, timeLimit: timeLimit)
    folder = folders.user.first.map { user in
      let path = FilePath.joined(user, "keys")
      return KeyFolder(path: path, shownPath: folders.shown(path))
    }
  }

  /// Where new keys go, for people.
  public var place: String {
    keychain?.name ?? folder.map { "the folder '\($0.shownPath)'" } ?? "no place"
  }

  /// Keeps a key under a name, in place of the one it had.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, `.`, `_` and `-`.
  ///   - secret: The key.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` or `authentication`,
  ///   without the key.
  public func set(_ name: String, to secret: Secret) throws {
    try check(name)
    let secret = try KeyText.secret(Array(secret.reveal().utf8), from: "the input")
    guard secret.reveal().utf8.count <= Self.longestKey else {
      throw SwitchboardError(
        .configuration, "The key is longer than \(Self.longestKey) bytes; it cannot be kept.")
    }
    let folder = try writableFolder()
    guard let keychain else { return try folder.set(name, to: secret) }
    // The name first: a key that is listed and missing can be seen and mended.
    let names = try folder.keychainNames()
    if !names.contains(name) { try folder.setKeychainNames((names + [name]).sorted()) }
    try keychain.set(name, to: secret)
    _ = try folder.remove(name)
  }

  /// Forgets a key.
  ///
  /// - Parameter name: Its name.
  /// - Returns: Whether there was one.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` or `authentication`.
  @discardableResult
  public func remove(_ name: String) throws -> Bool {
    try check(name)
    guard let folder else { return false }
    let wasFile = try folder.remove(name)
    let names = try folder.keychainNames()
    guard names.contains(name) else { return wasFile }
    guard let keychain else {
      throw SwitchboardError(
        .configuration,
        "The key '\(name)' is in a keychain that this session cannot reach; remove it from the desktop."
      )
    }
    try keychain.remove(name)
    try folder.setKeychainNames(names.filter { $0 != name })
    return true
  }

  /// The names of all keys, sorted; never their values.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`.
  public func list() throws -> [String] {
    guard let folder else { return [] }
    return Set(try folder.names() + folder.keychainNames()).sorted()
  }

  /// Whether a key may be there, without running anything: a keychain has to be asked to be sure.
  public func mayContain(_ name: String) -> Bool {
    keychain != nil || folder?.contains(name) == true
  }

  /// Reads a key.
  ///
  /// - Parameter name: Its name.
  /// - Returns: The key.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `authentication` that says how to set it
  ///   when there is none.
  public func secret(_ name: String) throws -> Secret { try read(name) }

  func read(_ name: String) throws(SwitchboardError) -> Secret {
    if let folder, let secret = try folder.secret(name) { return secret }
    if let keychain, let secret = try keychain.secret(name) { return secret }
    let hint =
      keychain == nil
      ? " (there is no keychain here that could be asked)" : ""
    throw SwitchboardError(
      .authentication,
      "There is no key named '\(name)'\(hint); set it with `switchboard keys set \(name)`.")
  }

  /// The most bytes of a key: as hexadecimal digits and with a command around it, it must fit a pipe.
  private static let longestKey = 7 << 10

  private func check(_ name: String) throws {
    if KeyName.isValid(name) { return }
    throw SwitchboardError(.configuration, "The name of a key must be \(KeyName.expected).")
  }

  private func writableFolder() throws -> KeyFolder {
    if let folder { return folder }
    _ = try folders.writable(for: "keys")
    throw SwitchboardError(.configuration, "There is no folder for keys.")
  }
}
