import SwitchboardCore
import Testing

struct ToolCallTests {
  @Test(arguments: [
    ("", "{}"), (" ", "{}"), ("\n\t\r ", "{}"), ("null", "{}"), (" null ", "{}"), ("{}", "{}"),
    ("{ }", "{}"), (#"{"a": 1}"#, #"{"a":1}"#), (#" {"b":1,"a":2} "#, #"{"b":1,"a":2}"#),
  ])
  func `arguments are an object, and nothing is an empty one`(text: String, object: String) {
    #expect(ToolCall(id: "c", name: "f", argumentsText: text).arguments?.text == object)
  }

  @Test(arguments: [
    "[]", "1", "true", #""{}""#, "{", #"{"a":}"#, #"{"a":1}}"#, "nul", "{'a':1}", "\u{A0}",
    #"{"a":1,}"#, "NaN",
  ])
  func `what is no object has no arguments but keeps its text`(text: String) throws {
    let call = ToolCall(id: "c", name: "f", argumentsText: text)
    #expect(call.arguments == nil)
    let form = Part(.toolCall(call)).json
    #expect(!form["arguments"].exists)
    #expect(form["argumentsText"].string == text)
    #expect(try Part(json: form).content == .toolCall(call))
  }

  static let exact = """
    {"id":9007199254740993,"id2":12345678901234567890,"price":0.1,"n":5,"exp":1e2,"neg":-0,"d":1.10}
    """

  @Test func `numbers survive writing and reading to the digit`() throws {
    let call = ToolCall(id: "c", name: "f", argumentsText: Self.exact)
    let written = Part(.toolCall(call)).json.text
    #expect(written.contains(Self.exact))
    let read = try Part(json: JSON(parsing: written))
    #expect(read.content == .toolCall(call))
    #expect(call.arguments?["id"].int == 9_007_199_254_740_993)
    #expect(call.arguments?["id2"].number == "12345678901234567890")
    #expect(call.arguments?["n"].int == 5)
  }

  @Test func `a call made of an object has its text`() {
    let call = ToolCall(id: "c", name: "f", arguments: ["z": 1, "a": ["x": nil]])
    #expect(call.argumentsText == #"{"z":1,"a":{"x":null}}"#)
  }
}
