import SwitchboardCore
import Testing

/// What is of the wrong type in a request, and the sentence that says so.
struct WrongTypeTests {
  static let top: [(String, String)] = [
    ("null", "The value must be an object, not null."),
    ("[]", "The value must be an object, not an array."),
    ("true", "The value must be an object, not true."),
    ("{}", "Field 'messages' must be an array of messages, not nothing."),
    (#"{"messages":null}"#, "Field 'messages' must be an array of messages, not null."),
    (#"{"messages":"hi"}"#, "Field 'messages' must be an array, not 'hi'."),
    (#"{"messages":{}}"#, "Field 'messages' must be an array, not an object."),
  ]

  static let fields: [(String, String)] = [
    (#""id":true"#, "Field 'id' must be a string or a number, not true."),
    (#""id":{}"#, "Field 'id' must be a string or a number, not an object."),
    (#""model":5"#, "Field 'model' must be a string, not 5."),
    (#""route":[]"#, "Field 'route' must be a string, not an array."),
    (#""system":["a"]"#, "Field 'system' must be a string, not an array."),
    (#""tools":{}"#, "Field 'tools' must be an array, not an object."),
    (#""tools":["f"]"#, "Field 'tools[0]' must be an object, not 'f'."),
    (#""tools":[{}]"#, "Field 'tools[0].name' must be a string, not nothing."),
    (#""tools":[{"name":1}]"#, "Field 'tools[0].name' must be a string, not 1."),
    (
      #""tools":[{"name":"a"},{"name":"b","description":1}]"#,
      "Field 'tools[1].description' must be a string, not 1."
    ),
    (
      #""tools":[{"name":"a","parameters":"{}"}]"#,
      "Field 'tools[0].parameters' must be an object, not '{}'."
    ),
    (
      #""toolChoice":"any""#,
      #"Field 'toolChoice' must be 'auto', 'none', 'required' or {"name": …}, not 'any'."#
    ),
    (
      #""toolChoice":1"#,
      #"Field 'toolChoice' must be 'auto', 'none', 'required' or {"name": …}, not 1."#
    ),
    (#""toolChoice":{}"#, "Field 'toolChoice.name' must be a string, not nothing."),
    (#""output":"json""#, "Field 'output' must be an object, not 'json'."),
    (#""output":{"type":"xml"}"#, "Field 'output.type' must be 'json', not 'xml'."),
    (#""output":{"type":1}"#, "Field 'output.type' must be a string, not 1."),
    (#""output":{"name":1}"#, "Field 'output.name' must be a string, not 1."),
    (#""output":{"schema":[]}"#, "Field 'output.schema' must be an object, not an array."),
    (#""options":[]"#, "Field 'options' must be an object, not an array."),
    (
      #""options":{"maxOutputTokens":0}"#,
      "Field 'options.maxOutputTokens' must be a whole number of at least 1, not 0."
    ),
    (
      #""options":{"maxOutputTokens":"100"}"#,
      "Field 'options.maxOutputTokens' must be a whole number, not '100'."
    ),
    (
      #""options":{"maxOutputTokens":1e99}"#,
      "Field 'options.maxOutputTokens' must be a whole number, not 1e99."
    ),
    (
      #""options":{"temperature":"hot"}"#,
      "Field 'options.temperature' must be a number, not 'hot'."
    ),
    (
      #""options":{"temperature":1e999}"#,
      "Field 'options.temperature' must be a number, not 1e999."
    ),
    (#""options":{"topP":true}"#, "Field 'options.topP' must be a number, not true."),
    (#""options":{"topK":0.5}"#, "Field 'options.topK' must be a whole number, not 0.5."),
    (#""options":{"stop":"x"}"#, "Field 'options.stop' must be an array, not 'x'."),
    (#""options":{"stop":["a",1]}"#, "Field 'options.stop[1]' must be a string, not 1."),
    (
      #""options":{"seed":12345678901234567890}"#,
      "Field 'options.seed' must be a whole number, not 12345678901234567890."
    ),
    (
      #""options":{"frequencyPenalty":{}}"#,
      "Field 'options.frequencyPenalty' must be a number, not an object."
    ),
    (
      #""options":{"presencePenalty":[]}"#,
      "Field 'options.presencePenalty' must be a number, not an array."
    ),
    (#""options":{"countPenalty":""}"#, "Field 'options.countPenalty' must be a number, not ''."),
    (#""reasoning":"high""#, "Field 'reasoning' must be an object, not 'high'."),
    (
      #""reasoning":{}"#,
      "Field 'reasoning' must be an object with 'effort' or 'budgetTokens', not an object."
    ),
    (
      #""reasoning":{"effort":"max"}"#,
      "Field 'reasoning.effort' must be one of 'none', 'low', 'medium', 'high', not 'max'."
    ),
    (
      #""reasoning":{"budgetTokens":-1}"#,
      "Field 'reasoning.budgetTokens' must be a whole number of at least 0, not -1."
    ),
    (#""stream":"yes""#, "Field 'stream' must be true or false, not 'yes'."),
    (#""strict":0"#, "Field 'strict' must be true or false, not 0."),
    (#""require":"tools""#, "Field 'require' must be an array, not 'tools'."),
    (#""require":[null]"#, "Field 'require[0]' must be the name of an ability, not null."),
    (#""vendorOptions":[]"#, "Field 'vendorOptions' must be an object, not an array."),
    (#""vendorOptions":{"k":"v"}"#, "Field 'vendorOptions.k' must be an object, not 'v'."),
    (#""vendorOptions":{"k":null}"#, "Field 'vendorOptions.k' must be an object, not null."),
  ]

  static let messages: [(String, String)] = [
    ("1", "must be an object, not 1."),
    (#"{"parts":[]}"#, ".role must be 'system', 'user', 'assistant' or 'tool', not nothing."),
    (
      #"{"role":"developer","parts":[]}"#,
      ".role must be one of 'system', 'user', 'assistant', 'tool', not 'developer'."
    ),
    (#"{"role":"user"}"#, ".parts must be an array of parts or a string, not nothing."),
    (#"{"role":"user","parts":{}}"#, ".parts must be an array, not an object."),
    (#"{"role":"user","parts":["a"]}"#, ".parts[0] must be an object, not 'a'."),
    (#"{"role":"user","parts":[],"origin":"a/m"}"#, ".origin must be an object, not 'a/m'."),
    (#"{"role":"user","parts":[],"origin":{}}"#, ".origin.vendor must be a string, not nothing."),
    (
      #"{"role":"user","parts":[],"origin":{"vendor":"a"}}"#,
      ".origin.model must be a string, not nothing."
    ),
    (
      #"{"role":"user","parts":[],"origin":{"vendor":"a","model":"m","kind":1}}"#,
      ".origin.kind must be a string, not 1."
    ),
    (
      #"{"role":"user","parts":[],"incomplete":"maybe"}"#,
      ".incomplete must be one of 'cancelled', 'truncated', 'failed', not 'maybe'."
    ),
  ]

  static let parts: [(String, String)] = [
    ("{}", ".type must be a string, not nothing."),
    (
      #"{"type":"image"}"#,
      """
      .type must be 'text', 'reasoning', 'media', 'toolCall', 'toolResult', 'source' or 'opaque', \
      not 'image'.
      """
    ),
    (#"{"type":"text"}"#, ".text must be a string, not nothing."),
    (#"{"type":"text","text":1}"#, ".text must be a string, not 1."),
    (#"{"type":"reasoning","redacted":1}"#, ".redacted must be true or false, not 1."),
    (#"{"type":"media"}"#, ".data must be a string, not nothing."),
    (#"{"type":"media","mime":1,"data":""}"#, ".mime must be a string, not 1."),
    (#"{"type":"media","url":{}}"#, ".url must be a string, not an object."),
    (
      #"{"type":"media","url":"u","width":0}"#,
      ".width must be a whole number of at least 1, not 0."
    ),
    (#"{"type":"media","data":"","height":"9"}"#, ".height must be a whole number, not '9'."),
    (#"{"type":"toolCall","name":"f"}"#, ".id must be a string, not nothing."),
    (#"{"type":"toolCall","id":"c"}"#, ".name must be a string, not nothing."),
    (
      #"{"type":"toolCall","id":"c","name":"f","arguments":"{}"}"#,
      ".arguments must be an object, not '{}'."
    ),
    (#"{"type":"toolResult"}"#, ".id must be a string, not nothing."),
    (#"{"type":"toolResult","id":"c","content":1}"#, ".content must be an array, not 1."),
    (
      #"{"type":"toolResult","id":"c","content":[{"type":"text"}]}"#,
      ".content[0].text must be a string, not nothing."
    ),
    (
      #"{"type":"toolResult","id":"c","isError":"no"}"#, ".isError must be true or false, not 'no'."
    ),
    (#"{"type":"source","url":1}"#, ".url must be a string, not 1."),
    (#"{"type":"opaque","vendorData":[]}"#, ".vendorData must be an object, not an array."),
    (#"{"type":"opaque","vendorData":{"k":5}}"#, ".vendorData.k must be an object, not 5."),
    (#"{"type":"opaque","vendorData":{"k":null}}"#, ".vendorData.k must be an object, not null."),
  ]

  private func message(of text: String) throws -> String? {
    let json = try JSON(parsing: text)
    let error = #expect(throws: SwitchboardError.self) { try ChatRequest(json: json) }
    #expect(error?.kind == .invalidRequest)
    return error?.message
  }

  @Test(arguments: top)
  func `what is no request is told in a sentence`(text: String, message: String) throws {
    #expect(try self.message(of: text) == message)
  }

  @Test(arguments: fields)
  func `a field of the wrong type is named with its place`(text: String, message: String) throws {
    #expect(try self.message(of: #"{"messages":[],\#(text)}"#) == message)
  }

  @Test(arguments: messages)
  func `a message of the wrong form is named with its place`(text: String, end: String) throws {
    let sentence = try message(of: #"{"messages":[{"role":"user","parts":[]},\#(text)]}"#)
    #expect(sentence?.replacing("'", with: "") == expected(end, at: "messages[1]"))
  }

  @Test(arguments: parts)
  func `a part of the wrong form is named with its place`(text: String, end: String) throws {
    let sentence = try message(of: #"{"messages":[{"role":"user","parts":[\#(text)]}]}"#)
    #expect(sentence?.replacing("'", with: "") == expected(end, at: "messages[0].parts[0]"))
  }

  /// The sentence without its marks, which stand around the place too.
  private func expected(_ end: String, at place: String) -> String {
    "Field \(place)\(end.hasPrefix(".") ? "" : " ")\(end)".replacing("'", with: "")
  }

  @Test func `a long text is not repeated`() throws {
    let long = String(repeating: "x", count: 61)
    #expect(
      try message(of: #"{"messages":[{"role":"\#(long)","parts":[]}]}"#)?.contains("xx") == false)
    #expect(try message(of: #"{"messages":[],"options":{"topK":"\#(long)"}}"#)?.count ?? 0 < 90)
  }
}
