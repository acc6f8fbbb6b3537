import SwitchboardCore
import Testing

struct JSONDuplicateKeyTests {
  @Test(arguments: [
    (#"{"a":1,"a":2}"#, #"{"a":2}"#, 1), (#"{"a":1,"b":2,"a":3}"#, #"{"b":2,"a":3}"#, 1),
    (#"{"a":1,"a":2,"a":3}"#, #"{"a":3}"#, 1), (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#, 1),
    (#"{"\u0061":1,"a":2,"b":0,"b":1}"#, #"{"a":2,"b":1}"#, 2),
    (#"{"a":{"a":1,"a":2},"b":[{"c":1,"c":[]}]}"#, #"{"a":{"a":2},"b":[{"c":[]}]}"#, 2),
    (#"{"":1,"":2,"a":0}"#, #"{"":2,"a":0}"#, 1),
    (#"{"a":1,"b":1,"A":1}"#, #"{"a":1,"b":1,"A":1}"#, 0),
    (
      #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"a":0}"#,
      #"{"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"a":0}"#,
      1
    ),
    (
      #"{"a":1,"b":2,"c":3,"d":4,"\u0061":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"a":0}"#,
      #"{"b":2,"c":3,"d":4,"f":6,"g":7,"h":8,"i":9,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"a":0}"#,
      1
    ),
  ])
  func `the last of several equal keys counts, and repeated keys are counted`(
    text: String, written: String, repeated: Int
  ) throws {
    let json = try JSON(parsing: text)
    #expect(json.text == written)
    #expect(json.duplicateKeys == repeated)
    #expect(json.members.count == json.count)
    for (key, value) in json.members { #expect(json[key] == value) }
    #expect(try json == JSON(parsing: written))
    #expect(try json.hashValue == JSON(parsing: written).hashValue)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, "a", 8, 2), (#"{"x":[{"key":1,"b":0,"key":2}]}"#, "key", 22, 8),
    (#"{"a":1,"\u0061":2}"#, "a", 8, 2),
    (
      #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"b":0}"#,
      "b", 104, 8
    ),
  ])
  func `refusing names the key and both places`(
    text: String, key: String, column: Int, first: Int
  ) throws {
    let error = try #require(
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: text, duplicateKeys: .refuse) })
    #expect(error.reason == .duplicateKey(key, first: JSON.Position(line: 1, column: first)))
    #expect(error.line == 1)
    #expect(error.column == column)
    let given = "the key \"\(key)\" was already given at line 1, column \(first)"
    #expect(error.description == "JSON error at line 1, column \(column): \(given).")
  }

  @Test func `unique keys pass when repeated ones are refused`() throws {
    let text = #"{"a":{"a":1},"b":[{"a":1},{"a":2}],"aa":0,"ab":1,"ba":2}"#
    #expect(try JSON(parsing: text, duplicateKeys: .refuse).text == text)
  }

  @Test func `built values keep the last of several equal keys too`() {
    let json: JSON = ["a": 1, "b": 2, "a": 3]
    #expect(json.text == #"{"b":2,"a":3}"#)
    #expect(json.duplicateKeys == 0)
    let many = JSON.object((0..<40).map { ("k\($0 % 20)", JSON($0)) })
    #expect(many.count == 20)
    #expect(many["k3"].int == 23)
  }

  @Test(.timeLimit(.minutes(10)))
  func `an object of a hundred thousand members is read in linear time`() throws {
    let members = (0..<100_000).map { ("key\($0)", JSON($0)) }
    let text = JSON.object(members + [("key5", "again")]).encoded()
    let json = try JSON(parsing: text, duplicateKeys: .refuse)
    #expect(json.count == 100_000)
    #expect(json["key99999"].int == 99_999)
    #expect(json["key5"].string == "again")
  }
}
