extension JSON {
  /// Whether there is a value, `null` included.
  public var exists: Bool {
    if case .missing = storage { return false }
    return true
  }

  /// Whether this is `null` or missing.
  public var isNull: Bool {
    switch storage {
    case .missing, .null: true
    default: false
    }
  }

  /// The string, or nil when this is none.
  public var string: String? {
    switch storage {
    case .string(let text): return text
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      return token.kind == .string ? document.text(of: token) : nil
    default: return nil
    }
  }

  /// The boolean, or nil when this is none.
  public var bool: Bool? {
    guard case .bool(let value) = storage else { return nil }
    return value
  }

  /// The number as an integer when it is exactly one and fits, also as `5.0` or `1e2`.
  public var int: Int? {
    withNumber(JSONNumber.int)
  }

  /// The number as the nearest double, or nil when that would not be finite.
  public var double: Double? {
    withNumber(JSONNumber.double)
  }

  /// The number's source text.
  public var number: String? {
    switch storage {
    case .number(let text): return text
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      return token.kind == .number ? document.text(of: token) : nil
    default: return nil
    }
  }

  private func withNumber<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
    switch storage {
    case .number(var text): return text.withUTF8(read)
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      return token.kind == .number ? document.withSource(of: token, read) : nil
    default: return nil
    }
  }

  /// How many members or elements there are; 0 for other kinds.
  public var count: Int {
    switch storage {
    case .array(let elements): return elements.count
    case .object(let members): return members.count
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      return token.kind == .array || token.kind == .object ? Int(token.length) : 0
    default: return 0
    }
  }

  /// The elements of an array; empty for other kinds.
  public var elements: [JSON] {
    switch storage {
    case .array(let elements): return elements
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      guard token.kind == .array else { return [] }
      var elements: [JSON] = []
      elements.reserveCapacity(Int(token.length))
      document.forEachElement(of: Int(index)) { elements.append(document.value(at: $0)) }
      return elements
    default: return []
    }
  }

  /// The members of an object in order; empty for other kinds.
  public var members: [(key: String, value: JSON)] {
    switch storage {
    case .object(let members): return members.map { (key: $0.key, value: $0.value) }
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      guard token.kind == .object else { return [] }
      var members: [(key: String, value: JSON)] = []
      members.reserveCapacity(Int(token.length))
      document.forEachKey(of: Int(index)) {
        members.append((document.text(of: document.tokens[$0]), document.value(at: $0 + 1)))
      }
      return members
    default: return []
    }
  }

  /// The element at a position, or missing when there is none.
  ///
  /// Elements that hold others are stepped over one by one: to visit all, use ``elements``.
  public subscript(_ index: Int) -> JSON {
    guard index >= 0, index < count else { return .missing }
    switch storage {
    case .array(let elements): return elements[index]
    case .parsed(let document, let array) where document.tokens[Int(array)].kind == .array:
      return document.element(index, of: Int(array))
    default: return .missing
    }
  }

  /// The member with a key, or missing when there is none.
  ///
  /// Setting replaces the value in place or appends a member; setting ``missing`` removes it.
  /// Anything that is not an object becomes one first, unless there is nothing to set.
  public subscript(_ key: String) -> JSON {
    get {
      switch storage {
      case .object(let members):
        return members.first { JSONKey.same($0.key, key) }?.value ?? .missing
      case .parsed(let document, let index)
      where document.mayHave(key) && document.tokens[Int(index)].kind == .object:
        var key = key
        return key.withUTF8 { document.member($0, of: Int(index)) }
      default: return .missing
      }
    }
    set { setMember(key, to: newValue) }
  }
}
