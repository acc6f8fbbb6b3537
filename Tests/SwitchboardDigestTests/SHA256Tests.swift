import SwitchboardDigest
import Testing

/// The examples of FIPS 180-4 and of NIST's "Secure Hash Standard Examples with Intermediate Values".
struct SHA256Tests {
  static let vectors: [(text: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: vectors.indices)
  func `published digests come out`(index: Int) {
    let vector = Self.vectors[index]
    let bytes = Array(vector.text.utf8)
    #expect(Hex.encode(SHA256.hash(bytes)) == vector.digest)
  }

  @Test(arguments: vectors.indices)
  func `pieces give the digest of the whole`(index: Int) {
    let bytes = Array(Self.vectors[index].text.utf8)
    for size in [1, 3, 63, 64, 65, 1000] where bytes.count / size < 20_000 {
      var digest = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        digest.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(Hex.encode(digest.finalize()) == Self.vectors[index].digest)
    }
  }

  @Test func `a digest that is never finished is let go`() {
    for _ in 0..<1000 {
      var digest = SHA256()
      digest.update([1, 2, 3])
    }
  }
}
