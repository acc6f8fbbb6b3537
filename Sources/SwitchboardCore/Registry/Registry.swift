/// The vendors of a program: an immutable value, built once at start and handed to the router.
public struct Registry: Sendable {
  /// The entries, in the order given.
  public let providers: [any Provider]

  private let byID: [VendorID: any Provider]

  /// Creates a registry.
  ///
  /// - Throws: ``SwitchboardError`` of kind `configuration` when two entries have one id.
  public init(_ providers: [any Provider]) throws {
    var byID: [VendorID: any Provider] = [:]
    for provider in providers {
      if let other = byID.updateValue(provider, forKey: provider.id) {
        throw SwitchboardError(
          .configuration,
          """
          Two vendors are both named '\(provider.id)': one of kind '\(other.kind)' and one of kind \
          '\(provider.kind)'. Give one of them another name.
          """)
      }
    }
    self.providers = providers
    self.byID = byID
  }

  /// Creates a registry from a list of vendors.
  ///
  /// ```swift
  /// let registry = try Registry {
  ///   MockProvider()
  /// }
  /// ```
  ///
  /// - Throws: As ``init(_:)``.
  public init(@Builder _ build: () throws -> [any Provider]) throws {
    try self.init(try build())
  }

  /// The entry of a name.
  public subscript(id: VendorID) -> (any Provider)? { byID[id] }

  /// Collects vendors written one below the other.
  @resultBuilder
  public enum Builder {
    /// One vendor.
    public static func buildExpression(_ provider: any Provider) -> [any Provider] { [provider] }
    /// Several vendors at once.
    public static func buildExpression(_ providers: [any Provider]) -> [any Provider] { providers }
    /// All of them.
    public static func buildBlock(_ parts: [any Provider]...) -> [any Provider] {
      parts.flatMap { $0 }
    }
    /// Those of a condition that holds.
    public static func buildOptional(_ part: [any Provider]?) -> [any Provider] { part ?? [] }
    /// Those of the first branch.
    public static func buildEither(first: [any Provider]) -> [any Provider] { first }
    /// Those of the second branch.
    public static func buildEither(second: [any Provider]) -> [any Provider] { second }
    /// Those of a loop.
    public static func buildArray(_ parts: [[any Provider]]) -> [any Provider] {
      parts.flatMap { $0 }
    }
  }
}
