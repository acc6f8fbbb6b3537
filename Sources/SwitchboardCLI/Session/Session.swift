import Switchboard
import SwitchboardConfiguration
import SwitchboardCore
import SwitchboardSQLite
import SwitchboardTransport
import SwitchboardWire

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
    try await SQLiteStore(path: configuration.store ?? folders().conversations())
  }

  /// The router over them.
  func router() throws -> Router { try router(over: configuration()) }

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
