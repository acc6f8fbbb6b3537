import SwitchboardCore
import Testing

struct Base64Tests {
  /// RFC 4648 §10, and bytes that use the last two characters of the alphabet.
  static let vectors: [(bytes: [UInt8], text: String)] = [
    ([], ""),
    (Array("f".utf8), "Zg=="),
    (Array("fo".utf8), "Zm8="),
    (Array("foo".utf8), "Zm9v"),
    (Array("foob".utf8), "Zm9vYg=="),
    (Array("fooba".utf8), "Zm9vYmE="),
    (Array("foobar".utf8), "Zm9vYmFy"),
    ([0xFB, 0xEF, 0xBE], "++++"),
    ([0xFF, 0xFF, 0xFF], "////"),
    ([0xFB, 0xFF], "+/8="),
    ([0, 0, 0], "AAAA"),
  ]

  @Test(arguments: vectors.indices)
  func `published vectors are written and read`(index: Int) {
    let vector = Self.vectors[index]
    #expect(Base64.encode(vector.bytes) == vector.text)
    #expect(Base64.decode(vector.text) == vector.bytes)
    #expect(Base64.decode(Array(vector.text.utf8)) == vector.bytes)
    #expect(Base64.decode(String(vector.text.filter { $0 != "=" })) == vector.bytes)
    let safe = String(vector.text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    #expect(Base64.decode(safe) == vector.bytes)
    #expect(Base64.encodedCount(vector.bytes.count) == vector.text.utf8.count)
  }

  @Test func `white space is skipped wherever it stands`() {
    #expect(Base64.decode(" Zm9v\r\nYg =\n= \r\n") == Array("foob".utf8))
    #expect(Base64.decode("Z\nm\n9\nv") == Array("foo".utf8))
    #expect(Base64.decode(" \r\n") == [])
  }

  @Test(arguments: [
    "Z", "Zm9vY", "Zg=", "Zg===", "Zm8==", "Zm9v=", "Zm9v====", "=", "==", "====", "Z===", "=Zg=",
    "Zg==Zg==", "Zg=g", "Zm9v!", "Zm9v\t", "Zm9v\0", "Zm.v", "Zmév", "data:;base64,Zm9v",
  ])
  func `anything else is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func `bytes of every length survive`() {
    var random = SplitMix64(seed: 5)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.encode(bytes)
      #expect(text.utf8.count == Base64.encodedCount(count))
      #expect(Base64.decode(text) == bytes)
      var folded: [UInt8] = []
      for (index, byte) in text.utf8.enumerated() {
        folded.append(byte)
        if index % 19 == 18 { folded += [0x0D, 0x0A] }
      }
      #expect(Base64.decode(folded) == bytes)
    }
  }

  @Test func `text is added to what is there`() {
    var result = Array("data:;base64,".utf8)
    Base64.append(Array("foob".utf8), to: &result)
    Base64.append([], to: &result)
    Base64.append(Array("foo".utf8), to: &result)
    #expect(String(decoding: result, as: UTF8.self) == "data:;base64,Zm9vYg==Zm9v")
  }

  @Test func `a text cut anywhere gives the beginning of its bytes or nothing`() {
    let bytes = Array("How much is the fish?".utf8)
    let text = Array(Base64.encode(bytes).utf8)
    for count in 0...text.count {
      guard let cut = Base64.decode(Array(text.prefix(count))) else {
        #expect(count % 4 == 1)
        continue
      }
      #expect(bytes.starts(with: cut))
    }
  }

  @Test func `random text never traps`() {
    var random = SplitMix64(seed: 6)
    let characters = Array("ABab01+/-_== \r\n!\u{E9}".utf8)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...16, using: &random)).map { _ in
        characters.randomElement(using: &random) ?? 0
      }
      if let bytes = Base64.decode(text) {
        let kept = text.filter { ![0x20, 0x0D, 0x0A, 0x3D].contains($0) }
        #expect(bytes.count == kept.count * 3 / 4)
      }
    }
  }
}
