import SwitchboardDigest
import Testing

/// The test cases of RFC 4231 §4.
struct HMACTests {
  struct Vector: Sendable {
    var key: [UInt8]
    var data: [UInt8]
    var code: String
  }

  static let vectors: [Vector] = [
    Vector(
      key: [UInt8](repeating: 0x0B, count: 20), data: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      key: Array("Jefe".utf8), data: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 20), data: [UInt8](repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      key: Array(0x01...0x19), data: [UInt8](repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
      key: [UInt8](repeating: 0x0C, count: 20), data: Array("Test With Truncation".utf8),
      code: "a3b6167473100ee06e0c796c2955552b"),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 131),
      data: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 131),
      data: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: vectors)
  func `published codes come out`(vector: Vector) {
    let code = Hex.encode(HMAC.sha256(vector.data, key: vector.key))
    // The fifth case is published with its first 16 bytes only.
    #expect(code.prefix(vector.code.count) == vector.code)
    #expect(code.count == 64)
  }

  @Test func `an empty key and empty data have a code`() {
    #expect(
      Hex.encode(HMAC.sha256([], key: []))
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test func `codes are compared whole`() {
    #expect(HMAC.isEqual([1, 2, 3], [1, 2, 3]))
    #expect(HMAC.isEqual([], []))
    #expect(!HMAC.isEqual([1, 2, 3], [1, 2, 4]))
    #expect(!HMAC.isEqual([1, 2, 3], [0, 2, 3]))
    #expect(!HMAC.isEqual([1, 2, 3], [1, 2]))
  }
}
