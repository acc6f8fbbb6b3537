import SwitchboardCore
import Testing

struct JSONPropertyTests {
  @Test(.timeLimit(.minutes(10)))
  func `what is written parses to an equal value, for random trees`() throws {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<2_000 {
      let tree = generator.tree()
      let bytes = tree.encoded()
      let parsed = try JSON(parsing: bytes, duplicateKeys: .refuse)
      #expect(parsed == tree)
      #expect(parsed.hashValue == tree.hashValue)
      #expect(parsed.encoded() == bytes)
      #expect(built(parsed).encoded() == bytes)
      #expect(try JSON(parsing: parsed.pretty()) == tree)
      let canonical = tree.canonical()
      #expect(parsed.canonical() == canonical)
      #expect(try JSON(parsing: canonical).canonical() == canonical)
      #expect(try JSON(parsing: canonical) == tree)
      #expect(try JSON.parsingJSON5(bytes).json == tree)
    }
  }

  private static let sample = """
    {"id":"chatcmpl-\\u0041\\ud83d\\ude00","größe":[1,-2.5e+10,0.25,true,false,null,{},[]],
     "choices":[{"index":0,"delta":{"content":"naïve 😀 \\"text\\" longer than a word"}}],
     "a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,
     "j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"a":8}
    """

  @Test func `every prefix of a document is refused`() throws {
    let bytes = Array(Self.sample.utf8)
    #expect(try JSON(parsing: bytes).duplicateKeys == 1)
    for end in 0..<bytes.count {
      let prefix = Array(bytes[..<end])
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: prefix) }
      #expect(throws: JSON.ParseError.self) { try JSON.parsingJSON5(prefix) }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `mutated documents are parsed or refused, and never crash`() throws {
    var generator = SeededGenerator(seed: 99)
    let sample = Array(Self.sample.utf8)
    let marks = Array("\"\\{}[],:0123456789eE+-.utfn \n/*'x".utf8) + [0x00, 0x80, 0xC3, 0xED, 0xFF]
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
        switch generator.next() % 4 {
        case 0: bytes[place] = mark
        case 1: bytes.insert(mark, at: place)
        case 2: bytes.remove(at: place)
        default: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        }
      }
      do throws(JSON.ParseError) {
        let json = try JSON(parsing: bytes)
        accepted += 1
        let again = try JSON(parsing: json.encoded())
        #expect(again == json)
      } catch {
        #expect(0...bytes.count ~= error.offset)
      }
      do throws(JSON.ParseError) {
        let located = try JSON.parsingJSON5(bytes)
        #expect(try JSON(parsing: located.json.encoded()) == located.json)
      } catch {
        #expect(0...bytes.count ~= error.offset)
      }
    }
    // Many mutations only change a letter, so both outcomes are seen.
    #expect(accepted > 1_000)
    #expect(accepted < 19_000)
  }
}
