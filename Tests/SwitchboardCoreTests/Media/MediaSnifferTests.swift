import SwitchboardCore
import Testing

struct MediaSnifferTests {
  static let samples = MediaSamples.pictures + MediaSamples.others

  @Test(arguments: samples.indices)
  func `the bytes tell what they are`(index: Int) {
    let sample = Self.samples[index]
    #expect(MediaSniffer.mime(of: sample.bytes) == sample.mime, "\(sample.name)")
  }

  @Test(arguments: samples.indices)
  func `a file cut anywhere is known or not but never another`(index: Int) {
    let sample = Self.samples[index]
    for count in 0..<sample.bytes.count {
      let mime = MediaSniffer.mime(of: Array(sample.bytes.prefix(count)))
      // A brand not yet there leaves the family of its format.
      let families = [sample.mime, nil, "video/mp4", "image/heif", "audio/mpeg"]
      #expect(families.contains(mime), "\(sample.name) cut at \(count)")
    }
  }

  @Test func `random bytes are sniffed without a trap`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let sample = Self.samples.randomElement(using: &random)?.bytes ?? []
      var bytes = Array(sample.prefix(Int.random(in: 0...sample.count, using: &random)))
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = MediaSniffer.mime(of: bytes)
      _ = MediaSniffer.isText(bytes)
      if let size = ImageDimensions.read(bytes) { #expect(size.width > 0 && size.height > 0) }
    }
  }

  static let texts: [(bytes: [UInt8], isText: Bool)] = [
    ([], true),
    (Array("Hello,\r\n\tworld\u{0C}\u{1B}[0m".utf8), true),
    (Array("\u{FEFF}é\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}🥝".utf8), true),
    ([0], false),
    ([0x41, 0x08], false),
    ([0x41, 0x0B], false),
    ([0x41, 0x1C], false),
    ([0x80], false),
    ([0xC1, 0xBF], false),
    ([0xC3], false),
    ([0xC3, 0x41], false),
    ([0xE0, 0x9F, 0xBF], false),
    ([0xED, 0xA0, 0x80], false),
    ([0xE2, 0x82], false),
    ([0xF0, 0x8F, 0xBF, 0xBF], false),
    ([0xF4, 0x90, 0x80, 0x80], false),
    ([0xF5, 0x80, 0x80, 0x80], false),
    ([0xFF, 0xFE, 0x41, 0], false),
  ]

  @Test(arguments: texts.indices)
  func `text is well-formed UTF-8 without control characters`(index: Int) {
    #expect(MediaSniffer.isText(Self.texts[index].bytes) == Self.texts[index].isText)
  }

  @Test func `text is what the standard library reads without repair`() {
    var random = SplitMix64(seed: 4)
    let starts: [UInt8] = [0x41, 0x7F, 0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0x9F]
    for _ in 0..<20_000 {
      var bytes = [starts.randomElement(using: &random) ?? 0]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        bytes.append(UInt8.random(in: 0x7E...0xC3, using: &random))
      }
      let isWhole = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
      if MediaSniffer.isText(bytes) != isWhole { Issue.record("\(bytes)") }
    }
  }
}
