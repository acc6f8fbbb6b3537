import SwitchboardCore
import Testing

struct PictureTokensTests {
  @Test(arguments: [
    (PictureTokens.flat(1_120), 10, 10, 1_120),
    // Pixels by 750, as their vendor's table of sizes has them.
    (.area(pixels: 750, side: 1_568, most: 1_600), 200, 200, 54),
    (.area(pixels: 750, side: 1_568, most: 1_600), 1_000, 1_000, 1_334),
    (.area(pixels: 750, side: 1_568, most: 1_600), 8_000, 8_000, 1_600),
    (.area(pixels: 750, side: 1_568, most: 1_600), 8_000, 80, 33),
    // Tiles of 512: 1,024 by 1,024 becomes 768 by 768, four tiles; 2,048 by 4,096 six.
    (.tiles(base: 85, each: 170, tile: 512, square: 2_048, shorter: 768), 1_024, 1_024, 765),
    (.tiles(base: 85, each: 170, tile: 512, square: 2_048, shorter: 768), 2_048, 4_096, 1_105),
    (.tiles(base: 85, each: 170, tile: 512, square: 2_048, shorter: 768), 100, 100, 255),
    // Patches of 32.
    (.patches(side: 32, most: 1_536, thousandths: 1_620), 1_024, 1_024, 1_659),
    (.patches(side: 32, most: 1_536, thousandths: 1_000), 1_800, 2_400, 1_536),
    (.patches(side: 32, most: 1_536, thousandths: 1_000), 33, 1, 2),
    // One tile up to 384, then crops.
    (.crops(each: 258, least: 384, most: 768), 384, 300, 258),
    (.crops(each: 258, least: 384, most: 768), 960, 540, 6 * 258),
    (.crops(each: 258, least: 384, most: 768), 4_000, 4_000, 36 * 258),
  ])
  func `a picture costs what its vendor says`(
    rule: PictureTokens, width: Int, height: Int, tokens: Int
  ) {
    #expect(rule.count(width: width, height: height) == tokens)
  }

  @Test(
    arguments: [
      (64, 64, 6), (1_000, 1_000, 1_334), (4_000, 3_000, 1_600), (nil, nil, 1_399),
    ] as [(Int?, Int?, Int)])
  func `a picture costs an unknown model by its area, as long as its size is known`(
    _ width: Int?, _ height: Int?, _ tokens: Int
  ) {
    for profile in [TokenProfile.unknown, TokenProfile(vocabulary: .bpe129k)] {
      #expect(profile.picture.count(width: width, height: height) == tokens)
    }
  }

  @Test(arguments: [
    PictureTokens.flat(0), .area(pixels: 0, side: 0, most: 100),
    .area(pixels: 750, side: 1_568, most: 1_600),
    .tiles(base: 85, each: 170, tile: 0, square: 2_048, shorter: 768),
    .tiles(base: 85, each: 170, tile: 512, square: 2_048, shorter: 768),
    .patches(side: 32, most: 1_536, thousandths: 1_000), .crops(each: 258, least: 384, most: 768),
  ])
  func `sizes that are unknown, absurd or nothing are charged all the same`(rule: PictureTokens) {
    let sizes: [(Int?, Int?)] = [
      (nil, nil), (0, 0), (-5, 10), (.max, .max), (.min, .min), (1, .max), (nil, 7),
    ]
    for (width, height) in sizes { #expect(rule.count(width: width, height: height) >= 1) }
    #expect(
      rule.count(width: nil, height: nil) == rule.count(width: 1_024, height: 1_024))
  }
}
