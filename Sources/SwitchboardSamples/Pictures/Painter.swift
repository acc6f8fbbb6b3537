/// Draws what a prompt says: colour words and simple shapes, before a quiet ground.
package struct Painter: Sendable {
  private typealias Colour = SIMD3<Float>

  private enum Shape {
    case square, circle, triangle, stripes, checks, sky
  }

  private let shape: Shape
  private let ink: Colour
  private let top: Colour
  private let bottom: Colour
  private let size: Float
  private let centre: SIMD2<Float>

  /// Reads a prompt.
  ///
  /// The first colour is that of the shape, the second that of the ground. What the prompt leaves
  /// open depends on the random numbers.
  package init(prompt: String, without negative: String = "", random: SeededRandom) {
    var random = random
    random.mix(prompt)
    let unwanted = Set(Self.words(of: negative))
    let words = Self.words(of: prompt).filter { !unwanted.contains($0) }
    let colours = words.compactMap { Self.colours[$0] }
    shape =
      words.lazy.compactMap { Self.shapes[$0] }.first
      ?? [.square, .circle, .triangle, .stripes][random.below(4)]
    let own = colours.first ?? Self.hue(Float(random.unit()))
    let white = Colour(repeating: 1)
    if shape == .sky {
      // A sky has the colour itself, paler towards the horizon; its ink is the sun.
      top = colours.first ?? Self.colours["azure"] ?? own
      bottom = colours.dropFirst().first ?? Self.mix(top, white, 0.75)
      ink = Colour(1, 0.93, 0.62)
      size = 0.22
      centre = SIMD2(Float(random.unit()) - 0.5, -0.4 + 0.2 * Float(random.unit()))
    } else {
      ink = own
      let ground = colours.dropFirst().first
      top = ground ?? Self.mix(own, white, own.sum() > 2.7 ? 0 : 0.88)
      bottom = ground.map { Self.mix($0, white, 0.12) } ?? Self.mix(top, own * 0.8, 0.22)
      size = 0.58 + 0.1 * Float(random.unit())
      centre = SIMD2(Float(random.unit()) - 0.5, Float(random.unit()) - 0.5) * 0.16
    }
  }

  /// Paints a picture of at least one pixel, in time that grows with its area.
  package func paint(width: Int, height: Int) -> Picture {
    let half = Float(min(width, height)) / 2
    // Edges are blended over one pixel.
    let sharpness = half
    let rows = Float(max(1, height - 1))
    let rgb = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { buffer, count in
      var place = 0
      for row in 0..<height {
        let y = (Float(row) + 0.5 - Float(height) / 2) / half - centre.y
        let ground = Self.mix(top, bottom, Float(row) / rows)
        let lit = ink * (1.04 - 0.08 * Float(row) / rows)
        for column in 0..<width {
          let x = (Float(column) + 0.5 - Float(width) / 2) / half - centre.x
          let cover = min(1, max(0, 0.5 - distance(x, y) * sharpness))
          let colour = ground + (lit - ground) * cover
          let bytes = (colour * 255 + 0.5).clamped(
            lowerBound: Colour(repeating: 0), upperBound: Colour(repeating: 255))
          buffer[place] = UInt8(bytes.x)
          buffer[place + 1] = UInt8(bytes.y)
          buffer[place + 2] = UInt8(bytes.z)
          place += 3
        }
      }
      count = place
    }
    return Picture(width: width, height: height, rgb: rgb)
  }

  /// How far a point lies outside the shape; negative within.
  @inline(__always)
  private func distance(_ x: Float, _ y: Float) -> Float {
    switch shape {
    case .square: return max(abs(x), abs(y)) - size
    case .circle, .sky: return (x * x + y * y).squareRoot() - size
    case .triangle:
      // Two slopes that meet above, and the base.
      return max(y - size, 0.8944 * abs(x) - 0.4472 * (y + size))
    case .stripes: return Self.wave(x + y, size * 0.5)
    case .checks:
      let across = Self.wave(x, size * 0.6)
      let down = Self.wave(y, size * 0.6)
      return across * down < 0 ? min(abs(across), abs(down)) : -min(abs(across), abs(down))
    }
  }

  /// Falls below zero in every second stretch of a length.
  private static func wave(_ value: Float, _ length: Float) -> Float {
    let turns = value / (2 * length)
    let part = turns - turns.rounded(.down)
    return (abs(part - 0.5) - 0.25) * 2 * length
  }

  private static func mix(_ one: Colour, _ other: Colour, _ part: Float) -> Colour {
    one + (other - one) * part
  }

  /// A strong colour of the circle, for a place from 0 to 1.
  private static func hue(_ place: Float) -> Colour {
    func channel(_ shift: Float) -> Float {
      let turn = place + shift
      let part = turn - turn.rounded(.down)
      return 0.1 + 0.75 * min(1, max(0, abs(part - 0.5) * 6 - 1))
    }
    return Colour(channel(0), channel(1 / 3), channel(2 / 3))
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter }.prefix(200).flatMap { word in
      word.hasSuffix("s") ? [String(word), String(word.dropLast())] : [String(word)]
    }
  }

  private static let shapes: [String: Shape] = {
    let lists: [(Shape, String)] = [
      (.square, "square box house rectangle cube tile door window block"),
      (.circle, "circle ball dot sun moon wheel apple disc disk planet button coin"),
      (.triangle, "triangle mountain pyramid tree tent arrow hill roof"),
      (.stripes, "stripe striped line zebra flag wave"),
      (.checks, "check checked checkered chess checkerboard chessboard grid"),
      (.sky, "sky gradient sunset sunrise sea ocean horizon dawn beach"),
    ]
    var shapes: [String: Shape] = [:]
    for (shape, list) in lists {
      for word in list.split(separator: " ") { shapes[String(word)] = shape }
    }
    return shapes
  }()

  private static let colours: [String: Colour] = [
    "red": [0.86, 0.08, 0.10], "green": [0.10, 0.62, 0.20], "blue": [0.10, 0.28, 0.85],
    "yellow": [0.98, 0.85, 0.10], "orange": [0.98, 0.55, 0.08], "purple": [0.50, 0.12, 0.60],
    "violet": [0.55, 0.28, 0.85], "pink": [0.98, 0.55, 0.70], "brown": [0.48, 0.30, 0.14],
    "black": [0.03, 0.03, 0.04], "white": [1, 1, 1], "gray": [0.5, 0.5, 0.5],
    "grey": [0.5, 0.5, 0.5], "cyan": [0.05, 0.80, 0.88], "teal": [0.03, 0.50, 0.50],
    "magenta": [0.90, 0.08, 0.72], "turquoise": [0.20, 0.82, 0.76], "gold": [0.90, 0.70, 0.14],
    "silver": [0.76, 0.78, 0.80], "navy": [0.04, 0.08, 0.40], "azure": [0.16, 0.50, 0.92],
    "lime": [0.60, 0.92, 0.10], "beige": [0.94, 0.90, 0.78], "crimson": [0.80, 0.05, 0.20],
  ]
}
