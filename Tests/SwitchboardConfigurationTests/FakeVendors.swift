import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import SwitchboardWire

/// A vendor that only remembers how it was set up.
struct FakeVendor: ConfigurableProvider {
  static let kinds = [
    ConfigurableKind(
      "openai",
      fields: [
        .key, .baseURL, .models, ConfigurationField("protocol", .choice(["responses", "chat"])),
        ConfigurationField("organisation", .text), ConfigurationField("retries", .integer(0...5)),
        ConfigurationField("pause", .duration), ConfigurationField("beta", .boolean),
        ConfigurationField("proxy", .text), ConfigurationField("uploadURL", .baseURL),
      ],
      usualKeys: ["OPENAI_API_KEY"]),
    ConfigurableKind(
      "anthropic", fields: [.key, .baseURL, .models], usualKeys: ["ANTHROPIC_API_KEY"]),
    ConfigurableKind(
      "gemini", fields: [.key, .baseURL, .models], usualKeys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
    ConfigurableKind("ollama", fields: [.baseURL, .models]),
    ConfigurableKind(
      "azure",
      fields: [.key, ConfigurationField("baseURL", .baseURL, isRequired: true), .models],
      usualKeys: ["AZURE_OPENAI_API_KEY"]),
    ConfigurableKind(
      "bedrock", fields: [.key, ConfigurationField("region", .text, isRequired: true), .models]),
  ]

  var configuration: VendorConfiguration

  init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    if configuration.values["organisation"]?.string == "closed" {
      throw SwitchboardError(
        .configuration, "The field 'organisation' must name one that is open.")
    }
    if configuration.values["region"]?.string == "nowhere" {
      throw SwitchboardError(.configuration, "There is no such place.")
    }
    self.configuration = configuration
  }

  var id: VendorID { configuration.id }
  var kind: VendorKind { configuration.kind }
  var models: [ModelDescriptor] { [] }
  func family(of model: String) -> ModelDescriptor? { nil }
  var hasClosedModelList: Bool { false }
  var missingKey: String? { configuration.keys.missing(for: id) }
}

/// The vendor for tries.
struct FakeMock: ConfigurableProvider {
  static let kinds = [
    ConfigurableKind(
      "mock",
      fields: [ConfigurationField("seed", .integer(0...99)), ConfigurationField("script", .file)])
  ]

  var configuration: VendorConfiguration

  init(configuration: VendorConfiguration, transport: any HTTPTransport) throws {
    self.configuration = configuration
  }

  var id: VendorID { configuration.id }
  var kind: VendorKind { configuration.kind }
  var models: [ModelDescriptor] { [] }
  func family(of model: String) -> ModelDescriptor? { nil }
  var hasClosedModelList: Bool { true }
  var missingKey: String? { nil }
}

/// A transport that nothing may be sent with.
struct NoTransport: HTTPTransport {
  func exchange(_ request: HTTPRequest) -> any HTTPExchange { NoExchange() }
}

final class NoExchange: HTTPExchange {
  func head() async throws -> HTTPResponseHead { throw SwitchboardError(.network, "No network.") }
  func next() async throws -> HTTPChunk? { nil }
  func release() {}
  func cancel() {}
}

/// A user with a home, a project and an environment, all in one temporary folder.
struct House {
  let folder: TemporaryFolder
  var environment: [String: String]
  var kinds: [any ConfigurableProvider.Type] = [FakeVendor.self, FakeMock.self]
  var keyTimeLimit = Duration.seconds(30)
  var keyLifetime = Duration.seconds(300)

  init(environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("home")
    try folder.makeFolder("project")
    self.environment = environment
    self.environment["HOME"] = "\(folder.path)/home"
    self.environment["PATH"] = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
  }

  var project: String { "\(folder.path)/project" }

  var folders: ConfigurationFolders {
    ConfigurationFolders(working: project, environment: environment)
  }

  var loader: ConfigurationLoader {
    ConfigurationLoader(
      kinds: kinds, environment: environment, transport: NoTransport(), folders: folders,
      keyTimeLimit: keyTimeLimit, keyLifetime: keyLifetime)
  }

  func load(_ explicitPath: String? = nil) throws -> Configuration {
    try loader.load(explicitPath: explicitPath)
  }

  /// Loads a text as a file that was named.
  func load(text: String) throws -> Configuration {
    try folder.write("project/named.json5", text)
    return try load("named.json5")
  }

  /// The keys of the entry `v` of kind `openai` with a source.
  func keys(_ source: String) throws -> KeyRing {
    let configuration = try load(text: #"{ vendors: { v: { kind: "openai", key: \#(source) } } }"#)
    return try configuration.vendor("v").keys
  }

  /// What goes wrong; never anything else than our own failure.
  func failure(_ body: () throws -> Void) throws -> SwitchboardError {
    do {
      try body()
    } catch let error as SwitchboardError {
      return error
    }
    throw NothingWrong()
  }

  /// The failure of something that waits.
  func failure(_ body: () async throws -> Void) async throws -> SwitchboardError {
    do {
      try await body()
    } catch let error as SwitchboardError {
      return error
    }
    throw NothingWrong()
  }
}

struct NothingWrong: Error {}

extension Configuration {
  /// How an entry was set up.
  func vendor(_ id: VendorID) throws -> VendorConfiguration {
    if let vendor = registry[id] as? FakeVendor { return vendor.configuration }
    if let vendor = registry[id] as? FakeMock { return vendor.configuration }
    throw NothingWrong()
  }

  var names: [String] { registry.providers.map(\.id.rawValue) }
}
