import Testing

@testable import SwitchboardEvaluation

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2),
    ("abc", "abc", 0), ("Saturday", "Sunday", 3), ("🥝🥝", "🥝", 1), ("e\u{301}", "e", 1),
    (String(repeating: "a", count: 64), String(repeating: "a", count: 65), 1),
    (String(repeating: "a", count: 128), String(repeating: "b", count: 128), 128),
  ])
  func `the distance counts changes`(_ a: String, _ b: String, _ distance: Int) {
    #expect(EditDistance.between(a, b) == distance)
    #expect(EditDistance.between(b, a) == distance)
  }

  @Test func `the quick way agrees with the plain one on texts of every length`() {
    var seed: UInt64 = 42
    func draw(_ count: Int) -> String {
      String(
        String.UnicodeScalarView(
          (0..<count).map { _ in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Unicode.Scalar(UInt8(97 + seed >> 60))
          }))
    }
    for length in [1, 5, 63, 64, 65, 127, 128, 129, 200] {
      for other in [0, 1, 40, 64, 130, 260] {
        let (a, b) = (draw(length), draw(other))
        #expect(EditDistance.between(a, b) == Self.plain(a, b), "\(length), \(other)")
      }
    }
  }

  private static func plain(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let next = min(diagonal + (x == y ? 0 : 1), row[j] + 1, row[j + 1] + 1)
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[b.count]
  }
}
