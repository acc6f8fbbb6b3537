import SwitchboardCore
import Testing

/// The public JSON form of requests for text.
struct ChatRequestFormTests {
  static let full = """
    {"id":"row-7","model":"anthropic/claude-sonnet-5","route":"vision","system":"be",\
    "messages":[{"role":"user","parts":[{"type":"text","text":"hi"}]}],\
    "tools":[{"name":"add","description":"adds","parameters":{"type":"object","zeta":1,"alpha":2}}],\
    "toolChoice":{"name":"add"},"output":{"type":"json","name":"n","schema":{"type":"object"}},\
    "options":{"maxOutputTokens":100,"temperature":0.7,"topP":1.0,"topK":40,"stop":["a","b"],\
    "seed":1,"frequencyPenalty":0.0,"presencePenalty":-0.5,"countPenalty":0.25},\
    "reasoning":{"budgetTokens":2048},"stream":false,"strict":true,\
    "require":["imageInput","tools"],"vendorOptions":{"a":{"z":1,"b":[]},"b":{}}}
    """

  @Test func `a full request is read and written to the letter`() throws {
    let request = try ChatRequest(json: JSON(parsing: Self.full))
    #expect(request.json.text == Self.full)
    #expect(request.model == "anthropic/claude-sonnet-5")
    #expect(request.options.presencePenalty == -0.5)
    #expect(request.vendorOptions["a"]?["z"].int == 1)
    #expect(try ChatRequest(json: request.json) == request)
  }

