/// The name of one entry of the registry or configuration, as `anthropic` or `work-openai`.
///
/// Two entries may be of one ``VendorKind`` with different keys or addresses.
public struct VendorID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible, Comparable
{
  /// The name; letters, digits, `.`, `_` and `-`.
  public let rawValue: String

  /// Wraps a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Wraps a literal name.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// The name itself.
  public var description: String { rawValue }

  /// Orders by name.
  public static func < (a: VendorID, b: VendorID) -> Bool { a.rawValue < b.rawValue }
}

/// What an entry is: the vendor whose form it speaks, as `anthropic` or `gemini`.
public struct VendorKind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible, Comparable
{
  /// The name of the kind.
  public let rawValue: String

  /// Wraps a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Wraps a literal name.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// The name itself.
  public var description: String { rawValue }

  /// Orders by name.
  public static func < (a: VendorKind, b: VendorKind) -> Bool { a.rawValue < b.rawValue }
}

/// A model as a user writes it: `entry/model`, split at the first slash.
public struct ModelReference: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The entry; `nil` when only a model was written.
  public var vendor: VendorID?

  /// The vendor's own id of the model; it may hold slashes and colons.
  public var model: String

  /// Creates a reference from its two halves.
  public init(vendor: VendorID?, model: String) {
    self.vendor = vendor
    self.model = model
  }

  /// Reads `entry/model`, or a model alone when there is no slash.
  public init(_ text: String) {
    if let slash = text.firstIndex(of: "/") {
      self.init(
        vendor: VendorID(rawValue: String(text[..<slash])),
        model: String(text[text.index(after: slash)...]))
    } else {
      self.init(vendor: nil, model: text)
    }
  }

  /// Reads a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// `entry/model`, or the model alone.
  public var description: String { vendor.map { "\($0)/\(model)" } ?? model }
}

/// Who answered: the entry, its kind and the model that was asked.
public struct Origin: Hashable, Sendable {
  /// The entry of the registry.
  public var vendor: VendorID

  /// The kind of the entry; `nil` in conversations written by hand that leave it out.
  public var kind: VendorKind?

  /// The model that was asked.
  public var model: String

  /// The model that says it answered, when it says so; often a dated name of the one asked.
  public var responseModel: String?

  /// The vendor's id of the answer.
  public var responseID: String?

  /// Creates an origin.
  public init(
    vendor: VendorID, kind: VendorKind?, model: String, responseModel: String? = nil,
    responseID: String? = nil
  ) {
    self.vendor = vendor
    self.kind = kind
    self.model = model
    self.responseModel = responseModel
    self.responseID = responseID
  }

  /// The reference that asks the same model again.
  public var reference: ModelReference { ModelReference(vendor: vendor, model: model) }
}
