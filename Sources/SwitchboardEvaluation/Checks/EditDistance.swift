/// How many characters must be inserted, removed or replaced to make one text of another.
///
/// Characters are Unicode scalars. The method is the bit-parallel one of G. Myers, "A Fast
/// Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming" (Journal of the
/// ACM 46, 1999), in blocks of 64 rows as H. Hyyrö, "Explaining and Extending the Bit-Parallel
/// Approximate String Matching Algorithm of Myers" (2001), describes it.
enum EditDistance {
  /// The distance between two texts.
  ///
  /// - Complexity: O(n · m / 64) for texts of n and m scalars.
  static func between(_ a: String, _ b: String) -> Int {
    var (pattern, text) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    if pattern.count > text.count { swap(&pattern, &text) }
    if pattern.isEmpty { return text.count }
    let blocks = (pattern.count + 63) / 64
    let rows = rows(of: pattern, blocks)
    let none = [UInt64](repeating: 0, count: blocks)
    var plus = [UInt64](repeating: .max, count: blocks)
    var minus = none
    let lastRow = UInt64(1) << UInt64((pattern.count - 1) % 64)
    var distance = pattern.count
    for scalar in text {
      let equal = rows[scalar] ?? none
      // What goes from one block to the next: the difference of its last row, here that of row 0.
      var carry = 1
      for block in 0..<blocks {
        let isLast = block == blocks - 1
        carry = step(
          equal[block], &plus[block], &minus[block], carry, isLast ? lastRow : 1 << 63)
      }
      distance += carry
    }
    return distance
  }

  /// 1 for equal texts, 0 for texts that have nothing in common: 1 minus the distance through the
  /// length of the longer.
  static func similarity(_ a: String, _ b: String) -> Double {
    let longer = max(a.unicodeScalars.count, b.unicodeScalars.count)
    return longer == 0 ? 1 : 1 - Double(between(a, b)) / Double(longer)
  }

  /// For each scalar of the pattern the rows it stands in.
  private static func rows(
    of pattern: [Unicode.Scalar], _ blocks: Int
  ) -> [Unicode.Scalar: [UInt64]] {
    var rows: [Unicode.Scalar: [UInt64]] = [:]
    for (row, scalar) in pattern.enumerated() {
      rows[scalar, default: [UInt64](repeating: 0, count: blocks)][row / 64] |=
        1 << UInt64(row % 64)
    }
    return rows
  }

  /// Goes one column on in one block.
  ///
  /// - Parameters:
  ///   - equal: The rows whose scalar is the column's.
  ///   - plus: The rows that are one more than the row above.
  ///   - minus: The rows that are one less.
  ///   - carry: The difference that comes from the block above: -1, 0 or 1.
  ///   - last: The bit of the row whose difference goes on.
  /// - Returns: The difference of that row.
  private static func step(
    _ equal: UInt64, _ plus: inout UInt64, _ minus: inout UInt64, _ carry: Int, _ last: UInt64
  ) -> Int {
    let vertical = equal | minus
    let equal = carry < 0 ? equal | 1 : equal
    let diagonal = (((equal & plus) &+ plus) ^ plus) | equal
    var up = minus | ~(diagonal | plus)
    var down = plus & diagonal
    let result = up & last != 0 ? 1 : down & last != 0 ? -1 : 0
    up = up << 1 | (carry > 0 ? 1 : 0)
    down = down << 1 | (carry < 0 ? 1 : 0)
    plus = down | ~(vertical | up)
    minus = up & vertical
    return result
  }
}
