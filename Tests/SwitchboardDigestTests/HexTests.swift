import SwitchboardDigest
import Testing

struct HexTests {
  @Test func `all bytes survive being written and read`() {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = Hex.encode(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(Hex.decode(text) == bytes)
    #expect(Hex.decode(text.uppercased()) == bytes)
    #expect(Hex.encode([]) == "" && Hex.decode("") == [])
  }

  @Test(arguments: ["0", "0g", "0x", "a b", "é0", "012"])
  func `anything but pairs of digits is refused`(text: String) {
    #expect(Hex.decode(text) == nil)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 16, 1000])
  func `random bytes have the length asked for and do not repeat`(count: Int) {
    let bytes = RandomBytes.make(count)
    #expect(bytes.count == count)
    // Of 8 bytes or more the chance that two are equal is below 2^-64.
    if count >= 8 { #expect(RandomBytes.make(count) != bytes) }
    // And of 1000 the chance that one value fills more than a twentieth is far smaller.
    for value in Set(bytes) where count == 1000 {
      #expect(bytes.count { $0 == value } < 50)
    }
  }
}
