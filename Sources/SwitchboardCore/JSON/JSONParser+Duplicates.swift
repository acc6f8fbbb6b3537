/// Keys given twice in one object.
extension JSONParser {
  /// Shadows the earlier members of each key given twice in the object about to close.
  mutating func resolveDuplicates() throws(JSON.ParseError) {
    if tokens[Int(parent)].length <= 16 {
      try resolveFewDuplicates()
    } else {
      try resolveManyDuplicates()
    }
  }

  /// Compares keys pair by pair, cheaper than hashing when there are few.
  private mutating func resolveFewDuplicates() throws(JSON.ParseError) {
    let first = Int(parent) &+ 1
    var seen: UInt64 = 0
    var later = first
    while later < tokens.count {
      // Keys that differ here are mostly told apart by this sketch, and need no comparing.
      let sketch = sketch(ofKey: later)
      if seen & sketch != 0 { try shadowEarlier(from: first, than: later) }
      seen |= sketch
      later = Int(tokens[later &+ 1].next)
    }
  }

  /// One bit made of a key's length and its outer bytes; all bits when escapes hide them.
  private func sketch(ofKey index: Int) -> UInt64 {
    let token = tokens[index]
    if token.isEscaped { return .max }
    guard token.length > 0 else { return 1 }
    let start = Int(token.start)
    let outer = bytes[start] &* 7 &+ bytes[start &+ Int(token.length) &- 1]
    return 1 &<< UInt64(truncatingIfNeeded: UInt32(outer) &+ token.length &* 5)
  }

  private mutating func shadowEarlier(
    from first: Int, than later: Int
  ) throws(JSON.ParseError) {
    var earlier = first
    while earlier < later {
      if !tokens[earlier].isShadowed, isSameKey(earlier, later) {
        return try shadow(earlier, by: later)
      }
      earlier = Int(tokens[earlier &+ 1].next)
    }
  }

  /// Looks each key up in a hash table, so that a large object takes linear time.
  private mutating func resolveManyDuplicates() throws(JSON.ParseError) {
    var capacity = 64
    while capacity < 2 * Int(tokens[Int(parent)].length) { capacity *= 2 }
    // Open addressing over token indices; 0 is free, since a key is never the first token.
    var table = [Int](repeating: 0, count: capacity)
    var index = Int(parent) + 1
    while index < tokens.count {
      var slot = hash(ofKey: index) & (capacity - 1)
      while table[slot] != 0, !isSameKey(table[slot], index) { slot = (slot + 1) & (capacity - 1) }
      if table[slot] != 0 { try shadow(table[slot], by: index) }
      table[slot] = index
      index = Int(tokens[index + 1].next)
    }
  }

  /// The hash is seeded by the process, so no sender can choose keys that collide.
  private func hash(ofKey index: Int) -> Int {
    tokens[index].withText(in: bytes) { text in
      var hasher = Hasher()
      JSONBytes.hash(text, into: &hasher)
      return hasher.finalize()
    }
  }

  @inline(__always)
  private func isSameKey(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (tokens[left], tokens[right])
    if left.isEscaped || right.isEscaped {
      return left.withText(in: bytes) { right.matches($0, in: bytes) }
    }
    return left.length == right.length
      && JSONBytes.equal(left.source(in: bytes), right.source(in: bytes))
  }

  private mutating func shadow(_ earlier: Int, by later: Int) throws(JSON.ParseError) {
    if refusesDuplicates {
      at = Int(tokens[later].start) - 1
      let first = position(of: Int(tokens[earlier].start) - 1)
      let key = tokens[later].withText(in: bytes) { String(decoding: $0, as: UTF8.self) }
      throw JSON.ParseError(.duplicateKey(key, first: first), at: at, in: bytes)
    }
    if !tokens[earlier].isRepeat { duplicateKeys += 1 }
    tokens[earlier].isShadowed = true
    tokens[later].isRepeat = true
    tokens[Int(parent)].length -= 1
  }

  private func position(of offset: Int) -> JSON.Position {
    var cursor = JSONPositionCursor(bytes)
    return cursor.advance(to: offset, in: bytes)
  }
}
