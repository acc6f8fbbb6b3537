import LoopbackServer
import SwitchboardCore
import Testing

/// Swift hashes with another seed in every process: whatever order comes from a `Dictionary` or a
/// `Set` differs between two runs of the program, and prompt caches miss.
@Suite(.timeLimit(.minutes(10)))
struct SameBytesTests {
  /// How often the program is run, and how many of the runs are on their way at once.
  static let (runs, atOnce) = (20, 4)

  /// A vendor of the configuration, and what it is asked.
  struct Entry: Sendable {
    enum Question: Sendable { case chat, prompt, picture, edit }

    var name: String
    var kind: String
    var model: String
    var question = Question.chat
    var more = ""

    func configuration(_ server: LoopbackServer) -> String {
      let key = kind == "bedrock" ? #"{ aws: "environment" }"# : #"{ env: "TEST_KEY" }"#
      return #"""
        "\#(name)": { kind: "\#(kind)", baseURL: "\#(server.url("/\(name)"))", key: \#(key), \#(more) }
        """#
    }

    var request: JSON {
      let model = "\(name)/\(model)"
      return switch question {
      case .chat: RichRequests.chat(name, kind: kind, model: model)
      case .prompt: RichRequests.prompt(name, kind: kind, model: model)
      case .picture: RichRequests.picture(name, kind: kind, model: model, isEdit: false)
      case .edit: RichRequests.picture(name, kind: kind, model: model, isEdit: true)
      }
    }
  }

  /// Every form that a vendor can be asked in.
  static let entries = [
    Entry(name: "anthropic", kind: "anthropic", model: "claude-sonnet-4-5"),
    Entry(name: "responses", kind: "openai", model: "gpt-5.1"),
    Entry(name: "chat", kind: "openai", model: "gpt-4o", more: #"protocol: "chat""#),
    Entry(name: "openai-picture", kind: "openai", model: "gpt-image-1", question: .picture),
    Entry(name: "openai-edit", kind: "openai", model: "gpt-image-1", question: .edit),
    Entry(name: "gemini", kind: "gemini", model: "gemini-2.5-flash"),
    Entry(
      name: "gemini-edit", kind: "gemini", model: "gemini-2.5-flash-image", question: .edit),
    Entry(
      name: "vertex", kind: "vertex", model: "gemini-2.5-pro",
      more: #"project: "p", location: "europe-west1""#),
    Entry(name: "ollama", kind: "ollama", model: "llama3.2-vision"),
    Entry(
      name: "converse", kind: "bedrock", model: "anthropic.claude-sonnet-4-5-20250929-v1:0",
      more: #"region: "us-east-1""#),
    Entry(
      name: "invoke", kind: "bedrock", model: "anthropic.claude-sonnet-4-5-20250929-v1:0",
      more: #"region: "us-east-1", protocol: "invoke""#),
    Entry(
      name: "bedrock-edit", kind: "bedrock", model: "amazon.titan-image-generator-v2:0",
      question: .edit, more: #"region: "us-east-1""#),
    Entry(name: "mistral", kind: "mistral", model: "mistral-large-latest"),
    Entry(name: "server", kind: "openai-compatible", model: "any"),
    Entry(
      name: "function", kind: "http-function", model: "default", question: .prompt),
  ]

  /// What must be equal: everything but the dates of AWS's signatures and what they make of them.
  struct Sent: Hashable {
    var line: String
    var fields: [String]
    var body: [UInt8]

    init(_ request: LoopbackRequest) {
      line = "\(request.method) \(request.target)"
      let isSigned = request["x-amz-date"] != nil
      fields = request.fields.compactMap { name, value in
        let isVolatile = isSigned && ["x-amz-date", "authorization"].contains(name.lowercased())
        return isVolatile ? nil : "\(name): \(value)"
      }
      body = request.body
    }
  }

  @Test func `20 processes send every vendor the same bytes`() async throws {
    let server = try LoopbackServer(
      .respond(400, ["Content-Type": "application/json"], body: #"{"message":"Seen."}"#))
    let folder = try TestFolder()
    try folder.write(
      "switchboard.json5",
      """
      { vendors: { \(Self.entries.map { $0.configuration(server) }.joined(separator: ",\n")) },
        reliability: { attemptsPerTarget: 1, calls: 1 } }
      """)
    try folder.write("in.jsonl", Self.entries.map(\.request.text).joined(separator: "\n"))

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.runs {
        if number >= Self.atOnce { try await group.next() }
        group.addTask { try await Self.run(in: folder) }
      }
      try await group.waitForAll()
    }

    let requests = server.requests
    #expect(requests.count == Self.runs * Self.entries.count)
    for entry in Self.entries {
      let own = requests.filter { $0.target.hasPrefix("/\(entry.name)/") }
      #expect(own.count == Self.runs, "\(entry.name)")
      #expect(own.first?.text.contains("key19") == true, "\(entry.name) left options out")
      #expect(Set(own.map { Sent($0) }).count == 1, "\(entry.name)")
    }
  }

  /// Asks every vendor once.
  private static func run(in folder: TestFolder) async throws {
    let aws = ["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "sk-of-a-test"]
    let run = try await Program.run(
      "batch", "in.jsonl", "--out", "-", in: folder,
      environment: folder.environment.merging(aws) { $1 })
    for answer in try run.lines {
      #expect(answer["error"]["status"].int == 400, "\(answer.text.prefix(500))")
    }
  }
}
