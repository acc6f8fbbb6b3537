import Foundation
import SwitchboardCore
import Testing

/// Compares our reading with Foundation's on documents both accept or both refuse.
struct JSONFoundationComparisonTests {
  @Test(arguments: [
    "[]", "{}", "[null,true,false]", "[0,-1,1.5,1e3,-2.5E-3,123456789012]",
    #"["","a","\u0041\n\t\"\\\/","é","😀","\ud83d\ude00"]"#,
    #"{"a":{"b":[{"c":"d"}]},"e":[[],[{}]]}"#, "\n[ 1 ,\t2 ]\r\n", "[9007199254740993]",
    #"{"a long key with several words in it":"and a long value with several more of them"}"#,
  ])
  func `accepted documents hold the same content`(text: String) throws {
    let theirs = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: [.fragmentsAllowed])
    #expect(isSame(try JSON(parsing: text), theirs))
  }

  @Test(arguments: [
    "", "[", "]", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "[01]", "[1.]", "[.5]", "[+1]",
    "[-]", "[1e]", "[nul]", "[NaN]", "[\"a]", "[\"\\x\"]", "[\"\\u12\"]", "[\"\n\"]", "[1]x",
    "['a']", "{\"a\":1 \"b\":2}", "[tru]", "{1:2}", "/**/[]",
  ])
  func `refused documents are refused by both`(text: String) {
    #expect(throws: (any Error).self) {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    }
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
  }

  @Test func `random trees are read alike`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let tree = generator.tree(depth: 3)
      // Foundation folds keys that String calls equal.
      if hasAccents(tree) { continue }
      let theirs = try JSONSerialization.jsonObject(
        with: Data(tree.encoded()), options: [.fragmentsAllowed])
      #expect(isSame(tree, theirs))
    }
  }

  private func hasAccents(_ json: JSON) -> Bool {
    let keys = json.members.map(\.key)
    return Set(keys).count != keys.count
      || (json.elements + json.members.map(\.value)).contains {
        hasAccents($0)
      }
  }

  private func isSame(_ ours: JSON, _ theirs: Any) -> Bool {
    switch ours.kind {
    case .missing: return false
    case .null: return theirs is NSNull
    case .bool: return (theirs as? NSNumber)?.boolValue == ours.bool
    case .number:
      // On Linux Foundation reads long numbers through Decimal and is off in the last place.
      guard let value = ours.double, let theirs = (theirs as? NSNumber)?.doubleValue else {
        return false
      }
      return abs(value - theirs) <= abs(value) * 1e-14
    case .string: return theirs as? String == ours.string
    case .array:
      guard let theirs = theirs as? [Any], theirs.count == ours.count else { return false }
      return zip(ours.elements, theirs).allSatisfy { isSame($0, $1) }
    case .object:
      guard let theirs = theirs as? [String: Any], theirs.count == ours.count else { return false }
      return ours.members.allSatisfy { member in
        theirs[member.key].map { isSame(member.value, $0) } ?? false
      }
    }
  }
}
