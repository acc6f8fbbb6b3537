import SwitchboardCore

/// Makes the credentials of entries from the sources that the configuration names.
struct KeyRings: Sendable {
  var environment: [String: String]
  var folders: ConfigurationFolders

  /// The variables that hold keys; the programs that are run do not see them.
  var keyVariables: Set<String>

  /// How long a command or keychain may take.
  var timeLimit: Duration

  /// How long what a command or keychain gave is used.
  var lifetime: Duration

  /// The ring of the sources of one entry.
  ///
  /// - Parameters:
  ///   - sources: Where the keys come from.
  ///   - folder: Where relative names start.
  /// - Returns: The ring; nothing has been read.
  func ring(_ sources: [KeySource], in folder: String) -> KeyRing {
    KeyRing(sources.map { credential($0, in: folder) })
  }

  /// The ring of an entry that names no keys: the first of the usual variables that is set.
  func ring(usual variables: [String]) -> KeyRing {
    let first = variables.first { !isEmpty($0) }
    return KeyRing((first.map { [$0] } ?? variables).map(variable))
  }

  /// Whether a variable is missing or holds nothing.
  func isEmpty(_ variable: String) -> Bool {
    Secret(environment[variable] ?? "").isEmpty
  }

  private func credential(_ source: KeySource, in folder: String) -> Credential {
    switch source {
    case .environment(let name): return variable(name)
    case .file(let name):
      let file = KeyFile(
        name: name, path: FilePath.absolute(name, in: folder, home: folders.home))
      return Credential(
        place: "the file '\(name)'", isPresent: FileReader.hasContent(file.path)
      ) { try file.secret() }
    case .command(let words):
      let command = KeyCommand(
        words: words, environment: childEnvironment, folder: folder, timeLimit: timeLimit)
      let key = KeptKey(lifetime: lifetime) { () throws(SwitchboardError) in
        try command.secret()
      }
      return Credential(place: command.name, isPresent: command.path != nil) {
        try await key.secret()
      }
    case .keychain(let name):
      let store = keyStore
      let key = KeptKey(lifetime: lifetime) { () throws(SwitchboardError) in
        try store.read(name)
      }
      return Credential(place: "the key store under '\(name)'", isPresent: store.mayContain(name)) {
        try await key.secret()
      }
    case .aws(let way):
      return account(.aws(way), place: Self.awsPlace(way), isPresent: hasAWS(way))
    case .gcp(let way):
      return account(.gcp(way), place: "Google's default credentials", isPresent: hasGoogle)
    }
  }

  private func variable(_ name: String) -> Credential {
    let bytes = Array((environment[name] ?? "").utf8)
    return Credential(place: "$\(name)", isPresent: !isEmpty(name)) {
      try KeyText.secret(bytes, from: "$\(name)")
    }
  }

  /// The user's store of keys.
  var keyStore: KeyStore {
    KeyStore(folders: folders, environment: childEnvironment, timeLimit: timeLimit)
  }

  private var childEnvironment: [String: String] {
    environment.filter { !keyVariables.contains($0.key) }
  }

  // MARK: - Accounts of clouds

  /// A credential that its vendor reads itself: it is more than one text.
  private func account(
    _ scheme: Credential.Scheme, place: String, isPresent: Bool
  ) -> Credential {
    Credential(scheme: scheme, place: place, isPresent: isPresent) {
      throw SwitchboardError(
        .authentication,
        """
        This kind of vendor wants a key that is one text, and \(place) are not: name one with \
        { env }, { file }, { command } or { keychain }.
        """)
    }
  }

  private static func awsPlace(_ way: String) -> String {
    switch way {
    case "default": "AWS's default credentials"
    case "environment": "AWS's credentials in the environment"
    default: "AWS's credentials of the profile '\(way)'"
    }
  }

  private func hasAWS(_ way: String) -> Bool {
    let hasKeys = !isEmpty("AWS_ACCESS_KEY_ID") && !isEmpty("AWS_SECRET_ACCESS_KEY")
    if way == "environment" { return hasKeys }
    let hasFiles = [
      ("AWS_SHARED_CREDENTIALS_FILE", "credentials"), ("AWS_CONFIG_FILE", "config"),
    ].contains { variable, name in
      hasFile(named: variable, orInHome: ".aws/\(name)")
    }
    if way != "default" { return hasFiles }
    let roles = [
      "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
      "AWS_WEB_IDENTITY_TOKEN_FILE",
    ]
    return hasKeys || hasFiles || roles.contains { !isEmpty($0) }
  }

  /// Machines of Google's hand out tokens themselves; they are known by their board, or say so.
  private var isOfGoogle: Bool {
    if ["GCE_METADATA_HOST", "K_SERVICE"].contains(where: { !isEmpty($0) }) { return true }
    do {
      return try FileReader.read("/sys/class/dmi/id/product_name").starts(with: "Google".utf8)
    } catch {
      return false
    }
  }

  private var hasGoogle: Bool {
    if isOfGoogle { return true }
    if let folder = environment["CLOUDSDK_CONFIG"], !folder.isEmpty,
      FileReader.hasContent(
        FilePath.joined(folder, "application_default_credentials.json"))
    {
      return true
    }
    return hasFile(
      named: "GOOGLE_APPLICATION_CREDENTIALS",
      orInHome: ".config/gcloud/application_default_credentials.json")
  }

  private func hasFile(named variable: String, orInHome path: String) -> Bool {
    if let file = environment[variable], !file.isEmpty {
      return FileReader.hasContent(folders.absolute(file))
    }
    return folders.home.map { FileReader.hasContent(FilePath.joined($0, path)) } ?? false
  }
}
