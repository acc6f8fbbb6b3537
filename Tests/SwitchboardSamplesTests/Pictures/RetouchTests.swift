import SwitchboardCore
import SwitchboardSamples
import Testing

struct RetouchTests {
  static func plain(_ shade: UInt8, width: Int = 8, height: Int = 4, alpha: [UInt8]? = nil)
    -> Picture
  {
    let rgb = [UInt8](repeating: shade, count: 3 * width * height)
    return Picture(width: width, height: height, rgb: rgb, alpha: alpha)
  }

  /// One byte for each pixel of the green channel.
  static func shades(_ picture: Picture) -> [UInt8] {
    stride(from: 1, to: picture.rgb.count, by: 3).map { picture.rgb[$0] }
  }

  @Test func `without a mask the middle half changes`() {
    let mixed = Self.plain(9).laid(over: Self.plain(1), mask: nil)
    let edge: [UInt8] = [1, 1, 1, 1, 1, 1, 1, 1]
    let middle: [UInt8] = [1, 1, 1, 9, 9, 9, 1, 1]
    #expect(Self.shades(mixed) == edge + edge + middle + edge)
  }

  @Test func `a mask lets change where it is light, or where it is transparent`() {
    var rgb = [UInt8](repeating: 0, count: 3 * 32)
    for place in 0..<16 { for byte in 0..<3 { rgb[3 * place + byte] = 255 } }
    let light = Picture(width: 8, height: 4, rgb: rgb)
    let half = [UInt8](repeating: 9, count: 16) + [UInt8](repeating: 1, count: 16)
    #expect(Self.shades(Self.plain(9).laid(over: Self.plain(1), mask: light)) == half)
    let alpha = [UInt8](repeating: 127, count: 16) + [UInt8](repeating: 128, count: 16)
    let clear = Self.plain(255, alpha: alpha)
    #expect(Self.shades(Self.plain(9).laid(over: Self.plain(1), mask: clear)) == half)
  }

  static func media(_ picture: Picture) -> Media { Media(bytes: PNG.write(picture)) }

  static let unusable: [(Media, Media?, [String])] = [
    (media(plain(1)), nil, []),
    (media(plain(1)), media(plain(255)), []),
    (
      media(plain(1, width: 7)), nil,
      ["The input was not used: it has 7x4 pixels, so all of it was painted over."]
    ),
    (
      Media(bytes: Array("GIF89a".utf8)), media(plain(255)),
      [
        "The input was not used: it is no PNG file of eight bits a colour without interlacing, so "
          + "all of it was painted over."
      ]
    ),
    (
      media(plain(1)), Media(url: "https://example.com/mask.png", mime: "image/png"),
      [
        "The mask was not used: it is no PNG file of eight bits a colour without interlacing, so "
          + "the middle was changed."
      ]
    ),
    (
      media(plain(1)), Media(bytes: Array(PNG.write(plain(255)).dropLast(9))),
      ["The mask was not used: its file is cut off or damaged, so the middle was changed."]
    ),
  ]

  @Test(arguments: unusable)
  func `what cannot be used is said`(input: Media, mask: Media?, notes: [String]) {
    let retouch = Retouch(input, mask: mask, width: 8, height: 4)
    #expect(retouch.notes == notes)
  }

  @Test func `what stays of the old picture is kept`() {
    func corner(_ input: Media, _ mask: Media?) -> UInt8 {
      Self.shades(Retouch(input, mask: mask, width: 8, height: 4).apply(to: Self.plain(9)))[0]
    }
    let old = Self.media(Self.plain(1))
    #expect(corner(old, nil) == 1)
    #expect(corner(old, Self.media(Self.plain(255))) == 9)
    #expect(corner(old, Self.media(Self.plain(0))) == 1)
    #expect(corner(old, Media(bytes: [1, 2, 3])) == 1)
    #expect(corner(Media(bytes: [1, 2, 3]), nil) == 9)
  }
}
