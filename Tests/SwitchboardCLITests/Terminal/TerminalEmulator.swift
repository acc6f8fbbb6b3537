import Testing

@testable import SwitchboardCLI

/// A terminal that knows the sequences of the live view and no other.
///
/// What it does not know, and what a terminal would scroll or break for, it notes as a complaint.
struct TerminalEmulator {
  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var complaints: [String] = []
  private(set) var isSecondScreen = false
  private(set) var frames = 0
  /// The letters; a wide one is followed by an empty cell.
  private var cells: [[String]]
  private var (row, column) = (0, 0)

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = [[String]](repeating: [String](repeating: " ", count: columns), count: rows)
  }

  /// The lines, without blanks at their ends.
  var lines: [String] { (0..<rows).map { text(row: $0, from: 0, to: columns) } }

  /// A part of a line, without blanks at its end.
  func text(row: Int, from: Int, to: Int) -> String {
    var text = cells[row][from..<min(to, columns)].joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The window has another size; what it shows then, no two terminals agree about.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = [[String]](repeating: [String](repeating: "?", count: columns), count: rows)
    (row, column) = (0, 0)
  }

  mutating func show(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let letter = rest.first {
      guard let scalar = rest.unicodeScalars.first, scalar == "\u{1B}" else {
        put(letter)
        rest = rest.dropFirst()
        continue
      }
      // By scalars: a mark that follows a sequence is no part of it.
      let scalars = rest.unicodeScalars.dropFirst()
      guard scalars.first == "[",
        let end = scalars.dropFirst().firstIndex(where: { (0x40...0x7E).contains($0.value) })
      else { return complaints.append("ESC \(rest.prefix(3).dropFirst())") }
      let start = scalars.index(after: scalars.startIndex)
      obey(String(scalars[start..<end]), Character(scalars[end]))
      rest = rest[scalars.index(after: end)...]
    }
  }

  private mutating func obey(_ text: String, _ final: Character) {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    switch (final, text) {
    case ("H", ""): (row, column) = (0, 0)
    case ("H", _) where numbers.count == 2: (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case ("G", _) where numbers.count == 1: column = numbers[0] - 1
    case ("K", ""): for place in column..<columns { cells[row][place] = " " }
    case ("J", "2"): for place in 0..<rows { cells[place] = cells[place].map { _ in " " } }
    case ("m", _): break
    case ("h", "?1049"): isSecondScreen = true
    case ("l", "?1049"): isSecondScreen = false
    case ("h", "?2026"): frames += 1
    case ("l", "?2026"), ("h", "?25"), ("l", "?25"), ("h", "?7"), ("l", "?7"): break
    default: complaints.append("CSI \(text)\(final)")
    }
    if row >= rows || column >= columns { complaints.append("\(row), \(column) is outside") }
    (row, column) = (min(row, rows - 1), min(column, columns - 1))
  }

  private mutating func put(_ letter: Character) {
    let width = TextWidth.of(letter)
    if letter.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return complaints.append("a control character, \(letter.unicodeScalars.map(\.value))")
    }
    // A mark without a letter of its own belongs to what stands before it.
    if width == 0 { return }
    guard column + width < columns else {
      return complaints.append("'\(letter)' is in the last column")
    }
    cells[row][column] = String(letter)
    if width == 2 { cells[row][column + 1] = "" }
    column += width
  }
}
