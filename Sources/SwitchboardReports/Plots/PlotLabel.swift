/// Labels of a plot, which never lie on each other and never end outside.
enum PlotLabel {
  /// The height of a line of labels.
  static let height = 18.0

  /// A name as it fits, and whole for those who point at it.
  static func markup(_ name: String, to width: Int) -> Markup {
    let shown = cut(name, to: width)
    return shown == name ? "\(name)" : "<title>\(name)</title>\(shown)"
  }

  /// A name that fits a number of letters of middling width; wide letters count as two.
  ///
  /// It is cut in its middle: long names of models differ at their ends.
  static func cut(_ name: String, to width: Int) -> String {
    func fitting(_ letters: some Sequence<Character>, _ room: Int) -> [Character] {
      var rest = room
      return Array(
        letters.prefix { letter in
          rest -= letter.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1
          return rest >= 0
        })
    }
    if fitting(name, width).count == name.count { return name }
    let head = fitting(name, (width - 1) / 2)
    let tail = fitting(name.reversed(), width - 1 - (width - 1) / 2)
    return String(head) + "…" + String(tail.reversed())
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
