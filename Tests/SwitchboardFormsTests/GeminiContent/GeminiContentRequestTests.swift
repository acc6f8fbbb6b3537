import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiContentRequestTests {
  private func write(
    _ chat: ChatRequest, model: ModelDescriptor = ModelDescriptor("gemini-2.5-flash"),
    dialect: GeminiContentDialect = GeminiContentDialect()
  ) throws -> GeminiContentRequest {
    try GeminiContentRequest(chat, origin: GeminiAnswers.origin, model: model, dialect: dialect)
  }

  @Test func `a whole request has these bytes`() throws {
    let chat = ChatRequest(
      system: "Be terse.", messages: [.system("In French."), .user("Il pleut ?")],
      tools: [
        ToolDefinition(
          name: "look", description: "Looks.",
          parameters: [
            "type": "object",
            "properties": ["zeta": ["type": "string"], "alpha": ["type": "integer"]],
            "required": ["zeta"], "additionalProperties": false,
          ]), ToolDefinition(name: "now"),
      ],
      toolChoice: .named("look"),
      options: ChatOptions(
        maxOutputTokens: 64, temperature: 0.5, topP: 1, topK: 40, stop: ["##"], seed: 7,
        frequencyPenalty: 0.25, presencePenalty: -0.5), reasoning: .effort(.low))
    let request = try write(chat)
    #expect(
      request.body.text == #"""
        {"contents":[{"role":"user","parts":[{"text":"Il pleut ?"}]}],\#
        "systemInstruction":{"parts":[{"text":"Be terse."},{"text":"In French."}]},\#
        "tools":[{"functionDeclarations":[{"name":"look","description":"Looks.","parameters":\#
        {"type":"OBJECT","properties":{"zeta":{"type":"STRING"},"alpha":{"type":"INTEGER"}},\#
        "required":["zeta"]}},{"name":"now"}]}],\#
        "toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["look"]}},\#
        "generationConfig":{"maxOutputTokens":64,"temperature":0.5,"topP":1.0,\#
        "frequencyPenalty":0.25,"presencePenalty":-0.5,"topK":40,"seed":7,"stopSequences":["##"],\#
        "thinkingConfig":{"includeThoughts":true,"thinkingLevel":"LOW"}}}
        """#)
    #expect(request.warnings.isEmpty)
  }

  @Test func `the smallest request has the words alone`() throws {
    #expect(
      try write(ChatRequest("Hi")).body.text
        == #"{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}"#)
  }

  @Test(arguments: [
    (ToolChoice.auto, #"{"mode":"AUTO"}"#), (ToolChoice.none, #"{"mode":"NONE"}"#),
    (.required, #"{"mode":"ANY"}"#),
  ])
  func `the choice of tools is a mode`(choice: ToolChoice, text: String) throws {
    var chat = ChatRequest("x")
    chat.tools = [ToolDefinition(name: "a")]
    chat.toolChoice = choice
    #expect(try write(chat).body["toolConfig"]["functionCallingConfig"].text == text)
  }

  @Test func `instructions in the middle stay there, in marks and with a warning`() throws {
    let chat = ChatRequest(
      system: "Answer in French.",
      messages: [.user("hi"), .assistant("salut"), .system("One word only."), .user("weather?")])
    let request = try write(chat)
    #expect(request.body["systemInstruction"].text == #"{"parts":[{"text":"Answer in French."}]}"#)
    #expect(
      request.body["contents"][2].text == #"""
        {"role":"user","parts":[{"text":"<system>\nOne word only.\n</system>"},{"text":"weather?"}]}
        """#)
    #expect(request.warnings.map(\.code) == [.translatedParameter])
  }

  @Test func `a model without instructions gets them as words`() throws {
    var chat = ChatRequest("x")
    chat.system = "S"
    let request = try write(chat, model: ModelDescriptor("gemma-3-27b-it", cannot: [.systemText]))
    #expect(!request.body["systemInstruction"].exists)
    #expect(
      request.body["contents"].text
        == #"[{"role":"user","parts":[{"text":"<system>\nS\n</system>"},{"text":"x"}]}]"#)
  }

  @Test func `JSON is asked for by type and schema`() throws {
    var chat = ChatRequest("x")
    chat.output = .json()
    #expect(
      try write(chat).body["generationConfig"].text == #"{"responseMimeType":"application/json"}"#)
    chat.output = .json(schema: ["type": "array", "items": ["type": "string"]])
    #expect(
      try write(chat).body["generationConfig"].text == #"""
        {"responseMimeType":"application/json",\#
        "responseSchema":{"type":"ARRAY","items":{"type":"STRING"}}}
        """#)
  }

  @Test func `older models take tools or a form, and tools go first`() throws {
    var chat = ChatRequest("x")
    chat.output = .json()
    chat.tools = [ToolDefinition(name: "a")]
    let request = try write(chat, dialect: GeminiContentDialect(takesFormatBesideTools: false))
    #expect(!request.body["generationConfig"].exists)
    #expect(request.warnings.map(\.code) == [.droppedParameter])
  }

  @Test func `a painter is asked for words and pictures`() throws {
    let model = ModelDescriptor("gemini-2.5-flash-image", can: [.imageOutput])
    #expect(
      try write(ChatRequest("x"), model: model).body["generationConfig"].text
        == #"{"responseModalities":["TEXT","IMAGE"]}"#)
  }

  @Test func `options that are not taken warn, or refuse under strict`() throws {
    var chat = ChatRequest("x")
    chat.options = ChatOptions(
      temperature: 1, topK: 3, stop: ["1", "2", "3", "4", "5", "6"], countPenalty: 1)
    let model = ModelDescriptor("m", rejects: [.temperature])
    let request = try write(chat, model: model)
    #expect(
      request.body["generationConfig"].text == #"{"topK":3,"stopSequences":["1","2","3","4","5"]}"#)
    #expect(
      request.warnings.map(\.code) == [.droppedParameter, .droppedParameter, .clampedParameter])
    chat.strict = true
    #expect {
      try write(chat, model: model)
    } throws: { error in
      (error as? SwitchboardError)?.kind == .unsupported
    }
  }

  @Test func `members of the caller are merged last, for this kind alone`() throws {
    var chat = ChatRequest("x")
    chat.options.maxOutputTokens = 5
    chat.vendorOptions = [
      "gemini": [
        "generationConfig": ["mediaResolution": "MEDIA_RESOLUTION_LOW"], "cachedContent": "c",
      ],
      "openai": ["user": "u"],
    ]
    let body = try write(chat).body
    #expect(
      body["generationConfig"].text
        == #"{"maxOutputTokens":5,"mediaResolution":"MEDIA_RESOLUTION_LOW"}"#)
    #expect(body["cachedContent"].string == "c")
    #expect(!body["user"].exists)
  }

  @Test func `names of tools are spelled as the vendor allows`() throws {
    var chat = ChatRequest("x")
    chat.tools = ["files.read:now-2", "9lives", "get weather"].map { ToolDefinition(name: $0) }
    let request = try write(chat)
    #expect(
      request.body["tools"][0]["functionDeclarations"].elements.map { $0["name"].string } == [
        "files.read:now-2", "_9lives", "get_weather",
      ])
    #expect(request.warnings.map(\.code) == [.toolRenamed, .toolRenamed])
  }

  @Test func `the same request has the same bytes`() throws {
    let chat = ChatRequest(
      messages: [
        .user("x"),
        Message(
          role: .assistant,
          parts: [
            Part(
              .toolCall(
                ToolCall(id: "1", name: "a b", argumentsText: #"{"b":1,"a":{"y":2.50,"x":3}}"#)))
          ]),
        .tool([ToolResult(callID: "1", content: [.text("r")])]),
      ], tools: [ToolDefinition(name: "a b"), ToolDefinition(name: "a_b")])
    let first = try write(chat).body.encoded()
    #expect(try write(chat).body.encoded() == first)
    #expect(
      String(decoding: first, as: UTF8.self).contains(#""args":{"b":1,"a":{"y":2.50,"x":3}}"#))
  }
}
