/// Where the key of a vendor comes from.
///
/// It is read when it is first needed, not before.
public struct Credential: Sendable {
  /// What kind of proof it is.
  public enum Scheme: Hashable, Sendable {
    /// A text that is sent.
    case secret
    /// The named way of AWS: `default`, `environment` or a profile.
    case aws(String)
    /// The named way of Google Cloud: `default`.
    case gcp(String)
  }

  /// What kind of proof it is.
  public let scheme: Scheme

  /// Where it is looked for, for people: `$OPENAI_API_KEY`, a file name; never the value.
  public let place: String

  /// Whether it is there, as far as that can be said without running anything.
  public let isPresent: Bool

  private let read: @Sendable () async throws -> Secret

  /// Creates a credential of a source.
  ///
  /// - Parameters:
  ///   - scheme: What kind of proof it is.
  ///   - place: Where it is looked for, for people.
  ///   - isPresent: Whether it is there.
  ///   - read: Reads it; may throw ``SwitchboardError`` of kind `authentication`. What blocks, as a
  ///     program that asks its user, must do so on a thread of its own.
  public init(
    scheme: Scheme = .secret, place: String, isPresent: Bool,
    read: @escaping @Sendable () async throws -> Secret
  ) {
    self.scheme = scheme
    self.place = place
    self.isPresent = isPresent
    self.read = read
  }

  /// A key that is at hand.
  public init(_ secret: Secret) {
    self.init(place: "the program", isPresent: !secret.isEmpty) { secret }
  }

  /// Reads the key.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication` when it is missing or empty.
  public func secret() async throws -> Secret {
    let secret = try await read()
    if secret.isEmpty {
      throw SwitchboardError(
        .authentication, "The key in \(place) is missing or empty; set it and try again.")
    }
    return secret
  }
}

/// The keys of one entry, used in turn.
public final class KeyRing: Sendable {
  private let credentials: [Credential]
  private let turn = Locked(0)
  private let used = Locked<[Secret]>([])

  /// Creates a ring; an empty one is for vendors that want no key.
  public init(_ credentials: [Credential] = []) {
    self.credentials = credentials
  }

  /// A ring of one key.
  public convenience init(_ secret: Secret) {
    self.init([Credential(secret)])
  }

  /// Whether there is no key and none is looked for.
  public var isEmpty: Bool { credentials.isEmpty }

  /// Where keys are looked for, for people.
  public var places: [String] { credentials.map(\.place) }

  /// The keys that are there.
  public var present: [Credential] { credentials.filter(\.isPresent) }

  /// One sentence that says where keys were looked for, when none is there.
  public func missing(for vendor: VendorID) -> String? {
    if credentials.contains(where: \.isPresent) { return nil }
    if credentials.isEmpty { return "Vendor '\(vendor)' has no key; give it one with `key`." }
    let places = credentials.map(\.place).joined(separator: " or ")
    return "Vendor '\(vendor)' has no key: \(places) is missing or empty."
  }

  /// The keys that were handed out, so that messages that echo one can be cleaned.
  public var secretsForRedaction: @Sendable () -> [Secret] {
    { [used] in used.withLock { $0 } }
  }

  /// The next key in turn; `nil` for an empty ring.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication` when none is there.
  public func next(for vendor: VendorID) async throws -> Secret? {
    guard let secret = try await nextCredential(for: vendor)?.secret() else { return nil }
    conceal(secret)
    return secret
  }

  /// The next credential in turn, for vendors whose proof may be more than one text; `nil` for an
  /// empty ring.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication` when none is there.
  public func nextCredential(for vendor: VendorID) throws -> Credential? {
    if credentials.isEmpty { return nil }
    let present = present
    guard !present.isEmpty else {
      throw SwitchboardError(
        .authentication, missing(for: vendor) ?? "No key.", vendor: vendor)
    }
    let place = turn.withLock { turn in
      defer { turn = (turn + 1) % 1_000_000 }
      return turn % present.count
    }
    return present[place]
  }

  /// Remembers a text that must not be seen in messages.
  public func conceal(_ secret: Secret) {
    used.withLock { used in if !used.contains(secret) { used.append(secret) } }
  }
}
