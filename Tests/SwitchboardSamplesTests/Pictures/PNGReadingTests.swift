import SwitchboardCore
import Testing

@testable import SwitchboardSamples

/// The files were written with Python's zlib; the pixel at (x, y) is (16x, 25y, xy) modulo 256.
struct PNGReadingTests {
  static let files: [(String, String)] = [
    (
      "no filter",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAABpElEQVR42g3KsWobMQAG4L+J49iuawvjFKsxRiWG\
      GhODKkrqwRC1QzCIFhUylHQ5Wg0pdNBS6KJyW9abNN8b6B7hRo33CKc3uEdov/kDAAIwgAMS0EAGWCAHCqAEKqAG\
      GqAFuv8bFIQ+Y/SE01NJe5qeZbRv6XlOBwUdlnRU0ec1HTf0RUsnHZ0CAkScMNHjoi/FQItRJsZWTHJBCjErxbwS\
      L2uxaMSrViw7sQIUiDplqs/VUKqxVtNMzay6yNWiUJelWlXqda3WjXrTqm2ndoABMT1mBtyMpSHazDOzsGaZG1aY\
      dWk2lbmuDW/Mu9bsO3MAHIg7Y27E3VS6uXY0cyvrrnK3KdyudKJy72t3aNyH1t11TgEexPeZH3M/k36h/Srza+u3\
      ueeFvyn9ofIfa39s/OfW33f+AQgg4ZyFCQ8XMix1uMrC1oa3edgX4bYMd1X4VIf7Jnxrw/cu/AQiSBywSHhcyMh0\
      3GSR27jPoyzisYy6il/rmDXxsY22i3+ABJKGLM14upRprdMuSzc23ebpWKQvZXqo0o86/WrS7zb97dLTPzx+pmn4\
      /ZfEAAAAAElFTkSuQmCC
      """
    ),
    (
      "left",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAT0lEQVR42pXLQQ2AMAAEwT0oBX58sYENbNQGNrCB\
      jdrACSfhSCbZ1wrY/hC7o5w4PAw5cXoYc6J5KDlxeZhy4vZQc+LxMOdE97DkxOthzX2gsRBz5ejI3QAAAABJRU5E\
      rkJggg==
      """
    ),
    (
      "up",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAWUlEQVR42u3LOwGCAAAFwAPxg4q4vs0IRCACEYxg\
      BCMYwQhGMAIRiGAEiMHgdsuVuHKjo2fgzoMnL958+DIy8aMUUsiCjVSylZ3s5SC1HOUkZ2nkIu0/rCPMGpsZ3Q3W\
      towAAAAASUVORK5CYII=
      """
    ),
    (
      "average",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAdUlEQVR42o3LLQ+BURiA4YvHx/FxNpEmmWiSRrQp\
      oigIIk2x+enePb/gbHe87sCCJWu27Dhw4syVG3eevPjwI6yU2iu1n0U2yIbZKBtnpStstOtSJ2GvXedw1K5LnYaL\
      dp3DTbsudRYe2nUOb+261Hn4atddf8WcFZ4Jt6ZqAAAAAElFTkSuQmCC
      """
    ),
    (
      "Paeth",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAPUlEQVR42pXLOxIAEAwFwCB+ndb9L0pljMQTM9su\
      E1H7wdRncXYreKM9BIsj8JMMEVNDAm4h34BQVDhUaQAOawQlbhKkDAAAAABJRU5ErkJggg==
      """
    ),
    (
      "all filters",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAB0lEQVR42p3PrQ3CM6h0MgAAAMJJREFUQBiH8ae9\
      flwLpRWY1xASDIaEYDAIMBgMIzBCGeBNOkIVuiN0BEZgBEZgBI6zJKQh+Ykz/7z3AFQwhzXs4QwXqKGBFjro4Q4P\
      eMILAsQNguFCN0DczD0MEiExkiApYpEMyZERMkYKZIKUhg22CG1hvMiLvcRLPetlTvS54D5GCAaiAZRK47nmay33\
      Oj2rXHRW66LRZaurTje9bu+6e+jhqceXngJuLjoZ7o/oK78rbZF7I2/8HR1DAilYyL69AY1XJPsBDpT9AAAAAElF\
      TkSuQmCC
      """
    ),
    (
      "fixed codes",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAB9UlEQVR4AQHqARX+AAAAABAAACAAADAAAEAAAFAA\
      AGAAAHAAAIAAAJAAAKAAALAAAMAAANAAAOAAAPAAAAAAGQAQGQEgGQIwGQNAGQRQGQVgGQZwGQeAGQiQGQmgGQqw\
      GQvAGQzQGQ3gGQ7wGQ8AADIAEDICIDIEMDIGQDIIUDIKYDIMcDIOgDIQkDISoDIUsDIWwDIY0DIa4DIc8DIeAABL\
      ABBLAyBLBjBLCUBLDFBLD2BLEnBLFYBLGJBLG6BLHrBLIcBLJNBLJ+BLKvBLLQAAZAAQZAQgZAgwZAxAZBBQZBRg\
      ZBhwZByAZCCQZCSgZCiwZCzAZDDQZDTgZDjwZDwAAH0AEH0FIH0KMH0PQH0UUH0ZYH0ecH0jgH0okH0toH0ysH03\
      wH080H1B4H1G8H1LAACWABCWBiCWDDCWEkCWGFCWHmCWJHCWKoCWMJCWNqCWPLCWQsCWSNCWTuCWVPCWWgAArwAQ\
      rwcgrw4wrxVArxxQryNgrypwrzGArziQrz+gr0awr03Ar1TQr1vgr2Lwr2kAAMgAEMgIIMgQMMgYQMggUMgoYMgw\
      cMg4gMhAkMhIoMhQsMhYwMhg0Mho4Mhw8Mh4AADhABDhCSDhEjDhG0DhJFDhLWDhNnDhP4DhSJDhUaDhWrDhY8Dh\
      bNDhdeDhfvDhhzx+pmklJZwLAAAAAElFTkSuQmCC
      """
    ),
    (
      "stored",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAB9UlEQVR4AQHqARX+AAAAABAAACAAADAAAEAAAFAA\
      AGAAAHAAAIAAAJAAAKAAALAAAMAAANAAAOAAAPAAAAAAGQAQGQEgGQIwGQNAGQRQGQVgGQZwGQeAGQiQGQmgGQqw\
      GQvAGQzQGQ3gGQ7wGQ8AADIAEDICIDIEMDIGQDIIUDIKYDIMcDIOgDIQkDISoDIUsDIWwDIY0DIa4DIc8DIeAABL\
      ABBLAyBLBjBLCUBLDFBLD2BLEnBLFYBLGJBLG6BLHrBLIcBLJNBLJ+BLKvBLLQAAZAAQZAQgZAgwZAxAZBBQZBRg\
      ZBhwZByAZCCQZCSgZCiwZCzAZDDQZDTgZDjwZDwAAH0AEH0FIH0KMH0PQH0UUH0ZYH0ecH0jgH0okH0toH0ysH03\
      wH080H1B4H1G8H1LAACWABCWBiCWDDCWEkCWGFCWHmCWJHCWKoCWMJCWNqCWPLCWQsCWSNCWTuCWVPCWWgAArwAQ\
      rwcgrw4wrxVArxxQryNgrypwrzGArziQrz+gr0awr03Ar1TQr1vgr2Lwr2kAAMgAEMgIIMgQMMgYQMggUMgoYMgw\
      cMg4gMhAkMhIoMhQsMhYwMhg0Mho4Mhw8Mh4AADhABDhCSDhEjDhG0DhJFDhLWDhNnDhP4DhSJDhUaDhWrDhY8Dh\
      bNDhdeDhfvDhhzx+pmklJZwLAAAAAElFTkSuQmCC
      """
    ),
  ]

