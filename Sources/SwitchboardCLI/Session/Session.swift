import Switchboard
import SwitchboardConfiguration
import SwitchboardCore
import SwitchboardSQLite
import SwitchboardTransport
import SwitchboardWire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a command works with: its arguments, where it writes, and, made when first asked for, the
/// configuration and the router.
struct Session: Sendable {
  var arguments: Arguments
  var environment: [String: String]
  var output: StandardOutput
  var notes: Notes
  var interrupts: Interrupts

  /// Whether what is printed may be coloured and drawn.
  var drawsOutput: Bool { output.isTerminal && Notes.allowsColours(environment) }

  /// Prints a JSON document: for people with indentation and clean, for programs in one line.
  func document(_ json: JSON) async throws {
    try await OutputTarget(output, path: nil).document(json)
  }

  /// Where the configuration is looked for.
  func folders() throws -> ConfigurationFolders {
    try ConfigurationFolders.current(environment: environment)
  }

  /// The vendors and routes that are set up, with the system's transport unless the command has one.
  func configuration(
    transport: any HTTPTransport = PlatformTransport.make()
  ) throws -> Configuration {
    let loader = ConfigurationLoader(
      kinds: vendors, environment: environment, transport: transport, folders: try folders())
    return try loader.load(explicitPath: arguments.text(.config))
  }

  /// The conversations that are kept, where a configuration says.
  func store(of configuration: Configuration) async throws -> any ConversationStore {
    try await SQLiteStore(path: try storePath(of: configuration))
  }

  /// The file that conversations are kept in.
  func storePath(of configuration: Configuration) throws -> String {
    if let path = configuration.store { return path }
    if let path = try folders().usualStore { return path }
    throw SwitchboardError(
      .configuration,
      """
      There is no folder for conversations: set HOME or XDG_DATA_HOME to an absolute path, or \
      'store' in the configuration.
      """)
  }

  /// Whether conversations are kept already.
  func hasStore(_ configuration: Configuration) throws -> Bool {
    let usual = try folders().usualStore
    return (configuration.store ?? usual).map { access($0, F_OK) == 0 } ?? false
  }

  /// The router over them, with what kept conversations taught of models' tokens.
  func router() async throws -> Router { try await calibratedRouter(over: configuration()) }

  /// The router over a configuration, with what kept conversations taught of models' tokens.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - store: The store, where it is open; else it is opened when there is one.
  /// - Returns: The router; it can do without what cannot be read, and says so.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when the routes make no sense.
  func calibratedRouter(
    over configuration: Configuration, store: (any ConversationStore)? = nil
  ) async throws -> Router {
    let router = try router(over: configuration)
    do {
      if let store {
        try await KeptCalibration.load(into: router, from: store)
      } else if try hasStore(configuration) {
        try await KeptCalibration.load(into: router, from: try await self.store(of: configuration))
      }
    } catch let error as SwitchboardError {
      notes.say("warning: what was learned of models' tokens is not known: \(error.message)")
    }
    return router
  }

  /// The router over a configuration.
  func router(over configuration: Configuration) throws -> Router {
    let mayStandIn = environment["SWITCHBOARD_MOCK"] == "1"
    let mocks = configuration.registry.providers.filter { $0.kind == "mock" }.map(\.id)
    return try Router(
      registry: configuration.registry, routes: configuration.routes,
      reliability: configuration.reliability, context: configuration.context,
      catalog: ModelCatalog(registry: configuration.registry, configured: configuration.models),
      namedOnly: mayStandIn ? [] : Set(mocks))
  }
}
