import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

@Suite(.timeLimit(.minutes(10)))
struct OtherCommandTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test func `the version is one line`() async throws {
    let run = try await Program.run("--version", in: folder)
    #expect(run.code == 0)
    #expect(run.output == "switchboard \(Main.version)\n")
  }

  @Test func `help is data that was asked for`() async throws {
    let run = try await Program.run("--help", in: folder)
    #expect(run.code == 0 && run.errors.isEmpty)
    for row in CommandTable.rows where row.refusal == nil { #expect(run.output.contains(row.name)) }
  }

  @Test func `route decides without a call`() async throws {
    let server = try LoopbackServer(Answers.stream("x"))
    try folder.configure(
      server, "v", more: #"routes: { default: { candidates: ["mock/small", "v/m"] } }"#)
    let json = try await Program.run(
      "route", "hi", "--json", in: folder, environment: folder.environment)
    #expect(json.code == 0)
    #expect(try json.json["order"].elements.map(\.string) == ["mock/small", "v/m"])
    let text = try await Program.run("route", "hi", in: folder, environment: folder.environment)
    #expect(text.output.contains("chosen") && text.output.contains("mock/small"))
    #expect(server.requests.isEmpty)
  }

  @Test func `the mock stands in only when the environment says so`() async throws {
    let without = try await Program.run("route", "hi", "--json", in: folder)
    #expect(without.code == 8)
    let with = try await Program.run(
      "route", "hi", "--json", in: folder, environment: ["SWITCHBOARD_MOCK": "1"])
    #expect(with.code == 0)
    #expect(try with.json["order"][0].string == "mock/small")
  }

  @Test func `models and vendors are listed with their facts`() async throws {
    let models = try await Program.run(
      "models", "--vendor", "mock", "--can", "imageInput", "--json", in: folder)
    #expect(try models.json.elements.allSatisfy { $0["can"].elements.contains("imageInput") })
    #expect(try models.json[0]["model"].string == "mock/vision")
    #expect(try models.json[0]["input"].count > 0)
    #expect(try models.json[0]["prices"]["asOf"].string != nil)
    let vendors = try await Program.run("vendors", "--json", in: folder)
    #expect(try vendors.json[0]["vendor"].string == "mock")
    let wrong = try await Program.run("models", "--can", "imageinput", in: folder)
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("did you mean 'imageInput'?"))
  }

  @Test func `the doctor says what can be reached and never shows a key`() async throws {
    let server = try LoopbackServer { request in
      request.target.hasPrefix("/good/")
        ? .respond(body: #"{"data":[{"id":"m1"},{"id":"m2"}]}"#)
        : Answers.failure(401, "wrong key \(TestFolder.canary)")
    }
    try folder.configure(server, "good", "bad")
    let run = try await Program.run("doctor", in: folder, environment: folder.environment)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("lists 2 models"))
    #expect(run.output.contains("authentication"))
    #expect(!(run.output + run.errors).contains(TestFolder.canary))
    #expect(run.output.contains("conversations: ") && run.output.contains("which is made when"))
    #expect(!folder.has(".local/share/switchboard"))
    let path = try folder.write("no.db", String(repeating: "not a store ", count: 100))
    let broken = try TestFolder()
    try broken.write("switchboard.json5", #"{ store: "\#(path)" }"#)
    let bad = try await Program.run(
      "doctor", "--offline", in: broken, environment: broken.environment)
    #expect(bad.output.contains("conversations: ") && bad.output.contains("'\(path)'"))
    let none = try await Program.run("doctor", "--offline", "--json", in: TestFolder())
    #expect(none.code == 3)
    #expect(try none.json["vendors"][0]["vendor"].string == "mock")
  }

  @Test func `pictures go to files that are never replaced unasked`() async throws {
    for name in ["a-red-square.png", "a-red-square-2.png"] {
      let run = try await Program.run(
        "image", "a red square", "--model", "mock/painter", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output == name + "\n")
      #expect(folder.has(name))
    }
    let json = try await Program.run(
      "image", "x", "--model", "mock/painter", "--count", "2", "--out", "p.png", "--json",
      in: folder)
    #expect(try json.json["images"].elements.map { $0["file"].string } == ["p-1.png", "p-2.png"])
    #expect(try json.json["images"][0]["data"].exists == false)
  }

  @Test(
    arguments: [
      ("/p.png", 0, ""), ("/moved", 7, "answered 302"), ("/page", 7, "no picture"),
      ("/gone", 7, "answered 404"),
    ] as [(String, Int32, String)])
  func `a picture given by its address is fetched, and nothing else is`(
    path: String, code: Int32, words: String
  ) async throws {
    let picture = try await Program.run(
      "image", "x", "--model", "mock/painter", "--out", "own.png", in: folder)
    #expect(picture.code == 0)
    let bytes = try SmallFile.read(folder.file("own.png"))
    let server = try LoopbackServer { request in
      let own = "http://\(request["host"] ?? "")"
      switch request.target {
      case "/p.png": return .respond(200, ["Content-Type": "text/html"], body: bytes)
      case "/moved": return .respond(302, ["Location": "\(own)/p.png"])
      case "/page": return .respond(200, ["Content-Type": "image/png"], body: "<html></html>")
      case "/gone": return .respond(404)
      default: return .respond(body: #"{"data":[{"url":"\#(own)\#(path)"}]}"#)
      }
    }
    try folder.write(
      "switchboard.json5",
      #"{ vendors: { o: { kind: "openai", baseURL: "\#(server.url("/v1"))", key: { env: "TEST_KEY" } } }, reliability: { attemptsPerTarget: 1 } }"#
    )
    let run = try await Program.run(
      "image", "x", "--model", "o/dall-e-3", "--out", "got.png", in: folder,
      environment: folder.environment)
    #expect(run.code == code, "\(run.errors)")
    #expect(run.errors.contains(words))
    #expect(folder.has("got.png") == (code == 0))
    if code == 0 { #expect(try SmallFile.read(folder.file("got.png")) == bytes) }
    // The key belongs to the vendor's own address.
    #expect(server.requests.last?["authorization"] == nil)
  }

  @Test func `keys are kept, listed and forgotten without being shown`() async throws {
    let set = try await Program.run(
      "keys", "set", "work", input: .text(TestFolder.canary + "\n"), in: folder)
    #expect(set.code == 0, "\(set.errors)")
    let list = try await Program.run("keys", "list", in: folder)
    #expect(list.output == "work\n")
    let remove = try await Program.run("keys", "remove", "work", in: folder)
    #expect(remove.code == 0)
    let empty = try await Program.run("keys", "set", "work", in: folder)
    #expect(empty.code == 2)
    for run in [set, list, remove] {
      #expect(!(run.output + run.errors).contains(TestFolder.canary))
    }
  }

  @Test func `a file of the project may name hosts once it is trusted`() async throws {
    try folder.write(
      "switchboard.json5",
      #"{ vendors: { v: { kind: "openai-compatible", baseURL: "http://127.0.0.1:9/v1", key: { env: "K" } } } }"#
    )
    let before = try await Program.run("vendors", in: folder)
    #expect(before.code == 2)
    #expect(before.errors.contains("switchboard trust"))
    #expect(try await Program.run("trust", "switchboard.json5", in: folder).code == 0)
    let after = try await Program.run("vendors", in: folder)
    #expect(after.code == 0, "\(after.errors)")
    #expect(after.output.contains("openai-compatible"))
  }

  @Test func `a proxy is asked to connect, and its password is not shown`() async throws {
    let proxy = try LoopbackServer(.respond(407))
    try folder.write(
      "switchboard.json5",
      #"{ vendors: { v: { kind: "openai-compatible", baseURL: "https://vendor.test/v1", key: { env: "TEST_KEY" } } }, reliability: { attemptsPerTarget: 1 } }"#
    )
    let address = "http://user:pa%3Ass@127.0.0.1:\(proxy.port)"
    for name in ["HTTPS_PROXY", "https_proxy"] {
      var environment = folder.environment
      environment[name] = address
      environment["NO_PROXY"] = "localhost,127.0.0.1,.corp.example"
      let run = try await Program.run(
        "ask", "hi", "--model", "v/m", in: folder, environment: environment)
      #expect(run.code == 7)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(!run.errors.contains("pa%3Ass") && !run.errors.contains("pa:ss"))
    }
    #expect(proxy.requests.allSatisfy { $0.method == "CONNECT" && $0.target == "vendor.test:443" })
    #expect(proxy.requests.count == 2)
  }

  @Test func `what NO_PROXY names is called directly`() async throws {
    let proxy = try LoopbackServer(.respond(407))
    let server = try LoopbackServer(Answers.stream("direct"))
    try folder.configure(server, "v")
    var environment = folder.environment
    environment["http_proxy"] = proxy.url()
    environment["ALL_PROXY"] = proxy.url()
    environment["no_proxy"] = "127.0.0.1"
    let run = try await Program.run(
      "ask", "hi", "--model", "v/m", in: folder, environment: environment)
    #expect(run.output == "direct")
    #expect(proxy.requests.isEmpty)
  }
}
