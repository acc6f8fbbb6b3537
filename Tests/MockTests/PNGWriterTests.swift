import SwitchboardCore
import Testing

@testable import SwitchboardMock

struct PNGWriterTests {
  @Test func `checksums are the published ones`() {
    #expect(PNGWriter.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(PNGWriter.crc32(Array("IEND".utf8)) == 0xAE42_6082)
    #expect(PNGWriter.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
    #expect(PNGWriter.adler32([]) == 1)
  }

  @Test(arguments: [(1, 1), (3, 2), (150, 150), (21_845, 1), (1, 20_000)])
  func `a picture reads back as it was`(width: Int, height: Int) throws {
    let rgb = (0..<(3 * width * height)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = PNGWriter.encode(width: width, height: height, rgb: rgb)
    #expect(MediaSniffer.mime(of: file) == "image/png")
    #expect(ImageDimensions.read(file) == ImageDimensions(width: width, height: height))

    let chunks = try Self.chunks(of: file)
    #expect(chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    #expect(chunks[0].data.suffix(5) == [8, 2, 0, 0, 0])
    let rows = try Self.unstored(chunks[1].data)
    try #require(rows.count == height * (1 + 3 * width))
    for row in 0..<height {
      let start = row * (1 + 3 * width)
      let isRow =
        rows[start] == 0
        && rows[(start + 1)..<(start + 1 + 3 * width)].elementsEqual(
          rgb[(3 * width * row)..<(3 * width * (row + 1))])
      if !isRow { Issue.record("row \(row)") }
    }
  }

  @Test func `the same picture is the same bytes`() {
    let rgb: [UInt8] = [255, 0, 0, 0, 255, 0]
    #expect(
      Base64.encode(PNGWriter.encode(width: 2, height: 1, rgb: rgb))
        == Base64.encode(PNGWriter.encode(width: 2, height: 1, rgb: rgb)))
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The chunks of a file (W3C PNG §5.3), checked.
  private static func chunks(of file: [UInt8]) throws -> [(type: String, data: [UInt8])] {
    var result: [(type: String, data: [UInt8])] = []
    var rest = file[8...]
    while !rest.isEmpty {
      let length = number(rest.prefix(4))
      let body = Array(rest.dropFirst(4).prefix(4 + length))
      try #require(body.count == 4 + length)
      #expect(number(rest.dropFirst(8 + length).prefix(4)) == Int(PNGWriter.crc32(body)))
      result.append((String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4))))
      rest = rest.dropFirst(12 + length)
    }
    return result
  }

  /// The bytes of a zlib stream of stored blocks (RFC 1950, RFC 1951 §3.2.4), checked.
  private static func unstored(_ stream: [UInt8]) throws -> [UInt8] {
    #expect(number(stream.prefix(2)) % 31 == 0 && stream[0] & 0xF == 8)
    var result: [UInt8] = []
    var rest = stream[2...]
    var isLast = false
    while !isLast {
      let head = Array(rest.prefix(5))
      try #require(head.count == 5 && head[0] <= 1)
      isLast = head[0] == 1
      let length = Int(head[1]) | Int(head[2]) << 8
      #expect(Int(head[3]) | Int(head[4]) << 8 == ~length & 0xFFFF)
      result += rest.dropFirst(5).prefix(length)
      rest = rest.dropFirst(5 + length)
    }
    #expect(number(rest) == Int(PNGWriter.adler32(result)) && rest.count == 4)
    return result
  }
}
