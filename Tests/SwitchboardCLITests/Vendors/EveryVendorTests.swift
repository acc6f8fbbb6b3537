import Switchboard
import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

/// What every vendor of the program is sent of a conversation.
@Suite(.timeLimit(.minutes(10)))
struct EveryVendorTests {
  private static func call(_ id: String, _ name: String, _ arguments: String) -> Part {
    Part(.toolCall(ToolCall(id: id, name: name, argumentsText: arguments)))
  }

  static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ]

  @Test(arguments: AskedVendor.all)
  func `the newest turn carries all that was said, streamed or not`(
    vendor: AskedVendor
  ) async throws {
    var request = ChatRequest("")
    request.system = "You are terse."
    request.tools = [ToolDefinition(name: "pier")]
    request.messages = [
      .user("My boat is called Quince."), .assistant("Nice."), .user("Which pier?"),
      Message(role: .assistant, parts: [Self.call("call_1", "pier", #"{"boat":"Quince"}"#)]),
      .tool([ToolResult(callID: "call_1", name: "pier", content: [.text("Pier 9")])]),
      .assistant("It is nine."), .user("What is my boat called?"),
    ]
    var bodies: [JSON] = []
    for stream in [true, false] {
      request.stream = stream
      var body = try await vendor.sent(request)
      #expect(
        body.holds([
          "called Quince", "Nice.", "Which pier?", "boat", "Pier 9", "It is nine.",
          "What is my boat called?",
        ]), "\(body.text)")
      #expect(body.text.contains("You are terse."))
      body["stream"] = .missing
      body["stream_options"] = .missing
      bodies.append(body)
    }
    #expect(bodies[0] == bodies[1])
  }

  @Test(arguments: AskedVendor.all)
  func `neighbours of one role all arrive, in order`(vendor: AskedVendor) async throws {
    var request = ChatRequest("")
    request.messages = [
      .user("My name is Odalys."), .assistant(""), .user("What is my name?"), .assistant("Oda."),
      .assistant("Odalys."), .user("Sure?"),
    ]
    let body = try await vendor.sent(request)
    #expect(
      body.holds(["My name is Odalys.", "What is my name?", "Oda.", "Odalys.", "Sure?"]),
      "\(body.text)")
    // Ollama joins them itself; OpenAI's own Responses take them as they are.
    guard vendor.kind != "ollama" else { return }
    let roles = (body["messages"].elements + body["contents"].elements).map { $0["role"].string }
    #expect(zip(roles, roles.dropFirst()).allSatisfy { $0 != $1 }, "\(body.text)")
  }

  @Test(arguments: AskedVendor.all.filter { ["anthropic", "bedrock"].contains($0.kind) })
  func `no block of white space is sent to who refuses it`(vendor: AskedVendor) async throws {
    var request = ChatRequest("")
    request.messages = [
      .user("look up fig prices"),
      Message(role: .assistant, parts: [.text(""), Self.call("toolu_fig2", "price", "")]),
      .tool([ToolResult(callID: "toolu_fig2", name: "price", content: [.text("")])]),
      .assistant(" \n"), .user([.text("   \n"), .media(Media(bytes: Self.jpeg))]),
    ]
    let body = try await vendor.sent(request)
    #expect(body.text.contains("fig prices"))
    for value in body.everything where value["text"].string != nil {
      let text = value["text"].string ?? ""
      #expect(text.contains { !$0.isWhitespace }, "\(body.text)")
    }
  }

  @Test(arguments: AskedVendor.all)
  func `instructions in the middle stay there and those at the front stay alone`(
    vendor: AskedVendor
  ) async throws {
    var request = ChatRequest("")
    request.messages = [
      .system("Answer in French."), .user("hi"), .assistant("salut"),
      .system("From now on one word only."), .user("weather?"),
    ]
    let body = try await vendor.sent(request)
    #expect(body.text.contains("Answer in French."))
    #expect(body.holds(["salut", "one word only", "weather?"]), "\(body.text)")
    for place in ["system", "systemInstruction", "instructions"] {
      #expect(!body[place].text.contains("one word only"))
    }
    #expect(body.everything.allSatisfy { $0["role"].string == nil || !$0["name"].exists })
  }

  @Test(arguments: AskedVendor.all.filter { $0.kind != "http-function" })
  func `a picture goes under the type of its bytes, whatever its name says`(
    vendor: AskedVendor
  ) async throws {
    var request = ChatRequest("")
    let picture = Media(bytes: Self.jpeg, mime: "image/png; charset=binary", name: "shot.png")
    request.messages = [.user([.text("What is this?"), .media(picture)])]
    let body = try await vendor.sent(request)
    #expect(body.text.contains(Base64.encode(Self.jpeg)), "\(body.text)")
    #expect(!body.text.contains("png"), "\(body.text)")
    #expect(vendor.kind == "ollama" || body.text.contains("jpeg"), "\(body.text)")
  }

  @Test(arguments: AskedVendor.all)
  func `an address goes to who fetches it, and nothing to who does not`(
    vendor: AskedVendor
  ) async throws {
    var request = ChatRequest("", model: ModelReference(vendor: "v", model: vendor.model))
    let picture = Media(url: "https://img.example/fig", mime: "image/png")
    request.messages = [.user([.text("What is this?"), .media(picture)])]
    let transport = ScriptedTransport(status: 500, body: "{}")
    let provider = try vendor.provider(transport)
    let router = try Router(
      registry: Registry([provider]), reliability: Reliability(attemptsPerTarget: 1))
    do {
      _ = try await router.reply(to: request)
      Issue.record("It is a reply.")
    } catch let error as SwitchboardError {
      let fetches = (provider as? any MultimodalProvider)?.mediaDelivery.url == true
      #expect(error.kind == (fetches ? .server : .unsupported))
      #expect(transport.requests.count == (fetches ? 1 : 0))
      if fetches { #expect(try transport.lastBody().text.contains("https://img.example/fig")) }
    }
  }

  @Test(arguments: [(3_932_160, 1), (3_932_161, 0)])
  func `the size that counts is that of the text which travels`(
    size: Int, calls: Int
  ) async throws {
    let model = "claude-haiku-4-5"
    let transport = ScriptedTransport(status: 500, body: "{}")
    let router = try Router(
      registry: Registry([AskedVendor(kind: "anthropic", model: model).provider(transport)]),
      reliability: Reliability(attemptsPerTarget: 1))
    var request = ChatRequest("", model: ModelReference(vendor: "v", model: model))
    let picture = Media(bytes: Self.jpeg + [UInt8](repeating: 0, count: size - Self.jpeg.count))
    request.messages = [.user([.text("What is this?"), .media(picture)])]
    do {
      _ = try await router.reply(to: request)
      Issue.record("It is a reply.")
    } catch let error as SwitchboardError {
      #expect(error.kind == (calls == 0 ? .unsupported : .server))
      #expect(calls == 1 || error.message.contains("\(size)") && error.message.contains("3932160"))
    }
    #expect(transport.requests.count == calls)
  }

  @Test(arguments: AskedVendor.all)
  func `no key is seen in what fails, wherever the vendor repeats it`(
    vendor: AskedVendor
  ) async throws {
    let key = AskedVendor.key
    let body = JSON.object([
      ("message", JSON(key)), ("error", ["message": JSON("no \(key)"), "code": JSON(key)]),
    ])
    var headers: HTTPFields = ["content-type": "application/json"]
    for name in ["request-id", "x-request-id", "x-amzn-requestid", "apim-request-id", "cf-ray"] {
      headers[name] = "r-\(key)"
    }
    let model = ModelReference(vendor: "v", model: vendor.model)
    for status in [200, 400, 403, 500] {
      let provider = try vendor.provider(
        ScriptedTransport(ScriptedResponse(status: status, headers: headers, body.text)))
      let failures = [
        await failure { _ = try await provider.reply(to: ChatRequest("hi", model: model)) },
        await failure { _ = try await (provider as? any ModelListing)?.listModels() },
        await failure {
          _ = try await (provider as? any TokenCounting)?.countTokens(
            of: ChatRequest("hi", model: model))
        },
        await failure {
          let prompt = ImageRequest(model: model, prompt: "a fig")
          _ = try await (provider as? any ImageProvider)?.images(for: prompt)
        },
      ].compactMap { $0 }
      #expect(!failures.isEmpty || vendor.kind == "http-function")
      for failure in failures {
        #expect(!(failure.json.text + failure.description).contains(key), "\(failure)")
        #expect(failure.status != status || failure.requestID == "r-(secret)", "\(failure)")
      }
    }
  }

  private func failure(_ work: () async throws -> Void) async -> SwitchboardError? {
    do {
      try await work()
    } catch {
      return error as? SwitchboardError
    }
    return nil
  }
}
