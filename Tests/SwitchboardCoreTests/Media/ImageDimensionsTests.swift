import SwitchboardCore
import Testing

struct ImageDimensionsTests {
  @Test(arguments: MediaSamples.pictures.indices)
  func `the size is read from the header`(index: Int) {
    let sample = MediaSamples.pictures[index]
    let size = ImageDimensions(width: sample.width, height: sample.height)
    #expect(ImageDimensions.read(sample.bytes) == size, "\(sample.name)")
  }

  @Test(arguments: MediaSamples.pictures.indices)
  func `a picture cut anywhere has its size or none`(index: Int) {
    let sample = MediaSamples.pictures[index]
    let size = ImageDimensions(width: sample.width, height: sample.height)
    for count in 0..<sample.bytes.count {
      let cut = ImageDimensions.read(Array(sample.bytes.prefix(count)))
      #expect(cut == nil || cut == size, "\(sample.name) cut at \(count)")
    }
  }

  @Test(arguments: MediaSamples.others.indices)
  func `what is no picture known here has no size`(index: Int) {
    #expect(ImageDimensions.read(MediaSamples.others[index].bytes) == nil)
  }

  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

  static let wrong: [(name: String, bytes: [UInt8])] = [
    ("a JPEG segment shorter than its length", jpeg + [0xE0, 0, 1, 0, 0]),
    ("a JPEG segment that leads out of the file", jpeg + [0xE0, 0xFF, 0xFF, 0, 0]),
    ("a JPEG that ends before its frame", jpeg + [0xD9]),
    ("JPEG data before a frame", jpeg + [0xDA, 0, 2, 0xFF, 0xC0, 0, 17, 8, 0, 1, 0, 1]),
    (
      "a JPEG with something between segments",
      jpeg + [0xDB, 0, 2, 0, 0xFF, 0xC0, 0, 17, 8, 0, 1, 0, 1]
    ),
    ("a JPEG of fill bytes", jpeg + [UInt8](repeating: 0xFF, count: 100_000)),
    ("a JPEG without height", jpeg + [0xC0, 0, 17, 8, 0, 0, 0, 1]),
    ("a GIF without width", Array("GIF89a".utf8) + [0, 0, 1, 0]),
    (
      "a BMP with a negative width",
      Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [
        40, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0,
      ]
    ),
  ]

  @Test(arguments: wrong.indices)
  func `a broken header has no size`(index: Int) {
    #expect(ImageDimensions.read(Self.wrong[index].bytes) == nil, "\(Self.wrong[index].name)")
  }
}
