/// How a vendor charges for the pictures that a model is shown, as tokens of the prompt.
public enum PictureTokens: Hashable, Sendable {
  /// So many, whatever the size.
  case flat(Int)

  /// A token for so many pixels, after the picture was shrunk to a longest side and to a most.
  case area(pixels: Int, side: Int, most: Int)

  /// A base and so many for every square tile, after the picture was shrunk into a square and its
  /// shorter side to a length.
  case tiles(base: Int, each: Int, tile: Int, square: Int, shorter: Int)

  /// So many thousandths of a token for every square patch, after the picture was shrunk to a most
  /// of patches.
  case patches(side: Int, most: Int, thousandths: Int)

  /// So many for every tile, whose side is the shorter side of the picture divided by one and a
  /// half, within bounds; one tile for a picture whose sides are at most the lower bound.
  case crops(each: Int, least: Int, most: Int)

  /// The tokens of a picture.
  ///
  /// - Parameters:
  ///   - width: The width in pixels; `nil` where it is unknown.
  ///   - height: The height in pixels.
  /// - Returns: The tokens; those of a square of 1,024 pixels where the size is unknown. At least 1.
  public func count(width: Int?, height: Int?) -> Int {
    // Larger sides than any vendor takes would only overflow.
    let width = Double(min(max(width ?? 1_024, 1), 1 << 20))
    let height = Double(min(max(height ?? 1_024, 1), 1 << 20))
    return max(1, Int(count(width, height).rounded(.up)))
  }

  private func count(_ width: Double, _ height: Double) -> Double {
    switch self {
    case .flat(let tokens):
      return Double(tokens)
    case .area(let pixels, let side, let most):
      let scale = min(1, Double(side) / max(width, height))
      return min(Double(most), width * scale * height * scale / Double(max(1, pixels)))
    case .tiles(let base, let each, let tile, let square, let shorter):
      var scale = min(1, Double(square) / max(width, height))
      scale *= min(1, Double(shorter) / (min(width, height) * scale))
      return Double(base) + Double(each) * Self.tiles(width * scale, height * scale, tile)
    case .patches(let side, let most, let thousandths):
      let patches = min(Double(most), Self.tiles(width, height, side))
      return patches * Double(thousandths) / 1_000
    case .crops(let each, let least, let most):
      if max(width, height) <= Double(least) { return Double(each) }
      let side = min(max(min(width, height) / 1.5, 256), Double(most))
      return Double(each) * Self.tiles(width, height, Int(side))
    }
  }

  /// How many squares cover a picture.
  private static func tiles(_ width: Double, _ height: Double, _ side: Int) -> Double {
    let side = Double(max(1, side))
    return (width / side).rounded(.up) * (height / side).rounded(.up)
  }
}
