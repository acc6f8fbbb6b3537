/// A picture of eight bits a colour, row after row from the top.
package struct Picture: Hashable, Sendable {
  /// The longest side of a picture that is painted or read, in pixels.
  package static let longestSide = 2_048

  package let width: Int
  package let height: Int

  /// Three bytes a pixel: red, green, blue.
  package let rgb: [UInt8]

  /// One byte a pixel; `nil` where every pixel is opaque.
  package let alpha: [UInt8]?

  package init(width: Int, height: Int, rgb: [UInt8], alpha: [UInt8]? = nil) {
    precondition(width > 0 && height > 0 && rgb.count == 3 * width * height, "not a picture")
    precondition(alpha == nil || alpha?.count == width * height, "not a picture's transparency")
    self.width = width
    self.height = height
    self.rgb = rgb
    self.alpha = alpha
  }

  /// Whether two pictures lie over one another without a rest.
  package func hasSize(of other: Picture) -> Bool {
    width == other.width && height == other.height
  }

  /// This picture where it may change another of its size, and the other one everywhere else.
  ///
  /// - Parameters:
  ///   - other: What is kept.
  ///   - mask: May change where it is transparent, or, without transparency, where it is light.
  ///     Without a mask the middle half changes, so that the old picture can still be seen.
  /// - Returns: The mixture, opaque.
  package func laid(over other: Picture, mask: Picture?) -> Picture {
    precondition(hasSize(of: other) && mask.map(hasSize) ?? true, "pictures of other sizes")
    var mixed = other.rgb
    for place in 0..<width * height where mask?.isOpen(at: place) ?? isMiddle(place) {
      for byte in 3 * place..<3 * place + 3 { mixed[byte] = rgb[byte] }
    }
    return Picture(width: width, height: height, rgb: mixed)
  }

  private func isOpen(at place: Int) -> Bool {
    if let alpha { return alpha[place] < 128 }
    return rgb[3 * place..<3 * place + 3].reduce(0) { $0 + Int($1) } >= 384
  }

  private func isMiddle(_ place: Int) -> Bool {
    let (row, column) = place.quotientAndRemainder(dividingBy: width)
    return abs(2 * column - width) < width / 2 && abs(2 * row - height) < height / 2
  }
}
