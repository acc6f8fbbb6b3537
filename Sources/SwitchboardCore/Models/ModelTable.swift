/// The models that a plugin knows, with what its user knows better.
///
/// A row speaks for the id it names and for every longer id that begins with it, such as the dated
/// names of one model; the longest row that fits holds.
public struct ModelTable: Sendable {
  /// The models that are offered by name.
  public let models: [ModelDescriptor]

  private let families: [ModelDescriptor]
  private let configured: [String: ModelDescriptor]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - models: The models that are offered by name.
  ///   - families: Rows that speak for ids beginning with theirs and are not offered themselves.
  ///   - configured: What the user's configuration says; it goes before the table.
  public init(
    _ models: [ModelDescriptor], families: [ModelDescriptor] = [],
    configured: [ModelDescriptor] = []
  ) {
    self.models = models
    self.families = (models + families).sorted { $0.model.utf8.count > $1.model.utf8.count }
    self.configured = Dictionary(
      configured.map { ($0.model, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What holds for the family of an id; `nil` for an unknown family.
  public func family(of model: String) -> ModelDescriptor? {
    families.first { model.hasPrefix($0.model) }
  }

  /// All that is known of a model, for writing a request to it.
  public func facts(for model: String) -> ModelDescriptor {
    var facts = family(of: model) ?? ModelDescriptor(model)
    if let configured = configured[model] { facts = configured.filled(from: facts) }
    facts.model = model
    return facts
  }
}

extension Prices {
  /// Creates prices from decimal texts in US dollars a million tokens.
  ///
  /// A text that is no decimal number is a price that is unknown.
  public init(
    _ input: String, _ output: String, cached: String? = nil, cacheWrite: String? = nil,
    asOf: String, source: String
  ) {
    self.init(
      input: USD(input), cachedInput: cached.flatMap { USD($0) },
      cacheWrite: cacheWrite.flatMap { USD($0) }, output: USD(output), asOf: Day(asOf),
      source: source)
  }
}
