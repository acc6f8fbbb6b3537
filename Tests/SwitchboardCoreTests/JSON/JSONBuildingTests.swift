import SwitchboardCore
import Testing

struct JSONBuildingTests {
  @Test func `literals make every kind`() {
    let json: JSON = ["a": nil, "b": true, "c": -1, "d": 1.5, "e": "x", "f": [1, [], [:]]]
    #expect(json.text == #"{"a":null,"b":true,"c":-1,"d":1.5,"e":"x","f":[1,[],{}]}"#)
  }

  @Test func `missing members are left out and missing elements are null`() {
    let json: JSON = ["a": .missing, "b": [.missing, 1]]
    #expect(json.text == #"{"b":[null,1]}"#)
    #expect(JSON.array([.missing]) == [nil])
  }

  @Test(arguments: [true, false])
  func `setting replaces in place, appends or removes`(isParsed: Bool) throws {
    let start = try JSON(parsing: #"{"a":1,"b":{"c":[2]},"d":3}"#)
    var json = isParsed ? start : built(start)
    json["a"] = "x"
    json["e"] = nil
    json["d"] = .missing
    json["none"] = .missing
    json["b"]["c2"] = 5
    json["new"]["deep"]["deeper"] = true
    #expect(
      json.text
        == #"{"a":"x","b":{"c":[2],"c2":5},"e":null,"new":{"deep":{"deeper":true}}}"#)
    #expect(start.text == #"{"a":1,"b":{"c":[2]},"d":3}"#)
    #expect(json.duplicateKeys == 0)
  }

  @Test(arguments: [.missing, nil, 1, "x", [1]] as [JSON])
  func `setting turns what is no object into one`(start: JSON) {
    var json = start
    json["a"] = .missing
    #expect(json == start)
    json["a"] = 1
    #expect(json == ["a": 1])
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#, #"{"a":1,"b":3,"c":4}"#),
    (#"{"a":{"x":1,"y":[1,2]}}"#, #"{"a":{"y":[3],"z":{}}}"#, #"{"a":{"x":1,"y":[3],"z":{}}}"#),
    (#"{"a":{"x":1}}"#, #"{"a":null}"#, #"{"a":null}"#),
    (#"{"a":1}"#, #"{"a":{"x":1}}"#, #"{"a":{"x":1}}"#), ("[1]", "[2,3]", "[2,3]"),
    ("{}", "5", "5"), ("5", "{}", "{}"), (#"{"a":1}"#, "{}", #"{"a":1}"#),
  ])
  func `merging goes deep into objects and replaces the rest`(
    below: String, above: String, merged: String
  ) throws {
    let (below, above) = (try JSON(parsing: below), try JSON(parsing: above))
    #expect(below.merging(above).text == merged)
    #expect(built(below).merging(built(above)).text == merged)
    #expect(below.merging(.missing) == below)
    #expect(JSON.missing.merging(above) == above)
  }

  @Test(arguments: [
    (#"{"a":1,"b":[true,null]}"#, #"{ "b":[true,null], "\u0061":1 }"#, true),
    (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#, false), (#"{"a":1}"#, #"{"a":1,"b":2}"#, false),
    (#"{"a":null}"#, #"{"b":null}"#, false), ("[1,2]", "[2,1]", false), ("[]", "{}", false),
    ("0", "false", false), (#""1""#, "1", false), (#""\u00e9""#, #""é""#, true),
    (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":3,"b":2}"#, true), ("null", "null", true),
    (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":3,"d":2}"#, false),
  ])
  func `equality is by content`(left: String, right: String, isEqual: Bool) throws {
    let (left, right) = (try JSON(parsing: left), try JSON(parsing: right))
    #expect((left == right) == isEqual)
    #expect((right == left) == isEqual)
    #expect((built(left) == right) == isEqual)
    #expect((left == built(right)) == isEqual)
    #expect((built(left) == built(right)) == isEqual)
    #expect(Set([left, right, built(left), built(right)]).count == (isEqual ? 1 : 2))
  }
}
