import SwitchboardCore
public import SwitchboardWire

/// Reads the configuration file, checks it, and sets up the vendors that it names.
///
/// Everything that it looks at is handed to it, so that a test or another program decides where
/// files and keys are.
public struct ConfigurationLoader: Sendable {
  private let kinds: [any ConfigurableProvider.Type]
  private let environment: [String: String]
  private let transport: any HTTPTransport
  private let folders: ConfigurationFolders
  private let keyTimeLimit: Duration
  private let keyLifetime: Duration

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - kinds: The vendors that the program has.
  ///   - environment: The environment: keys, and where the configuration is.
  ///   - transport: What the vendors send their requests with.
  ///   - folders: Where files are looked for.
  ///   - keyTimeLimit: How long a command or keychain may take to give a key.
  ///   - keyLifetime: How long such a key is used before it is asked for again.
  public init(
    kinds: [any ConfigurableProvider.Type], environment: [String: String],
    transport: any HTTPTransport, folders: ConfigurationFolders,
    keyTimeLimit: Duration = .seconds(30), keyLifetime: Duration = .seconds(300)
  ) {
    self.kinds = kinds
    self.environment = environment
    self.transport = transport
    self.folders = folders
    self.keyTimeLimit = keyTimeLimit
    self.keyLifetime = keyLifetime
  }

  /// Finds and reads the configuration.
  ///
  /// Without a file, and in a file without the section `vendors`, the vendors are those whose keys
  /// are in their usual environment variables. The kind `mock` can be named in any case.
  ///
  /// - Parameter explicitPath: The file that the user named; `nil` to look for one.
  /// - Returns: The configuration; no key has been read and no command run.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`: one sentence that starts
  ///   with file, line and column where there are such.
  public func load(explicitPath: String? = nil) throws -> Configuration {
    let table = try KindTable(kinds)
    let search = ConfigurationSearch(environment: environment, folders: folders)
    guard let file = try search.find(explicitPath: explicitPath) else {
      let usual = usualVendors(table, rings(table))
      return try configuration(try usual.entries() + mock(usual, beside: []))
    }
    let root = try file.parse()
    let rings = rings(table, document: root.located)
    let usual = usualVendors(table, rings)
    let known = ["vendors", "routes", "reliability", "context", "store"]
    for member in try root.members() { try UnbuiltFeature.refuse(section: member) }
    let sections = try root.fields(known)

    var entries: [VendorEntry]
    if let section = sections["vendors"]?.value {
      let reader = VendorSection(
        kinds: table, rings: rings, transport: transport, home: folders.home)
      entries = try reader.read(section)
    } else {
      entries = try usual.entries()
    }
    entries += try mock(usual, beside: entries)

    var result = try configuration(entries)
    result.source = file.name
    result.origin = file.origin
    var names = entries.map(\.provider.id.rawValue)
    // Where the keys decide which vendors there are, a route may name one whose key is elsewhere.
    if sections["vendors"] == nil { names += table.words.filter { !names.contains($0) } }
    if let section = sections["routes"]?.value {
      result.routes = try RouteSection(entries: names).read(section)
    }
    if let section = sections["reliability"]?.value {
      result.reliability = try ReliabilitySection.read(section)
    }
    if let section = sections["context"]?.value {
      result.context = try ContextSection(entries: names).read(section)
    }
    if let value = sections["store"]?.value { result.store = try store(value) }
    return result
  }

  /// The store of keys that `{ keychain: "NAME" }` reads and `switchboard keys` writes.
  ///
  /// - Returns: The store; the programs that it runs do not see the usual key variables.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when two vendors serve
  ///   one kind.
  public func keyStore() throws -> KeyStore {
    try rings(KindTable(kinds)).keyStore
  }

  /// The file for conversations; a relative name starts at the folder of the configuration.
  private func store(_ value: ConfigurationValue) throws -> String {
    let name = try value.text("the name of a file")
    // Conversations of a stranger would be taken for the user's own, and the user's be left to them.
    try value.file.demandTrust(
      for: "'store' says where conversations are kept", at: value.position)
    return FilePath.absolute(name, in: value.file.folder, home: folders.home)
  }

  private func configuration(_ entries: [VendorEntry]) throws -> Configuration {
    var models: [VendorID: [ModelDescriptor]] = [:]
    var fingerprints: [VendorID: String] = [:]
    for entry in entries {
      if !entry.models.isEmpty { models[entry.provider.id] = entry.models }
      if !entry.fingerprint.isEmpty { fingerprints[entry.provider.id] = entry.fingerprint }
    }
    return Configuration(
      registry: try Registry(entries.map(\.provider)), models: models, fingerprints: fingerprints)
  }

  /// The vendor for tries, unless the entries have one or its name.
  private func mock(_ usual: UsualVendors, beside entries: [VendorEntry]) throws -> [VendorEntry] {
    let isThere = entries.contains { entry in
      entry.provider.kind.rawValue == KindTable.mock || entry.provider.id.rawValue == KindTable.mock
    }
    if isThere { return [] }
    return try usual.mock().map { [$0] } ?? []
  }

  private func usualVendors(_ table: KindTable, _ rings: KeyRings) -> UsualVendors {
    UsualVendors(kinds: table, rings: rings, transport: transport)
  }

  private func rings(_ table: KindTable, document: LocatedJSON? = nil) -> KeyRings {
    var variables = Set(table.rows.flatMap(\.kind.usualKeys))
    if let document { Self.collectVariables(in: document, into: &variables) }
    return KeyRings(
      environment: environment, folders: folders, keyVariables: variables,
      timeLimit: keyTimeLimit, lifetime: keyLifetime)
  }

  /// The variables that any `env` of the file names.
  private static func collectVariables(in value: LocatedJSON, into names: inout Set<String>) {
    for element in value.elements { collectVariables(in: element, into: &names) }
    for member in value.members {
      if member.key == "env", let name = member.value.json.string { names.insert(name) }
      collectVariables(in: member.value, into: &names)
    }
  }
}
