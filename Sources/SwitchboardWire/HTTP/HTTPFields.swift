/// Header fields: ordered, with names compared without regard to case (RFC 9110 §5.1).
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  /// A name and its value, as written.
  public struct Field: Sendable, Hashable {
    /// The name, as written.
    public var name: String

    /// The value, without white space around it.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All fields, in order; a name may occur more than once.
  public private(set) var fields: [Field]

  /// Creates a list of fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Creates a list of fields from a literal, keeping its order.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Adds a field after the others.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The first value of a name; setting it replaces every field of that name.
  public subscript(name: String) -> String? {
    get { fields.first { Self.same($0.name, name) }?.value }
    set {
      fields.removeAll { Self.same($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  private static func same(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
