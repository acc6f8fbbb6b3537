import SwitchboardCore

/// Reads the pixels of PNG files of eight bits a colour (W3C PNG, third edition).
///
/// Grey, RGB and palette pictures, with and without transparency, but not interlaced ones.
enum PNGReader {
  struct Picture: Sendable {
    let width: Int
    let height: Int
    /// Three bytes a pixel, row after row from the top.
    var rgb: [UInt8]
    /// One byte a pixel; `nil` when every pixel is opaque by the file's form.
    var alpha: [UInt8]?

    /// Whether a picture used as a mask lets a pixel change: where it is transparent, or, when it
    /// has no transparency, where it is light.
    func allows(_ place: Int) -> Bool {
      if let alpha { return alpha[place] < 128 }
      let sum = Int(rgb[3 * place]) + Int(rgb[3 * place + 1]) + Int(rgb[3 * place + 2])
      return sum >= 384
    }
  }

  /// The pixels; `nil` for other files, broken ones, and sides above the painter's longest.
  static func read(_ bytes: [UInt8]) -> Picture? {
    guard MediaSniffer.mime(of: bytes) == "image/png", let size = ImageDimensions.read(bytes),
      max(size.width, size.height) <= MockPainter.longestSide, bytes.count > 33,
      bytes[24] == 8, bytes[28] == 0, let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][bytes[25]]
    else { return nil }
    var data: [UInt8] = []
    var palette: [UInt8] = []
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard place + 12 + length <= bytes.count else { return nil }
      let body = bytes[(place + 8)..<(place + 8 + length)]
      switch String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self) {
      case "IDAT": data += body
      case "PLTE": palette = Array(body)
      default: break
      }
      place += 12 + length
    }
    let wanted = size.height * (size.width * channels + 1)
    // The zlib header (RFC 1950) has two bytes; the checksum at the end is passed over.
    guard data.count > 6, var rows = Inflate.inflate(data[2...], count: wanted) else { return nil }
    guard unfilter(&rows, stride: size.width * channels, channels: channels) else { return nil }
    return picture(rows, size, channels: channels, palette: palette)
  }

  /// Undoes the filters (§9): each byte was written as its difference from its neighbours.
  private static func unfilter(_ rows: inout [UInt8], stride: Int, channels: Int) -> Bool {
    for start in Swift.stride(from: 0, to: rows.count, by: stride + 1) {
      let filter = rows[start]
      if filter > 4 { return false }
      for place in (start + 1)..<(start + 1 + stride) {
        let hasLeft = place - start > channels
        let hasUp = start > 0
        let left = hasLeft ? Int(rows[place - channels]) : 0
        let up = hasUp ? Int(rows[place - stride - 1]) : 0
        let guess: Int
        switch filter {
        case 0: guess = 0
        case 1: guess = left
        case 2: guess = up
        case 3: guess = (left + up) / 2
        default:
          let corner = hasLeft && hasUp ? Int(rows[place - stride - 1 - channels]) : 0
          // Paeth: the neighbour nearest to left + up − corner.
          let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
          guess = a <= b && a <= c ? left : b <= c ? up : corner
        }
        rows[place] &+= UInt8(guess)
      }
    }
    return true
  }

  private static func picture(
    _ rows: [UInt8], _ size: ImageDimensions, channels: Int, palette: [UInt8]
  ) -> Picture? {
    var rgb: [UInt8] = []
    var alpha: [UInt8] = []
    rgb.reserveCapacity(3 * size.width * size.height)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let place = row * (size.width * channels + 1) + 1 + column * channels
        if channels >= 3 {
          rgb += rows[place..<place + 3]
        } else if palette.isEmpty {
          rgb += [rows[place], rows[place], rows[place]]
        } else {
          let entry = 3 * Int(rows[place])
          guard entry + 3 <= palette.count else { return nil }
          rgb += palette[entry..<entry + 3]
        }
        if channels == 2 || channels == 4 { alpha.append(rows[place + channels - 1]) }
      }
    }
    return Picture(
      width: size.width, height: size.height, rgb: rgb, alpha: alpha.isEmpty ? nil : alpha)
  }
}
