import SwitchboardCore

extension PNG {
  /// Reads a file: grey, RGB and palette pictures, with or without a channel of transparency.
  ///
  /// What a file asks for in memory is bounded by its size and ``Picture/longestSide``.
  package static func read(_ bytes: [UInt8]) throws(Failure) -> Picture {
    // The header is the first chunk and has 13 bytes (§11.2.1); the size comes first in it.
    guard bytes.starts(with: signature), let size = ImageDimensions.read(bytes), bytes.count > 33,
      bytes[24] == 8, let colours = ColourType(rawValue: bytes[25]), bytes[28] == 0
    else { throw .otherForm }
    guard max(size.width, size.height) <= Picture.longestSide else { throw .tooLarge }
    let (data, palette) = try chunks(of: bytes)
    let stride = size.width * colours.channels
    guard var rows = Zlib.unpack(data, count: size.height * (stride + 1)) else { throw .damaged }
    try unfilter(&rows, stride: stride, channels: colours.channels)
    let pixels = Swift.stride(from: 0, to: rows.count, by: stride + 1).flatMap { start in
      rows[start + 1...start + stride]
    }
    return try picture(pixels, size, colours, palette)
  }

  /// The packed rows and the palette of a file whose chunks are whole and undamaged (§5.3).
  private static func chunks(
    of bytes: [UInt8]
  ) throws(Failure) -> (data: [UInt8], palette: [UInt8]) {
    var (data, palette): ([UInt8], [UInt8]) = ([], [])
    var place = signature.count
    while true {
      guard place + 12 <= bytes.count else { throw .damaged }
      let length = bigEndian(bytes[place..<place + 4])
      let end = place + 8 + length
      guard end + 4 <= bytes.count,
        bigEndian(bytes[end..<end + 4]) == Zlib.crc32(bytes[place + 4..<end])
      else { throw .damaged }
      let body = bytes[place + 8..<end]
      switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
      case "IDAT": data += body
      case "PLTE": palette = Array(body)
      case "IEND": return (data, palette)
      default: break
      }
      place = end + 4
    }
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Undoes the filters (§9): each byte was written as its difference from its neighbours.
  private static func unfilter(
    _ rows: inout [UInt8], stride: Int, channels: Int
  ) throws(Failure) {
    for start in Swift.stride(from: 0, to: rows.count, by: stride + 1) {
      let filter = rows[start]
      for place in start + 1...start + stride {
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
        case 4:
          let corner = hasLeft && hasUp ? Int(rows[place - stride - 1 - channels]) : 0
          // Paeth: the neighbour nearest to left + up − corner.
          let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
          guess = a <= b && a <= c ? left : b <= c ? up : corner
        default: throw .damaged
        }
        rows[place] &+= UInt8(guess)
      }
    }
  }

  private static func picture(
    _ pixels: [UInt8], _ size: ImageDimensions, _ colours: ColourType, _ palette: [UInt8]
  ) throws(Failure) -> Picture {
    let channels = colours.channels
    let starts = Swift.stride(from: 0, to: pixels.count, by: channels)
    var rgb: [UInt8] = []
    rgb.reserveCapacity(3 * size.width * size.height)
    for start in starts {
      switch colours {
      case .rgb, .rgbAlpha: rgb += pixels[start..<start + 3]
      case .grey, .greyAlpha: rgb += repeatElement(pixels[start], count: 3)
      case .palette:
        let entry = 3 * Int(pixels[start])
        guard entry + 3 <= palette.count else { throw .damaged }
        rgb += palette[entry..<entry + 3]
      }
    }
    let alpha = colours.hasAlpha ? starts.map { pixels[$0 + channels - 1] } : nil
    return Picture(width: size.width, height: size.height, rgb: rgb, alpha: alpha)
  }
}
