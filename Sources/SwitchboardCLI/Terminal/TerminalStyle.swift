/// How text stands out on a terminal (ECMA-48 §8.3.117).
enum TerminalStyle: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"

  /// A text in this style.
  func of(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
