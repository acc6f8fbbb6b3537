import SwitchboardDigest
import Testing

/// Keys made for these tests; the signature was checked against RFC 8017 §8.2.2 by other means.
struct RSASignatureTests {
  private static func pem(_ body: String, _ label: String = "PRIVATE KEY") -> String {
    "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
  }

  private static let key = """
    MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAMA2pk9zhvuMkyUZXlY2K/SQ4ViJRhvnp0Tv5wNv\
    O2sM8mZXQoE6WdBqzXnWY2ibxNNn2swoJkOa0F52hGv/UR4HtxEDkJiIsCZ90UEvQbXVK3bhV6tnqa+DChNtiYLj\
    Rq1upd+x+ILxUYEr9azMBLUXT0pGJONqOB+694F8LPDrAgMBAAECgYAv6W9rPpDXAyNqi/hH5RjvzW1edFlVe1jm\
    hiY/ZOqatI93kyiwrarVmMm/JQGCgdF+INUZLqjbESv/X+uCQBIny4y5hG11OImvcCNfvddQdHdIUFlnwYcl+Wpj\
    FvkwtL4HurMK3BbDREkHfrAsWnkRohRNMg7LQqrjG69/8X7kAQJBAN/0sNyn5OCpL5yXkgp5fZYDDR6XkbgI7wE5\
    ihJOD9KLZZwyIhafesVU28cWr8KYNd5txjn4JtVdaboTgds1HIsCQQDbt0OM2UF6aSCZOG6vlBf30/dOYfKmnmC3\
    t4SSM45the3sG+V8u5SpKVfLzYPD4qdqbvEEdv8A0xkw/aRYhikhAkEAq7koVEm4yjtwcpYWOUnm7jvwt2BpL8BJ\
    45qHMHoCz+JrS1V1pfsrXFwxGXtf0cp8o81wjcqlnD1AcJm8nKUg+QJAbu6zo2yZu7VSaSnt8KZEB7O0vJWFjwyN\
    5pQ40hxHwBKL0tcu4fBPma0vD84+xess/fbvp4JxM7hhkrOtg6iRIQJAHIwzNeN+Ej96IvGlBLITHVFKTqI/MOEr\
    nIUN7MPmaqO5tPvu4XO6qRftGYntrtSOrv8S3Rp9btPA+XLgfeMELA==
    """

  private static let signature = """
    0f5ebff03114cc7e384463f08606f881b14429cd077427bfb44bce1c9ae37757a04f5c5d7e9aa98a77ce0c8b\
    b44423b2540abbd0c969a55b4c1172b22d895963a0bfee7ebaec26c8927d640fe6892ecaed6419a2efb8e3f2\
    d00d5d9b14b119a714c21e2810561ed745b138f10c0618a65bb11a51ca7d511aa9def0e77dbf7bd7
    """

  @Test(.enabled(if: RSASignatureTests.canSign))
  func `bytes have one signature of a key`() {
    let signed = RSASignature.sha256(Array("kiwi".utf8), privateKey: Self.pem(Self.key))
    #expect(signed.map(Hex.encode) == Self.signature)
    let other = RSASignature.sha256([], privateKey: Self.pem(Self.key))
    #expect(other?.count == 128)
    #expect(other.map(Hex.encode) != Self.signature)
  }

  /// What is no key to sign with: no PEM, a key cut short, one of another kind, one with a password.
  static let others = [
    "", "key", pem(""), pem(String(key.dropLast(100))), pem(key, "CERTIFICATE"),
    pem(
      """
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgV/w7u9pPJUfr/whnql84qKJGD+rKbhQFdY5WqGJb\
      0mehRANCAAQmSV6u+bNy70yWZrokrrasCKeDBpPzOqzsMyW4PfJ5qX86e71ISj1oqyv0JQEUhfvzDA/zZJLnhrxR\
      V/AmLoIy
      """),
    pem(
      """
      MIIC3TBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIuxtXKnep1OkCAggAMAwGCCqGSIb3DQIJBQAwHQYJ\
      YIZIAWUDBAEqBBDsY/sa7Al3bP2iqJCE7UQwBIICgM0Rk/asCSXCjdBsy28k4fDExsvSJzxbLLq5bbeLHtCRke7L\
      OwDh60sGmgjrm4HwXxQcbNRF4lVpRD2YDxCq9DXlUxbV/IrjDfbqPfEl+SVzDt1JmZQU6urCE39yVNBjbwnlSdCK\
      ZX6cx0eIeOC3WmNE1s9lkdqI81Dk7VNNInadpkG/zRBplG4xunBneEmAlmH8gzJnJ/7XlTZtMRHHoOhruzU+jY2H\
      /91keaCeQXx6CYhd+zzmrinfBKjFFhDl554Hf43h4olSxvG/s3LwO2nu7V7wBknQM+YAPomvpvUoQP94n8gXI97P\
      z7NMvu9bmWQ83m0EIm+PN1Bx6rjEtmO6DJcWnRwufXNL0sAYVjh+OABqkRcJYIYi20fYhjFU3yeB7vHcl71oQIGu\
      RVjelo3ghZnjtXA0cU6SnhTJdBp8eWEifzNhpdMOrjZALAYHWFQbBcN4EYbM+85ruyNV0CoCNpAs/uDgLJGDF62v\
      3SA0aVsKJR42i/D3obeJJXhYPnHzpT2nEVEjiu5IWt8sVWYTOMlCH09F6dZ43hDpy1YF+L1Yg1jn10bLgpcmBXTv\
      IEq2sqEhdqmHb5eThzJNFN111K0ri5fGbLZYMlEDY2EfPbRzuDz2iT1iNcbIZj/yix2BJgN3n9Pa+cWlYgNOZZuS\
      4HBID9aU/RdeQNkoT8DO0RnCELLgXcKb4w0FNhgI43oNPdCs/3Z4XS0GzzTktFzrzIn+kYTrh3/LvxIwvflo/TZs\
      4dJcm7Cd9bQbAjWR2PUQ3oSk5JKC6q7EtV6IoR0x/3sWLkZxUlQ2bwnKL2YpqiXXJiR7ArZzWPX0QfI1lkg62fH9\
      qoAU1HNZ9cy23xI=
      """, "ENCRYPTED PRIVATE KEY"),
  ]

  @Test(arguments: others)
  func `what is no key signs nothing and asks for nothing`(text: String) {
    #expect(RSASignature.sha256(Array("kiwi".utf8), privateKey: text) == nil)
  }

  /// Whether this system has libcrypto.
  private static var canSign: Bool {
    #if canImport(CryptoKit)
    false
    #else
    true
    #endif
  }
}
