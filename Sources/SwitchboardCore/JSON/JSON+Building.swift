extension JSON {
  /// Makes an object of the members whose value is not missing.
  ///
  /// Of a key given twice the last member counts, in its own place.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    var kept: [Member] = []
    kept.reserveCapacity(members.count)
    for (key, value) in members where value.exists { kept.append(Member(key: key, value: value)) }
    return JSON(storage: .object(lastOfEachKey(kept)))
  }

  /// Makes an array; a missing element becomes `null`, so that the others keep their place.
  public static func array(_ elements: [JSON]) -> JSON {
    JSON(storage: .array(elements.map { $0.exists ? $0 : nil }))
  }

  /// Makes a string.
  public init(_ value: String) {
    storage = .string(value)
  }

  /// Makes a boolean.
  public init(_ value: Bool) {
    storage = .bool(value)
  }

  /// Makes a number.
  public init(_ value: Int) {
    storage = .number(value.description)
  }

  /// Makes a number in its shortest exact form; infinity and NaN, which JSON lacks, become `null`.
  public init(_ value: Double) {
    storage = value.isFinite ? .number(value.description) : .null
  }

  /// Makes a number with the given source text, or nil when that breaks the JSON grammar.
  public init?(number text: String) {
    var text = text
    let isValid = text.withUTF8 { bytes in
      let number = JSONNumber.scan(bytes, from: 0)
      return number.isValid && number.end == bytes.count
    }
    guard isValid else { return nil }
    storage = .number(text)
  }

  /// This value with another laid over it: objects member by member, the rest replaced whole.
  ///
  /// A missing `other` changes nothing; `null` replaces like any value.
  public func merging(_ other: JSON) -> JSON {
    guard other.exists else { return self }
    guard kind == .object, other.kind == .object else { return other }
    var merged = builtMembers
    var places: [JSONKey: Int] = [:]
    for (place, member) in merged.enumerated() { places[JSONKey(text: member.key)] = place }
    for (key, value) in other.members {
      if let place = places[JSONKey(text: key)] {
        merged[place].value = merged[place].value.merging(value)
      } else {
        merged.append(Member(key: key, value: value))
      }
    }
    return JSON(storage: .object(merged))
  }

  mutating func setMember(_ key: String, to value: JSON) {
    guard value.exists || kind == .object else { return }
    var members = builtMembers
    // The members must have one owner now, or changing them copies them all.
    storage = .null
    let place = members.firstIndex { JSONKey.same($0.key, key) }
    if let place {
      if value.exists { members[place].value = value } else { members.remove(at: place) }
    } else if value.exists {
      members.append(Member(key: key, value: value))
    }
    storage = .object(members)
  }

  /// The members as a tree has them; the values of a parsed object stay parsed.
  private var builtMembers: [Member] {
    if case .object(let members) = storage { return members }
    return members.map { Member(key: $0.key, value: $0.value) }
  }

  private static func lastOfEachKey(_ members: [Member]) -> [Member] {
    var seen: Set<JSONKey> = []
    var kept: [Member] = []
    if members.count <= 8 {
      // Comparing a few keys is cheaper than hashing them.
      let isUnique = members.indices.allSatisfy { later in
        !members[..<later].contains { JSONKey.same($0.key, members[later].key) }
      }
      if isUnique { return members }
    }
    for member in members.reversed() where seen.insert(JSONKey(text: member.key)).inserted {
      kept.append(member)
    }
    return kept.count == members.count ? members : kept.reversed()
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) {
    storage = .null
  }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }

  /// Makes a number.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// Makes a number.
  public init(floatLiteral value: Double) {
    self.init(value)
  }

  /// Makes a string.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Makes an array, as ``array(_:)`` does.
  public init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }

  /// Makes an object, as ``object(_:)`` does.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements)
  }
}
