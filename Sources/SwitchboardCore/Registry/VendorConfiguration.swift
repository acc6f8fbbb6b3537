/// One entry of the configuration, read and checked.
public struct VendorConfiguration: Sendable {
  /// The name of the entry.
  public var id: VendorID

  /// Its kind.
  public var kind: VendorKind

  /// Its keys.
  public var keys: KeyRing

  /// The address, without a slash at its end; `nil` when the entry names none.
  public var baseURL: String?

  /// What the entry says of models.
  public var models: [ModelDescriptor]

  /// The other fields, by name, of the types that the kind declares.
  public var values: [String: JSON]

  /// Files that fields name, read: field name to bytes.
  public var files: [String: [UInt8]]

  /// Creates an entry.
  public init(
    id: VendorID, kind: VendorKind, keys: KeyRing = KeyRing(), baseURL: String? = nil,
    models: [ModelDescriptor] = [], values: [String: JSON] = [:], files: [String: [UInt8]] = [:]
  ) {
    self.id = id
    self.kind = kind
    self.keys = keys
    self.baseURL = baseURL
    self.models = models
    self.values = values
    self.files = files
  }
}

/// A field that a kind of vendor may have in the configuration.
public struct ConfigurationField: Hashable, Sendable {
  /// What a field's value must be.
  public enum Form: Hashable, Sendable {
    /// Any text.
    case text
    /// One of these words.
    case choice([String])
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A duration as `500ms`, `5s`, `2m`.
    case duration
    /// True or false.
    case boolean
    /// The name of a file beside the configuration; its bytes are read.
    case file
    /// Where keys come from.
    case key
    /// The address of the vendor.
    case baseURL
    /// What the user knows of models.
    case models
  }

  /// The name.
  public var name: String

  /// What the value must be.
  public var form: Form

  /// Whether an entry must have it.
  public var isRequired: Bool

  /// Creates a field.
  public init(_ name: String, _ form: Form, isRequired: Bool = false) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
  }

  /// Where keys come from.
  public static let key = ConfigurationField("key", .key)

  /// The address.
  public static let baseURL = ConfigurationField("baseURL", .baseURL)

  /// What the user knows of models.
  public static let models = ConfigurationField("models", .models)
}

/// A kind of vendor as the configuration knows it.
public struct ConfigurableKind: Hashable, Sendable {
  /// The word after `kind:`.
  public var kind: VendorKind

  /// The fields that an entry of the kind may have.
  public var fields: [ConfigurationField]

  /// The environment variables that usually hold its key; the first that is set turns the vendor on
  /// when there is no configuration file.
  public var usualKeys: [String]

  /// Creates a kind.
  public init(_ kind: VendorKind, fields: [ConfigurationField], usualKeys: [String] = []) {
    self.kind = kind
    self.fields = fields
    self.usualKeys = usualKeys
  }
}
