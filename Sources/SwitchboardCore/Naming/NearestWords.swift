/// Finds the words that somebody who mistyped may have meant.
package enum NearestWords {
  /// The words close to a mistyped one, the closest first.
  ///
  /// Close is a word that differs by a slip or two of the fingers, whatever its case, or that holds
  /// the other whole: `sonnet` finds `claude-sonnet-5`. Words far away are never offered.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - words: What may be written.
  ///   - limit: The most words to return.
  /// - Returns: The words as they were given.
  package static func find(_ word: String, in words: [String], limit: Int = 3) -> [String] {
    let wanted = scalars(word)
    guard !wanted.isEmpty, limit > 0 else { return [] }
    var found: [(rank: Int, distance: Int, word: String)] = []
    for candidate in words {
      let other = scalars(candidate)
      let distance = distance(wanted, other)
      // A third of the letters wrong is a slip; more is another word.
      if distance <= max(1, min(wanted.count, other.count) / 3), distance <= 4 {
        found.append((0, distance, candidate))
      } else if min(wanted.count, other.count) >= 3,
        contains(wanted, other) || contains(other, wanted)
      {
        found.append((1, distance, candidate))
      }
    }
    // The order given decides between equals, so that the same slip gives the same advice.
    let order = found.enumerated().sorted {
      ($0.element.rank, $0.element.distance, $0.offset)
        < ($1.element.rank, $1.element.distance, $1.offset)
    }
    return order.prefix(limit).map(\.element.word)
  }

  /// The start of a word in small letters; nobody mistypes the hundredth letter of a key.
  private static func scalars(_ word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars.prefix(96))
  }

  private static func contains(_ whole: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { start in
      whole[start..<start + part.count].elementsEqual(part)
    }
  }

  /// Damerau and Levenshtein's distance, with letters swapped once only (optimal alignment).
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        let change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var best = min(change, above[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, before[j - 2] + 1)
        }
        row.append(best)
      }
      before = above
      above = row
    }
    return above[b.count]
  }
}
