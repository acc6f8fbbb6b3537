import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

struct InvokeRequestTests {
  static let talk: [Message] = [
    .system("Be terse."), .user("Hi"), .assistant("Hello"), .user("Bye"),
  ]

  /// A model and the text that the talk becomes for it.
  static let prompts: [(model: String, member: String, text: String)] = [
    ("ai21.j2-mid-v1", "prompt", "Be terse.\n\nUser: Hi\nAssistant: Hello\nUser: Bye\nAssistant:"),
    (
      "amazon.titan-text-express-v1", "inputText",
      "Be terse.\n\nUser: Hi\nBot: Hello\nUser: Bye\nBot:"
    ),
    (
      "cohere.command-text-v14", "prompt",
      "Be terse.\n\nUser: Hi\nChatbot: Hello\nUser: Bye\nChatbot:"
    ),
    (
      "us.meta.llama3-3-70b-instruct-v1:0", "prompt",
      "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe terse.<|eot_id|>"
        + "<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>"
        + "<|start_header_id|>assistant<|end_header_id|>\n\nHello<|eot_id|>"
        + "<|start_header_id|>user<|end_header_id|>\n\nBye<|eot_id|>"
        + "<|start_header_id|>assistant<|end_header_id|>\n\n"
    ),
    (
      "meta.llama4-scout-17b-instruct-v1:0", "prompt",
      "<|begin_of_text|><|header_start|>system<|header_end|>\n\nBe terse.<|eot|>"
        + "<|header_start|>user<|header_end|>\n\nHi<|eot|>"
        + "<|header_start|>assistant<|header_end|>\n\nHello<|eot|>"
        + "<|header_start|>user<|header_end|>\n\nBye<|eot|>"
        + "<|header_start|>assistant<|header_end|>\n\n"
    ),
    (
      "meta.llama2-13b-chat-v1", "prompt",
      "<s>[INST] <<SYS>>\nBe terse.\n<</SYS>>\n\nHi [/INST] Hello </s><s>[INST] Bye [/INST]"
    ),
    (
      "mistral.mistral-7b-instruct-v0:2", "prompt",
      "<s>[INST] Be terse.\n\nHi [/INST] Hello</s>[INST] Bye [/INST]"
    ),
    (
      "us.deepseek.r1-v1:0", "prompt",
      "<｜begin▁of▁sentence｜>Be terse.\n\n<｜User｜>Hi<｜Assistant｜>Hello<｜end▁of▁sentence｜>"
        + "<｜User｜>Bye<｜Assistant｜><think>\n"
    ),
  ]

  @Test(arguments: prompts)
  func `a conversation becomes the text that its model knows`(
    model: String, member: String, text: String
  ) async throws {
    var request = ChatRequest("")
    request.messages = Self.talk
    let (body, url, warnings) = try await Vendor.body(request, model: model)
    #expect(try JSON(parsing: body)[member].string == text)
    #expect(url.hasSuffix("/invoke"))
    #expect(warnings.isEmpty)
  }

  static let options = ChatOptions(
    maxOutputTokens: 200, temperature: 0.7, topP: 1, stop: ["##"], frequencyPenalty: 0.5,
    presencePenalty: 0, countPenalty: 0.25)

  /// A model and the whole body of one text with all options, and the warnings.
  static let bodies: [(model: String, body: String, warned: [Warning.Code])] = [
    (
      "ai21.j2-ultra-v1",
      """
      {"prompt":"Name a colour","maxTokens":200,"temperature":0.7,"topP":1.0,\
      "stopSequences":["##"],"countPenalty":{"scale":0.25},"frequencyPenalty":{"scale":0.5},\
      "presencePenalty":{"scale":0.0}}
      """, []
    ),
    (
      "amazon.titan-text-lite-v1",
      """
      {"inputText":"Name a colour","textGenerationConfig":{"maxTokenCount":200,"temperature":0.7,\
      "topP":1.0,"stopSequences":["##"]}}
      """, [.droppedParameter, .droppedParameter]
    ),
    (
      "cohere.command-light-text-v14",
      """
      {"prompt":"Name a colour","max_tokens":200,"temperature":0.7,"p":1.0,\
      "stop_sequences":["##"]}
      """, [.droppedParameter, .droppedParameter]
    ),
    (
      "meta.llama2-70b-chat-v1",
      """
      {"prompt":"<s>[INST] Name a colour [/INST]","max_gen_len":200,"temperature":0.7,"top_p":1.0}
      """, [.droppedParameter, .droppedParameter, .droppedParameter]
    ),
    (
      "mistral.mixtral-8x7b-instruct-v0:1",
      """
      {"prompt":"<s>[INST] Name a colour [/INST]","max_tokens":200,"temperature":0.7,"top_p":1.0,\
      "stop":["##"]}
      """, [.droppedParameter, .droppedParameter]
    ),
    (
      "cohere.command-r-v1:0",
      """
      {"message":"Name a colour","max_tokens":200,"temperature":0.7,"p":1.0,\
      "frequency_penalty":0.5,"presence_penalty":0.0,"stop_sequences":["##"]}
      """, [.droppedParameter]
    ),
  ]

