/// The words of a text that carry its meaning.
package enum Keywords {
  /// Words and numbers in order, each once, at most eight, from the first 2,000 bytes.
  package static func find(in text: String) -> [String] {
    var found: [String] = []
    let words = text.utf8.prefix(2_000).split { !isLetterOrDigit($0) }
    for bytes in words where found.count < 8 {
      let isNumber = bytes.allSatisfy { (0x30...0x39).contains($0) }
      guard isNumber || bytes.count > 2, bytes.count <= 48 else { continue }
      let word = String(decoding: bytes, as: UTF8.self)
      if !common.contains(word.lowercased()), !found.contains(word) { found.append(word) }
    }
    return found
  }

  /// Every byte of a letter beyond ASCII counts as one.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  private static let common = Set(
    """
    the and for are but not you all any can had her was one our out has him his how its may new now \
    old see two way who did get let put say she too use with this that from they them then than what \
    when where which while will would could should have been being does doing about into over your \
    yours their there these those such some same very just also only more most much many here please \
    tell give make made write explain describe answer show like want need know why because
    """.split(separator: " ").map(String.init))
}
