/// Answers what is known of a model, and by whose word.
///
/// The first of these that knows it speaks: the configuration, the vendor's last listing, the
/// plugin's table, the family. The configuration may say a part only; what it leaves open is filled
/// from the others.
public struct ModelCatalog: Sendable {
  /// Whose word an answer is.
  public enum Authority: Hashable, Sendable {
    /// The user's configuration.
    case configuration
    /// The vendor's own list, read at a time in seconds since 1970.
    case listing(at: Double)
    /// The table that came with the plugin.
    case table
    /// What holds for the models of its family.
    case family
    /// Nobody knows the model.
    case none
  }

  /// What is known, and by whose word.
  public struct Entry: Sendable {
    /// The facts; of an unknown model its id alone.
    public var descriptor: ModelDescriptor

    /// Whose word it is.
    public var authority: Authority
  }

  /// A vendor's own list of its models.
  public struct Listing: Sendable {
    /// The models.
    public var models: [ModelDescriptor]

    /// When it was read, in seconds since 1970.
    public var readAt: Double

    /// Creates a listing.
    public init(models: [ModelDescriptor], readAt: Double) {
      self.models = models
      self.readAt = readAt
    }
  }

  private struct Shelf {
    var order: [String] = []
    var entries: [String: Entry] = [:]

    mutating func add(_ descriptor: ModelDescriptor, _ authority: Authority) {
      if let known = entries[descriptor.model] {
        entries[descriptor.model]?.descriptor = known.descriptor.filled(from: descriptor)
      } else {
        order.append(descriptor.model)
        entries[descriptor.model] = Entry(descriptor: descriptor, authority: authority)
      }
    }
  }

  private let registry: Registry
  private let shelves: [VendorID: Shelf]

  /// Creates a catalog over a registry.
  ///
  /// - Parameters:
  ///   - registry: The vendors, with their tables and families.
  ///   - configured: What the configuration says of models.
  ///   - listings: What vendors last listed.
  public init(
    registry: Registry, configured: [VendorID: [ModelDescriptor]] = [:],
    listings: [VendorID: Listing] = [:]
  ) {
    self.registry = registry
    var shelves: [VendorID: Shelf] = [:]
    for provider in registry.providers {
      var shelf = Shelf()
      for descriptor in configured[provider.id] ?? [] { shelf.add(descriptor, .configuration) }
      if let listing = listings[provider.id] {
        for descriptor in listing.models { shelf.add(descriptor, .listing(at: listing.readAt)) }
      }
      for descriptor in provider.models { shelf.add(descriptor, .table) }
      shelves[provider.id] = shelf
    }
    self.shelves = shelves
  }

  /// What is known of a model of an entry.
  public func entry(for vendor: VendorID, _ model: String) -> Entry {
    let family = registry[vendor]?.family(of: model)
    if var known = shelves[vendor]?.entries[model] {
      if let family, known.authority != .table {
        known.descriptor = known.descriptor.filled(from: family)
      }
      return known
    }
    if var family {
      family.model = model
      return Entry(descriptor: family, authority: .family)
    }
    return Entry(descriptor: ModelDescriptor(model), authority: .none)
  }

  /// The models that an entry is known to have, in the order of their sources.
  public func models(of vendor: VendorID) -> [Entry] {
    guard let shelf = shelves[vendor] else { return [] }
    return shelf.order.compactMap { shelf.entries[$0] }
  }
}

extension ModelDescriptor {
  /// The facts, with those that are open taken from another description.
  func filled(from other: ModelDescriptor) -> ModelDescriptor {
    var result = self
    result.window = window ?? other.window
    result.maxOutput = maxOutput ?? other.maxOutput
    result.can.formUnion(other.can.subtracting(cannot))
    result.cannot.formUnion(other.cannot.subtracting(can))
    if inputs.isEmpty { result.inputs = other.inputs }
    result.rejects.formUnion(other.rejects)
    result.prices = prices ?? other.prices
    result.retires = retires ?? other.retires
    result.tokens = tokens ?? other.tokens
    result.answersWithText = answersWithText && other.answersWithText
    return result
  }
}