  @Test(arguments: bodies)
  func `one text is sent without decoration where the model needs none`(
    model: String, body: String, warned: [Warning.Code]
  ) async throws {
    var request = ChatRequest("Name a colour")
    request.options = Self.options
    let (text, _, warnings) = try await Vendor.body(request, model: model)
    #expect(text == body)
    #expect(warnings == warned)
  }

  @Test func `Command R is given the conversation apart from its end`() async throws {
    var request = ChatRequest("")
    request.messages = Self.talk
    let (text, _, _) = try await Vendor.body(request, model: "cohere.command-r-plus-v1:0")
    #expect(
      text == #"{"message":"Bye","chat_history":[{"role":"USER","message":"Hi"},"#
        + #"{"role":"CHATBOT","message":"Hello"}],"preamble":"Be terse."}"#)
  }

  @Test func `what is no text is lost with a word`() async throws {
    var request = ChatRequest("")
    request.tools = [ToolDefinition(name: "f")]
    request.reasoning = .effort(.high)
    request.output = .json()
    request.messages = [
      Message.assistant("Welcome."),
      Message(
        role: .user, parts: [.text("a"), .media(Media(bytes: [1], mime: "image/png"))]),
      .system("Now in French."),
    ]
    let (text, _, warnings) = try await Vendor.body(request, model: "ai21.j2-mid-v1")
    #expect(
      text == #"{"prompt":"Answer with a JSON value alone.\n\nUser: (continued)\nAssistant: "#
        + #"Welcome.\nUser: a\n<system>\nNow in French.\n</system>\nAssistant:"}"#)
    #expect(
      Set(warnings) == [
        .droppedParameter, .droppedPart, .translatedParameter, .messageInserted,
      ])
  }

  @Test func `Claude is asked in Messages`() async throws {
    var request = ChatRequest("a")
    request.options.maxOutputTokens = 10
    request.vendorOptions = ["bedrock": ["anthropic_beta": ["x"]]]
    let (text, _, warnings) = try await Vendor.body(
      request, model: "anthropic.claude-haiku-4-5-20251001-v1:0")
    let body = try JSON(parsing: text)
    #expect(body["anthropic_version"] == "bedrock-2023-05-31")
    #expect(body["max_tokens"] == 10)
    #expect(body["messages"].count == 1)
    #expect(body["anthropic_beta"] == ["x"])
    #expect(!body["model"].exists && !body["stream"].exists)
    #expect(warnings.isEmpty)
  }

  @Test func `Nova is asked in the form of Converse, with its options together`() async throws {
    var request = ChatRequest("a")
    request.options = ChatOptions(maxOutputTokens: 10, topK: 4)
    request.reasoning = .effort(.low)
    let (text, _, _) = try await Vendor.body(
      request, model: "us.amazon.nova-2-lite-v1:0",
      answer: #"{"output":{"message":{"content":[{"text":"a"}]}},"stopReason":"end_turn"}"#)
    #expect(
      text == #"{"schemaVersion":"messages-v1","messages":[{"role":"user","content":"#
        + #"[{"text":"a"}]}],"inferenceConfig":{"maxTokens":10,"topK":4,"reasoningConfig":"#
        + #"{"type":"enabled","maxReasoningEffort":"low"}}}"#)
  }

  static let chat = #"{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}"#

  @Test(arguments: [
    "ai21.jamba-1-5-mini-v1:0", "mistral.pixtral-large-2502-v1:0",
    "arn:aws:sagemaker:us-east-1:1:endpoint/mine", "qwen.qwen3-32b-v1:0", "some-model",
  ])
  func `others are asked in chat completions`(model: String) async throws {
    var request = ChatRequest("a")
    request.options.maxOutputTokens = 10
    request.stream = true
    let (text, _, _) = try await Vendor.body(request, model: model, answer: Self.chat)
    #expect(text == #"{"messages":[{"role":"user","content":"a"}],"max_tokens":10}"#)
  }

  /// A model, the way that the entry names, whether a stream is wanted, and the operation.
  static let operations: [(String, String?, Bool, String)] = [
    ("amazon.nova-pro-v1:0", nil, false, "converse"),
    ("amazon.nova-pro-v1:0", nil, true, "converse-stream"),
    ("amazon.nova-pro-v1:0", "invoke", false, "invoke"),
    ("amazon.nova-pro-v1:0", "invoke", true, "invoke-with-response-stream"),
    ("some-model", nil, false, "converse"),
    ("ai21.j2-mid-v1", nil, false, "invoke"),
    // It cannot stream.
    ("ai21.j2-mid-v1", nil, true, "invoke"),
    ("ai21.j2-mid-v1", "converse", true, "converse"),
    ("cohere.command-text-v14", nil, true, "invoke-with-response-stream"),
    ("cohere.command-r-v1:0", nil, false, "converse"),
  ]

  @Test(arguments: operations)
  func `the model chooses the way where the entry does not`(
    model: String, way: String?, stream: Bool, operation: String
  ) async throws {
    let transport = ScriptedTransport("{}")
    var request = ChatRequest("a", model: ModelReference(vendor: "aws", model: model))
    request.stream = stream
    await #expect(throws: SwitchboardError.self) {
      try await Vendor.make(transport, way: way).reply(to: request)
    }
    #expect(transport.requests.first?.url.hasSuffix("/\(operation)") == true)
  }
}
