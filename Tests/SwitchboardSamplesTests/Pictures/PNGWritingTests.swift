import SwitchboardCore
import Testing

@testable import SwitchboardSamples

struct PNGWritingTests {
  @Test func `checksums are the published ones`() {
    #expect(Zlib.crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    #expect(Zlib.crc32(Array("IEND".utf8)[...]) == 0xAE42_6082)
    #expect(Zlib.crc32([]) == 0)
  }

  @Test(arguments: [(1, 1), (3, 2), (150, 150), (2_048, 1), (1, 2_048)])
  func `a picture reads back as it was`(width: Int, height: Int) throws {
    let rgb = (0..<(3 * width * height)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let picture = Picture(width: width, height: height, rgb: rgb)
    let file = PNG.write(picture)
    #expect(MediaSniffer.mime(of: file) == "image/png")
    #expect(ImageDimensions.read(file) == ImageDimensions(width: width, height: height))
    #expect(try PNG.read(file) == picture)
    #expect(PNG.write(picture) == file, "the same picture is the same bytes")
  }

  /// W3C PNG §5.3 and §11.2.1, byte by byte.
  @Test func `a file is laid out as the standard says`() throws {
    let file = PNG.write(Picture(width: 2, height: 1, rgb: [255, 0, 0, 0, 255, 0]))
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      2, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x7B, 0x40, 0xE8, 0xDD,
    ]
    #expect(Array(file.prefix(head.count)) == head)
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    #expect(Array(file.suffix(end.count)) == end)
    let packed = Array(file[(head.count + 8)..<(file.count - end.count - 4)])
    #expect(Zlib.unpack(packed, count: 7) == [0, 255, 0, 0, 0, 255, 0])
  }

  @Test func `what is painted packs well`() {
    let picture = Painter(prompt: "a red circle on blue", random: SeededRandom(seed: 0))
      .paint(width: 512, height: 512)
    #expect(PNG.write(picture).count < picture.rgb.count / 10)
  }

  @Test func `packed bytes unpack to exactly as many`() {
    let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    let packed = Zlib.pack(bytes)
    #expect(Zlib.unpack(packed, count: bytes.count) == bytes)
    #expect(Zlib.unpack(packed, count: bytes.count - 1) == nil)
    #expect(Zlib.unpack(packed, count: bytes.count + 1) == nil)
    for length in packed.indices {
      #expect(Zlib.unpack(Array(packed[..<length]), count: bytes.count) == nil, "cut at \(length)")
    }
  }
}
