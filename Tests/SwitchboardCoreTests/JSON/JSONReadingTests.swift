import SwitchboardCore
import Testing

struct JSONReadingTests {
  @Test func `reading chains through objects and arrays`() throws {
    let json = try JSON(
      parsing: #"{"id":"x","choices":[{"index":0,"delta":{"content":" to\nken"}}],"n":null}"#)
    #expect(json["choices"][0]["delta"]["content"].string == " to\nken")
    #expect(json["choices"][0]["index"].int == 0)
    #expect(json["choices"].count == 1)
    #expect(json["choices"][1].kind == .missing)
    #expect(json["choices"][-1].kind == .missing)
    #expect(json["choices"]["delta"].kind == .missing)
    #expect(json["id"][0]["x"].kind == .missing)
    #expect(json[0].kind == .missing)
    #expect(json["n"].exists)
    #expect(json["n"].isNull)
    #expect(!json["m"].exists)
    #expect(json["m"].isNull)
  }

  @Test(arguments: ["null", "true", "12", #""s""#, "[1]", #"{"a":1}"#])
  func `every reader is nil or empty on another kind`(text: String) throws {
    for json in [try JSON(parsing: text), built(try JSON(parsing: text))] {
      #expect((json.string != nil) == (json.kind == .string))
      #expect((json.bool != nil) == (json.kind == .bool))
      #expect((json.int != nil) == (json.kind == .number))
      #expect((json.double != nil) == (json.kind == .number))
      #expect((json.number != nil) == (json.kind == .number))
      #expect(json.elements.isEmpty == (json.kind != .array))
      #expect(json.members.isEmpty == (json.kind != .object))
      #expect(json.isNull == (json.kind == .null))
      #expect(json["a"].exists == (json.kind == .object))
      #expect(json[0].exists == (json.kind == .array))
      #expect(json.count == json.elements.count + json.members.count)
      #expect(json.exists)
    }
  }

  @Test func `nothing can be read of a missing value`() {
    let json = JSON.missing
    #expect(json["a"][0].string == nil)
    #expect(json.count == 0)
    #expect(json.isNull)
    #expect(json.text == "null")
    #expect(json != (nil as JSON))
  }

  @Test func `elements are found among scalars and among nested values`() throws {
    let flat = try JSON(parsing: "[0,1,2,3]")
    let nested = try JSON(parsing: #"[{"a":[1,2]},1,[[],[]],"3"]"#)
    #expect((0..<4).map { flat[$0].int } == [0, 1, 2, 3])
    #expect(nested[1].int == 1)
    #expect(nested[2].count == 2)
    #expect(nested[3].string == "3")
    #expect(nested.elements.map(\.kind) == [.object, .number, .array, .string])
  }

  @Test func `escaped keys are found by what they mean`() throws {
    let json = try JSON(parsing: #"{"\u0061\n":1,"b":2,"😀":3,"\ud83d\ude01":4}"#)
    #expect(json["a\n"].int == 1)
    #expect(json["b"].int == 2)
    #expect(json["😀"].int == 3)
    #expect(json["😁"].int == 4)
    #expect(json[#"\u0061\n"#].kind == .missing)
    #expect(json.members.map(\.key) == ["a\n", "b", "😀", "😁"])
  }

  @Test func `keys that only look alike are different keys`() throws {
    // One is composed, the other decomposed; String calls them equal.
    let json = try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(json.duplicateKeys == 0)
    #expect(json["\u{E9}"].int == 1)
    #expect(json["e\u{301}"].int == 2)
    #expect(JSON("\u{E9}") != JSON("e\u{301}"))
  }

  @Test func `a value outlives the variable of its document`() throws {
    var json = try JSON(parsing: #"{"a":{"b":"a string longer than sixteen bytes"}}"#)
    json = json["a"]
    #expect(json.text == #"{"b":"a string longer than sixteen bytes"}"#)
  }
}

/// The same content as a tree.
func built(_ json: JSON) -> JSON {
  switch json.kind {
  case .missing: .missing
  case .null: nil
  case .bool: JSON(json.bool == true)
  case .number: json.number.flatMap { JSON(number: $0) } ?? .missing
  case .string: JSON(json.string ?? "")
  case .array: .array(json.elements.map { built($0) })
  case .object: .object(json.members.map { ($0.key, built($0.value)) })
  }
}
