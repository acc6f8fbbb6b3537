/// Labels of a plot, which never lie on each other and never end outside.
enum PlotLabel {
  /// The height of a line of labels.
  static let height = 18.0

  /// A name that fits a number of letters of middling width; wide letters count as two.
  static func cut(_ name: String, to width: Int) -> String {
    var (kept, used) = ("", 0)
    for character in name {
      let isWide = character.unicodeScalars.first.map { (0x1100...0x1F9FF).contains($0.value) }
      let size = isWide == true ? 2 : 1
      if used + size > width - 1, kept.count < name.count {
        return used + size <= width && kept.count + 1 == name.count
          ? name : kept + "…"
      }
      kept.append(character)
      used += size
    }
    return kept
  }

  /// Heights near those wished for, each at least a line from the next.
  ///
  /// - Parameters:
  ///   - wished: The heights, in ascending order.
  ///   - range: Where all must lie; it has room for as many lines.
  /// - Returns: The heights, in the same order.
  static func spread(_ wished: [Double], in range: ClosedRange<Double>) -> [Double] {
    var heights = wished
    for place in heights.indices {
      let least = place > 0 ? heights[place - 1] + height : range.lowerBound
      heights[place] = max(heights[place], least)
    }
    var most = range.upperBound
    for place in heights.indices.reversed() {
      heights[place] = min(heights[place], most)
      most = heights[place] - height
    }
    return heights
  }
}
