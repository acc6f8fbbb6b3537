/// Finds the numbers that a text cites in square brackets, as `[2]` and `[1, 3]`.
///
/// Code, between backticks or in a fence of Markdown, cites nothing, nor does a link, as `[1](…)`.
struct Citations {
  private let text: [UInt8]
  /// Where the last run of so many backticks begins.
  private var lastRuns: [Int: Int] = [:]
  private var place = 0
  private var numbers: Set<Int> = []

  /// The numbers, each once, in ascending order.
  ///
  /// - Complexity: O(n) in the text.
  static func numbers(in text: String) -> [Int] {
    var citations = Citations(text: Array(text.utf8))
    citations.read()
    return citations.numbers.sorted()
  }

  private init(text: [UInt8]) {
    self.text = text
    var start = 0
    while start < text.count {
      let length = run(at: start)
      if length > 0 { lastRuns[length] = start }
      start += max(1, length)
    }
  }

  private mutating func read() {
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "`"): passCode()
      case UInt8(ascii: "["): readBrackets()
      default: place += 1
      }
    }
  }

  /// Passes code, which ends at as many backticks as it began with; without an end they are text.
  private mutating func passCode() {
    let length = run(at: place)
    guard let last = lastRuns[length], last > place else {
      // A fence that nothing ends goes to the end of the text.
      place = length >= 3 ? text.count : place + length
      return
    }
    place += length
    var other = run(at: place)
    while other != length {
      place += max(1, other)
      other = run(at: place)
    }
    place += length
  }

  private func run(at start: Int) -> Int {
    text[start...].prefix { $0 == UInt8(ascii: "`") }.count
  }

  private mutating func readBrackets() {
    place += 1
    var found: [Int] = []
    var number: Int?
    var end = place
    while end < text.count {
      switch text[end] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = (number ?? 0) * 10 + Int(text[end] - UInt8(ascii: "0"))
        // No answer has such a number; longer ones are years, keys and the like.
        if let number, number > 999 { return }
      case UInt8(ascii: ","):
        guard let whole = number else { return }
        found.append(whole)
        number = nil
      case UInt8(ascii: " "):
        break
      case UInt8(ascii: "]"):
        guard let whole = number else { return }
        place = end + 1
        let isLink = place < text.count && text[place] == UInt8(ascii: "(")
        if !isLink { numbers.formUnion(found + [whole]) }
        return
      default:
        return
      }
      end += 1
    }
  }
}
