import SwitchboardCore
import Testing

struct SecretTests {
  private static let value = "sk-live-5f1c9a7e3b"
  private let secret = Secret(value)

  @Test func `no way to print a secret shows it`() {
    struct Holder {
      var key: Secret
      var keys: [String: Secret]
    }
    let holder = Holder(key: secret, keys: ["k": secret])
    var dumped = ""
    dump(holder, to: &dumped)
    dump(secret, to: &dumped)
    let shown = [
      secret.description, secret.debugDescription, "\(secret)", String(describing: secret),
      String(reflecting: secret), "\(holder)", String(reflecting: holder), "\([secret])",
      "\(Optional(secret) as Any)", dumped, "\(Credential(secret))", "\(KeyRing(secret))",
      String(reflecting: Mirror(reflecting: secret)),
    ]
    for text in shown { #expect(!text.contains("live"), "\(text)") }
    #expect("\(secret)" == "(secret)")
  }

  @Test func `a mirror of a secret is empty`() {
    let mirror = Mirror(reflecting: secret)
    #expect(mirror.children.isEmpty)
    #expect(mirror.superclassMirror == nil)
  }

  @Test func `a secret cannot be encoded`() {
    let value: any Sendable = secret
    #expect(!(value is any Encodable))
    #expect(!(value is any Decodable))
    #expect(!(value is any LosslessStringConvertible))
  }

  @Test(arguments: [
    (" key\n", "key"), ("\r\n\tkey", "key"), ("key\u{A0}", "key"), ("k e y", "k e y"), ("", ""),
    (" \n ", ""),
  ])
  func `white space around a key is no part of it`(text: String, value: String) {
    #expect(Secret(text).reveal() == value)
    #expect(Secret(text).isEmpty == value.isEmpty)
    #expect(Secret(text) == Secret(value))
  }

  static let redactions: [(secret: String, text: String, shown: String)] = [
    ("abcd", "", ""),
    ("abcd", "nothing", "nothing"),
    ("abcd", "abcd", "(secret)"),
    ("abcd", "key abcd!", "key (secret)!"),
    ("abcd", "abcdabcd", "(secret)(secret)"),
    ("abab", "ababab", "(secret)ab"),
    ("abcd", "abc abcd abc", "abc (secret) abc"),
    ("abc", "abc", "abc"),
    ("", "text", "text"),
    ("é-1", "é-1", "(secret)"),
    ("abcd", "ABCD", "ABCD"),
    // Marks that make one character with the last or first letter of the key.
    ("abcd", "abcd\u{301} x", "(secret)\u{301} x"),
    ("abcd", "abcd\u{FE0F}", "(secret)\u{FE0F}"),
    ("abcd", "\u{200D}abcd\u{200D}", "\u{200D}(secret)\u{200D}"),
    ("abcd", "é\nabcd\r\n🥝", "é\n(secret)\r\n🥝"),
  ]

  @Test(arguments: redactions.indices)
  func `a text that echoes a key is cleaned of it`(index: Int) {
    let (secret, text, shown) = Self.redactions[index]
    let result = Secret(secret).redacted(in: text)
    #expect(Array(result.unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test func `of several keys the longest goes first`() {
    let keys = ["abcd", "abcdefgh", "bcde"].map { Secret($0) }
    for keys in [keys, keys.reversed()] {
      #expect(Secret.redact(keys, in: "abcdefgh abcd bcde") == "(secret) (secret) (secret)")
    }
    #expect(Secret.redact([], in: "abcd") == "abcd")
  }

  @Test func `a long text is cleaned in one walk`() {
    let filler = String(repeating: "sk-live-", count: 20_000)
    let text = filler + Self.value + filler
    #expect(secret.redacted(in: text) == filler + "(secret)" + filler)
  }
}