  static let alpha =
    """
    iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAYAAAC9vt6cAAAAQUlEQVR42mNhAAIBCjALgyQQMjAykIuRDGAiC6MZ\
    wEwyxmIAC0kYhwGsRGM8BrARhQkYwE4QE2EAB15MpAGcODEAfhwFBlHOPhsAAAAASUVORK5CYII=
    """

  static let grey =
    """
    iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAAAAACY1YFAAAAAHUlEQVR42mNgEFAwcAhIKGiYsGDDgQsPPjAMVgEA\
    FJJLAV5a2zkAAAAASUVORK5CYII=
    """

  static let palette =
    """
    iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAMAAACKYC6uAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAF0lEQVR42mNg\
    YGRCQeh8RgYmQkroowUANVkAoJpNvD8AAAAASUVORK5CYII=
    """

  static func picture(_ text: String) throws -> Picture { try PNG.read(bytes(text)) }

  static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text)) }

  @Test(arguments: files)
  func `every filter and form of packing is read`(name: String, text: String) throws {
    let picture = try Self.picture(text)
    #expect(picture.width == 16 && picture.height == 10 && picture.alpha == nil)
    let expected = (0..<10).flatMap { y in
      (0..<16).flatMap { x in [16 * x, 25 * y, x * y].map { UInt8($0 % 256) } }
    }
    #expect(picture.rgb == expected)
  }

  @Test func `transparency, grey and palettes are read`() throws {
    let alpha = try Self.picture(Self.alpha)
    #expect(alpha.alpha?[16] == 25 && alpha.rgb[3 * 17] == 16)
    let grey = try Self.picture(Self.grey)
    #expect(Array(grey.rgb[3..<6]) == [16, 16, 16] && grey.alpha == nil)
    let palette = try Self.picture(Self.palette)
    #expect(Array(palette.rgb[0..<9]) == [255, 0, 0, 0, 255, 0, 0, 0, 255])
  }

  @Test(arguments: files.map(\.1) + [alpha, grey, palette])
  func `a file that is cut anywhere is no picture`(text: String) throws {
    let file = try Self.bytes(text)
    for length in 0..<file.count {
      #expect(throws: PNG.Failure.self) { try PNG.read(Array(file[..<length])) }
    }
  }

  /// Every chunk has a checksum, and the packed bytes one more.
  @Test(arguments: files.map(\.1) + [alpha, grey, palette])
  func `a file with any byte changed is no picture`(text: String) throws {
    let file = try Self.bytes(text)
    for place in file.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var broken = file
        broken[place] ^= change
        #expect(throws: PNG.Failure.self, "byte \(place)") { try PNG.read(broken) }
      }
    }
  }

  /// Files with good checksums that ask for what is not there.
  static let bad: [(String, [UInt8], PNG.Failure)] = [
    ("no PNG", Array("GIF89a".utf8), .otherForm),
    ("16 bits a colour", file(depth: 16), .otherForm),
    ("interlaced", file(interlace: 1), .otherForm),
    ("a colour type that is none", file(colours: 5), .otherForm),
    ("no width", file(width: 0), .otherForm),
    ("a large side", file(width: 2_049), .tooLarge),
    ("an enormous side", file(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF), .tooLarge),
    ("more rows than there are", file(height: 2), .damaged),
    ("fewer rows than there are", file(rows: [0, 1, 2, 3, 0, 1, 2, 3]), .damaged),
    ("rows that unpack to far more", file(rows: [UInt8](repeating: 0, count: 1 << 24)), .damaged),
    ("a filter that is none", file(rows: [5, 1, 2, 3]), .damaged),
    ("a palette that is missing", file(colours: 3, rows: [0, 0]), .damaged),
    ("an entry behind the palette", file(colours: 3, rows: [0, 1], palette: [1, 2, 3]), .damaged),
    ("no rows", file(packed: []), .damaged),
    ("rows that are not packed", file(packed: [0, 1, 2, 3]), .damaged),
  ]

  @Test(arguments: bad)
  func `what a file cannot have is one clear failure`(
    name: String, file: [UInt8], failure: PNG.Failure
  ) throws {
    #expect(throws: failure) { try PNG.read(file) }
    #expect(!"\(failure)".isEmpty)
  }

  @Test func `a file of the form that the bad ones have is read`() throws {
    #expect(try PNG.read(Self.file()) == Picture(width: 1, height: 1, rgb: [1, 2, 3]))
    let indexed = Self.file(colours: 3, rows: [0, 1], palette: [1, 2, 3, 4, 5, 6])
    #expect(try PNG.read(indexed).rgb == [4, 5, 6])
  }

  /// A file of one pixel, unless more is said.
  static func file(
    width: Int = 1, height: Int = 1, depth: UInt8 = 8, colours: UInt8 = 2, interlace: UInt8 = 0,
    rows: [UInt8] = [0, 1, 2, 3], palette: [UInt8] = [], packed: [UInt8]? = nil
  ) -> [UInt8] {
    let header =
      PNG.bigEndian(width) + PNG.bigEndian(height) + [depth, colours, 0, 0, interlace]
    return PNG.signature + PNG.chunk("IHDR", header)
      + (palette.isEmpty ? [] : PNG.chunk("PLTE", palette))
      + PNG.chunk("IDAT", packed ?? Zlib.pack(rows)) + PNG.chunk("IEND", [])
  }
}
