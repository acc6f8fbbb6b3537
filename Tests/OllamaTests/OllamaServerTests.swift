import SwitchboardConformance
import SwitchboardCore
import SwitchboardOllama
import SwitchboardWire
import Testing

/// The server's failures and what it says of its models.
struct OllamaServerTests {
  @Test(arguments: [
    (400, "{\"error\":\"invalid options\"}", SwitchboardError.Kind.invalidRequest),
    (400, "{\"error\":\"\\\"llama3.2\\\" does not support thinking\"}", .invalidRequest),
    (400, "{\"error\":\"the input length exceeds the context length\"}", .contextLength),
    (401, "{\"error\":\"unauthorized\",\"signin_url\":\"https://ollama.com\"}", .authentication),
    (403, "{\"error\":\"forbidden\"}", .permission),
    (404, "{\"error\":\"model 'x' not found\"}", .notFound),
    (404, "{\"error\":\"model \\\"x\\\" not found, try pulling it first\"}", .notFound),
    (499, "{\"error\":\"request canceled\"}", .invalidRequest),
    (500, "{\"error\":\"model requires more system memory\"}", .server),
    (
      503, "{\"error\":\"server busy, please try again.  maximum pending requests exceeded\"}",
      .overloaded
    ), (502, "<html>Bad Gateway</html>", .server), (500, "", .server),
  ])
  func `a status with its text is a kind of failure`(
    status: Int, body: String, kind: SwitchboardError.Kind
  ) async throws {
    let provider = OllamaProvider(transport: ScriptedTransport(status: status, body: body))
    let error = try #require(
      await #expect(throws: SwitchboardError.self) {
        try await provider.reply(to: ChatRequest("Hi", model: "ollama/x"))
      })
    #expect(error.kind == kind)
    #expect(error.status == status)
    #expect(!error.message.isEmpty)
  }

  private static let tags = """
    {"models":[{"name":"qwen3:4b","model":"qwen3:4b"},{"name":"gone:1b"},{"name":"broken:1b"},\
    {"name":"nomic-embed"},{"size":1}]}
    """

  @Test func `models are listed with their windows and abilities`() async throws {
    let transport = ScriptedTransport([
      ScriptedResponse(Self.tags),
      ScriptedResponse(
        """
        {"capabilities":["completion","tools","thinking"],"model_info":{\
        "general.architecture":"qwen3","qwen3.context_length":40960}}
        """
      ), ScriptedResponse(status: 404, "{\"error\":\"model 'gone:1b' not found\"}"),
      ScriptedResponse(status: 500, "{\"error\":\"bad file\"}"),
      ScriptedResponse(
        "{\"capabilities\":[\"embedding\"],\"model_info\":{\"qwen3.context_length\":\"x\"}}"),
    ])
    let models = try await OllamaProvider(transport: transport).listModels()
    #expect(models.map(\.model) == ["qwen3:4b", "broken:1b", "nomic-embed"])
    #expect(models[0].window == 40_960)
    #expect(models[0].can.isSuperset(of: [.tools, .reasoning, .streaming]))
    #expect(models[0].support(for: .imageInput) == .no)
    #expect(models[0].answersWithText)
    #expect(models[1].support(for: .tools) == .unknown)
    #expect(models[2].answersWithText == false && models[2].window == nil)
    #expect(
      transport.requests.map(\.url) == [
        "http://127.0.0.1:11434/api/tags", "http://127.0.0.1:11434/api/show",
        "http://127.0.0.1:11434/api/show", "http://127.0.0.1:11434/api/show",
        "http://127.0.0.1:11434/api/show",
      ])
    #expect(
      String(decoding: transport.requests[1].body, as: UTF8.self) == "{\"model\":\"qwen3:4b\"}")
  }

  @Test func `a server without a list is a failure`() async throws {
    for (status, body) in [(500, "{\"error\":\"no\"}"), (200, "figs")] {
      let provider = OllamaProvider(transport: ScriptedTransport(status: status, body: body))
      let error = await #expect(throws: SwitchboardError.self) { try await provider.listModels() }
      #expect(error?.vendor == "ollama")
    }
  }

  @Test func `a family speaks for the tags of its models`() {
    let provider = OllamaProvider(transport: ScriptedTransport(body: ""))
    #expect(provider.family(of: "llama3.2-vision:11b")?.can.contains(.imageInput) == true)
    #expect(provider.family(of: "llama3.2:1b")?.support(for: .imageInput) == .unknown)
    #expect(provider.family(of: "my-own") == nil)
    #expect(provider.models.isEmpty)
  }
}
