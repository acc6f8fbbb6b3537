import SwitchboardCore
import Testing

@testable import SwitchboardMock

/// The files were written with Python's zlib; the pixel at (x, y) is (16x, 25y, xy) modulo 256.
@Suite struct PNGReaderTests {
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

  func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text)) }

  @Test(arguments: files)
  func `every filter and form of packing is read`(name: String, text: String) throws {
    let picture = try #require(PNGReader.read(try bytes(text)))
    #expect(picture.width == 16 && picture.height == 10 && picture.alpha == nil)
    let expected = (0..<10).flatMap { y in
      (0..<16).flatMap { x in [16 * x, 25 * y, x * y].map { UInt8($0 % 256) } }
    }
    #expect(picture.rgb == expected)
  }

  @Test func `transparency, grey and palettes are read`() throws {
    let alpha = try #require(PNGReader.read(try bytes(Self.alpha)))
    #expect(alpha.alpha?[16] == 25 && alpha.rgb[3 * 17] == 16)
    #expect(alpha.allows(0) && !alpha.allows(9 * 16))
    let grey = try #require(PNGReader.read(try bytes(Self.grey)))
    #expect(Array(grey.rgb[3..<6]) == [16, 16, 16] && grey.allows(15) && !grey.allows(0))
    let palette = try #require(PNGReader.read(try bytes(Self.palette)))
    #expect(Array(palette.rgb[0..<9]) == [255, 0, 0, 0, 255, 0, 0, 0, 255])
  }

  @Test func `what the writer writes is read`() throws {
    let rgb = (0..<(3 * 300 * 200)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let picture = try #require(
      PNGReader.read(PNGWriter.encode(width: 300, height: 200, rgb: rgb)))
    #expect(picture.rgb == rgb)
  }

  @Test func `broken files are no pictures, and harmless`() throws {
    var random = MockRandom(seed: 1)
    for (_, text) in Self.files {
      let file = try bytes(text)
      for length in 0..<file.count - 12 { #expect(PNGReader.read(Array(file[..<length])) == nil) }
      for _ in 0..<300 {
        var broken = file
        broken[random.below(file.count)] = UInt8(random.below(256))
        _ = PNGReader.read(broken)
      }
    }
  }
}