  @Test func `the smallest request has every usual value`() throws {
    let text = #"{"messages":[],"stream":true}"#
    let request = try ChatRequest(json: JSON(parsing: #"{"messages":[]}"#))
    #expect(request == ChatRequest(messages: []))
    #expect(request.stream)
    #expect(!request.strict)
    #expect(request.toolChoice == nil)
    #expect(request.json.text == text)
  }

  @Test func `null is the same as nothing, and is never written`() throws {
    let names = [
      "id", "model", "route", "system", "tools", "toolChoice", "output", "options", "reasoning",
      "stream", "strict", "require", "vendorOptions",
    ]
    let json = JSON.object([("messages", [])] + names.map { ($0, nil) })
    let request = try ChatRequest(json: json)
    #expect(request == ChatRequest(messages: []))
    #expect(!request.json.text.contains("null"))
    let options: JSON = ["temperature": nil, "stop": nil, "maxOutputTokens": nil]
    #expect(try ChatRequest(json: ["messages": [], "options": options]).options == ChatOptions())
  }

  @Test func `fields that nobody knows are passed over at every level`() throws {
    let text = """
      {"later":1,"messages":[],"options":{"later":1},"reasoning":{"effort":"low","later":1},\
      "output":{"later":1},"tools":[{"name":"f","later":1}],"toolChoice":{"name":"f","later":1}}
      """
    let request = try ChatRequest(json: JSON(parsing: text))
    #expect(request.tools == [ToolDefinition(name: "f")])
    #expect(request.output == .json())
    #expect(request.toolChoice == .named("f"))
  }

  @Test(arguments: ["{}", #"{"type":"json"}"#, #"{"schema":null}"#])
  func `a form without a schema is any JSON`(text: String) throws {
    let request = try ChatRequest(json: JSON(parsing: #"{"messages":[],"output":\#(text)}"#))
    #expect(request.output?.schema == nil)
    #expect(request.json["output"].text == #"{"type":"json"}"#)
    #expect(OutputFormat.json(schema: JSON(nilLiteral: ())).schema == nil)
  }

  static let choices: [(choice: ToolChoice, text: String)] = [
    (.auto, #""auto""#), (ToolChoice.none, #""none""#), (.required, #""required""#),
    (.named("none"), #"{"name":"none"}"#),
  ]

  @Test(arguments: choices.indices)
  func `every choice of tools has its form`(index: Int) throws {
    let (choice, text) = Self.choices[index]
    let json = try JSON(parsing: #"{"messages":[],"toolChoice":\#(text)}"#)
    let request = try ChatRequest(json: json)
    #expect(request.toolChoice == .some(choice))
    #expect(request.json["toolChoice"].text == text)
  }

  @Test(arguments: ReasoningEffort.Level.allCases)
  func `every effort has its form`(level: ReasoningEffort.Level) throws {
    let json: JSON = ["messages": [], "reasoning": ["effort": JSON(level.rawValue)]]
    let request = try ChatRequest(json: json)
    #expect(request.reasoning == .effort(level))
    #expect(request.json["reasoning"] == json["reasoning"])
  }

  @Test func `a budget goes before an effort`() throws {
    let json: JSON = ["messages": [], "reasoning": ["effort": "low", "budgetTokens": 0]]
    #expect(try ChatRequest(json: json).reasoning == .budget(tokens: 0))
  }

  @Test(arguments: Ability.allCases)
  func `every ability can be required`(ability: Ability) throws {
    let json: JSON = ["messages": [], "require": [JSON(ability.rawValue)]]
    #expect(try ChatRequest(json: json).require == [ability])
  }

  @Test(arguments: [
    (#""a""#, "a"), ("7", "7"), ("12345678901234567890", "12345678901234567890"), ("1.50", "1.50"),
    (#""""#, ""),
  ])
  func `a number may name a request, as it is written`(text: String, id: String) throws {
    let chat = try ChatRequest(json: JSON(parsing: #"{"id":\#(text),"messages":[]}"#))
    #expect(chat.id == id)
    #expect(chat.json["id"].string == id)
    #expect(try ImageRequest(json: JSON(parsing: #"{"id":\#(text),"prompt":"p"}"#)).id == id)
  }

  @Test func `schemas and options keep every digit and their order`() throws {
    let schema = #"{"zeta":12345678901234567890,"alpha":1.10,"mid":[null]}"#
    let text = """
      {"messages":[],"tools":[{"name":"f","parameters":\(schema)}],\
      "output":{"type":"json","schema":\(schema)},"stream":true,"vendorOptions":{"k":\(schema)}}
      """
    #expect(try ChatRequest(json: JSON(parsing: text)).json.text == text)
  }

  @Test func `a tool without parameters takes none`() throws {
    let json: JSON = ["messages": [], "tools": [["name": "f", "parameters": nil]]]
    let tool = try #require(try ChatRequest(json: json).tools.first)
    #expect(tool.parameters.text == #"{"type":"object","properties":{}}"#)
  }

  @Test func `a whole number may be written with a point or an exponent`() throws {
    let json = try JSON(
      parsing: #"{"messages":[],"options":{"maxOutputTokens":1e2,"seed":5.0,"topK":-1}}"#)
    let options = try ChatRequest(json: json).options
    #expect(options.maxOutputTokens == 100)
    #expect(options.seed == 5)
    #expect(options.topK == -1)
  }

  @Test func `who parses a request refuses a key given twice`() throws {
    // The form is read from a value, in which the last of two equal keys has won already. Whoever
    // parses requests (`InputFile`, `BatchRun`) asks the parser to refuse.
    let text = #"{"messages":[],"system":"a","system":"b"}"#
    let error = #expect(throws: JSON.ParseError.self) {
      try JSON(parsing: text, duplicateKeys: .refuse)
    }
    #expect(error?.description.contains(#"the key "system" was already given"#) == true)
    let json = try JSON(parsing: text)
    #expect(json.duplicateKeys == 1)
    #expect(try ChatRequest(json: json).system == "b")
  }

  @Test func `media of a request are read through the closure alone`() throws {
    let json: JSON = [
      "messages": [["role": "user", "parts": [["type": "media", "file": "a/b.txt"]]]]
    ]
    let request = try ChatRequest(json: json) { path in Array(path.utf8) }
    #expect(
      request.messages.first?.parts.first
        == .media(Media(bytes: Array("a/b.txt".utf8), name: "b.txt"))
    )
    let error = #expect(throws: SwitchboardError.self) { try ChatRequest(json: json) }
    #expect(
      error?.message
        == "Field 'messages[0].parts[0].file' names a file, which cannot be read from here.")
  }

  @Test func `the deadlines stay out of the form`() throws {
    var request = ChatRequest("hi", model: "a/m")
    request.deadlines = Deadlines(total: .seconds(1))
    #expect(try ChatRequest(json: request.json).deadlines == Deadlines())
    #expect(Deadlines().connect == .seconds(5))
    #expect(Deadlines().total == .seconds(600))
  }
}
