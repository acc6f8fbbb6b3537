import Switchboard

/// A piece of a page, written as a literal: the letters of the literal are markup, and every text put
/// into it is text.
///
/// ```swift
/// let piece: Markup = "<h4>\(name)</h4>"
/// ```
struct Markup: ExpressibleByStringInterpolation {
  /// The piece in UTF-8.
  private(set) var bytes: [UInt8]

  init(stringLiteral value: String) { bytes = Array(value.utf8) }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  /// Pieces one after the other.
  init(_ pieces: [Markup]) { bytes = pieces.flatMap(\.bytes) }

  /// A piece of our own that is not a literal, as a style.
  init(trusted text: String) { bytes = Array(text.utf8) }

  static func += (page: inout Markup, piece: Markup) { page.bytes += piece.bytes }

  static func + (first: Markup, second: Markup) -> Markup {
    var sum = first
    sum += second
    return sum
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }

    mutating func appendInterpolation(_ text: String) { HTMLText.append(text, to: &bytes) }

    mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

    /// A length in a drawing, to a tenth.
    mutating func appendInterpolation(_ length: Double) {
      bytes += Figures.decimal(length, 1).filter { $0 != "," }.utf8
    }

    mutating func appendInterpolation(_ piece: Markup) { bytes += piece.bytes }

    mutating func appendInterpolation(_ pieces: [Markup]) {
      for piece in pieces { bytes += piece.bytes }
    }
  }
}
