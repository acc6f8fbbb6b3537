/// What is said of a candidate in few words, made to fit.
///
/// Where there is no room for all of it, pieces are shortened and then left out, the least important
/// first; none is ever cut in its middle.
struct StatusLine: Sendable, Equatable {
  /// One thing that is said.
  struct Piece: Sendable, Equatable {
    /// Its wordings, from the longest to the shortest.
    var forms: [String]

    /// The lower, the longer it stays.
    var rank: Int

    init(_ forms: String..., rank: Int) {
      self.forms = forms
      self.rank = rank
    }
  }

  private static let gap = " · "

  /// What is said, in the order in which it stands; the first is never left out.
  var pieces: [Piece]

  /// All of it in one line.
  var text: String { pieces.compactMap(\.forms.first).joined(separator: Self.gap) }

  /// It in lines of at most so many columns.
  ///
  /// - Parameters:
  ///   - width: The columns.
  ///   - most: How many lines there may be, at least 1.
  /// - Returns: At least one line.
  func lines(width: Int, most: Int) -> [String] {
    var left = pieces
    while true {
      let lines = Self.filled(left, width)
      if lines.count <= most, lines.allSatisfy({ TextWidth.of($0) <= width }) { return lines }
      guard let place = Self.next(in: left) else {
        return lines.prefix(most).map { TextWidth.cut($0, to: width) }
      }
      if left[place].forms.count > 1 {
        left[place].forms.removeFirst()
      } else {
        left.remove(at: place)
      }
    }
  }

  /// The piece that is shortened next; when none can be, the one that is left out.
  private static func next(in pieces: [Piece]) -> Int? {
    let byRank = pieces.indices.sorted { pieces[$0].rank > pieces[$1].rank }
    return byRank.first { pieces[$0].forms.count > 1 } ?? byRank.first { $0 > 0 }
  }

  private static func filled(_ pieces: [Piece], _ width: Int) -> [String] {
    var lines: [String] = []
    for piece in pieces {
      guard let form = piece.forms.first else { continue }
      if let line = lines.last, TextWidth.of(line + gap + form) <= width {
        lines[lines.count - 1] = line + gap + form
      } else {
        lines.append(form)
      }
    }
    return lines
  }
}
