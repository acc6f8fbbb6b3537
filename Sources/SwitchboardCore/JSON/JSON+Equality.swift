extension JSON: Hashable {
  /// Whether both have the same content, however they were made and their members ordered.
  public static func == (left: JSON, right: JSON) -> Bool {
    if case .parsed(let document, let index) = left.storage,
      case .parsed(let other, let otherIndex) = right.storage,
      document === other, index == otherIndex
    {
      return true
    }
    let kind = left.kind
    guard kind == right.kind else { return false }
    switch kind {
    case .missing, .null: return true
    case .bool: return left.bool == right.bool
    case .number, .string:
      return left.withText { left in right.withText { JSONBytes.equal(left, $0) } }
    case .array: return left.count == right.count && left.elements == right.elements
    case .object: return left.count == right.count && sameMembers(left.members, right.members)
    }
  }

  /// Calls `body` with the text of a number or string.
  private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch storage {
    case .number(var text), .string(var text): return text.withUTF8(body)
    case .parsed(let document, let index):
      let token = document.tokens[Int(index)]
      return document.bytes.withUnsafeBufferPointer { token.withText(in: $0, body) }
    default: return body(UnsafeBufferPointer(start: nil, count: 0))
    }
  }

  private static func sameMembers(
    _ left: [(key: String, value: JSON)], _ right: [(key: String, value: JSON)]
  ) -> Bool {
    // Members mostly stand in the same order; only the rest needs a table.
    var matched = 0
    while matched < left.count, JSONKey.same(left[matched].key, right[matched].key) {
      guard left[matched].value == right[matched].value else { return false }
      matched += 1
    }
    if matched == left.count { return true }
    var rest: [JSONKey: JSON] = [:]
    for member in right[matched...] { rest[JSONKey(text: member.key)] = member.value }
    return left[matched...].allSatisfy { rest[JSONKey(text: $0.key)] == $0.value }
  }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) {
    let kind = kind
    hasher.combine(kind)
    switch kind {
    case .missing, .null: break
    case .bool: hasher.combine(bool)
    case .number, .string: withText { JSONBytes.hash($0, into: &hasher) }
    case .array:
      hasher.combine(count)
      for element in elements { element.hash(into: &hasher) }
    case .object:
      hasher.combine(count)
      // Adding up makes the order of members not count.
      var sum = 0
      for (key, value) in members {
        var member = Hasher()
        member.combine(JSONKey(text: key))
        value.hash(into: &member)
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    }
  }
}
