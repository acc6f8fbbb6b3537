public import Switchboard
public import SwitchboardCore

/// What the configuration says, read and checked.
public struct Configuration: Sendable {
  /// How the configuration file was found.
  public enum Origin: String, Hashable, Sendable {
    /// It was named on the command line.
    case explicit
    /// `$SWITCHBOARD_CONFIG` names it.
    case environment
    /// It lies in the folder in which the program runs.
    case project
    /// It lies in the user's configuration folder.
    case user
    /// There is none: the vendors are those whose keys are in the environment.
    case none
  }

  /// The vendors.
  public var registry: Registry

  /// What the file says of models, by entry.
  public var models: [VendorID: [ModelDescriptor]]

  /// A digest of what the file sets up, by entry.
  ///
  /// It changes when anything in the entry does, or in a file that it names. It holds no key, since an
  /// entry only says where its keys are.
  public var fingerprints: [VendorID: String]

  /// The routes, by name.
  public var routes: [String: Route]

  /// How calls are repeated and how long they may take.
  public var reliability: Reliability

  /// What is left out of conversations that are too long for a model.
  public var context: ContextPolicy

  /// The file that conversations are kept in, as an absolute path; `nil` for the usual one, which is
  /// ``ConfigurationFolders/usualStore``.
  public var store: String?

  /// The file as the user wrote it; `nil` without one.
  public var source: String?

  /// How the file was found.
  public var origin: Origin

  /// Creates a configuration.
  public init(
    registry: Registry, models: [VendorID: [ModelDescriptor]] = [:],
    fingerprints: [VendorID: String] = [:], routes: [String: Route] = [:],
    reliability: Reliability = Reliability(), context: ContextPolicy = ContextPolicy(),
    store: String? = nil, source: String? = nil,
    origin: Origin = .none
  ) {
    self.registry = registry
    self.models = models
    self.fingerprints = fingerprints
    self.routes = routes
    self.reliability = reliability
    self.context = context
    self.store = store
    self.source = source
    self.origin = origin
  }
}
