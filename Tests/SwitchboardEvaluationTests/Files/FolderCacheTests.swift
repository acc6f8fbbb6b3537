import StandIns
import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct FolderCacheTests {
  let folder: TemporaryFolder
  let cache: FolderCache
  init() throws {
    folder = try TemporaryFolder()
    cache = FolderCache(folder: "\(folder.path)/deep/answers")
  }

  private static let reply = ChatReply(
    message: Message(role: .assistant, parts: [.text("a long inlet of the sea")]),
    origin: Origin(vendor: "mock", kind: "mock", model: "small"), finish: FinishReason(.stop))

  private func file(_ key: AnswerKey) -> String {
    "deep/answers/\(key.description.prefix(2))/\(key.description.dropFirst(2)).json"
  }

  @Test func `an answer is there again, for its owner alone`() throws {
    let key = AnswerKey(ChatRequest("What is a fjord?"), repetition: 0)
    #expect(try cache.reply(for: key) == nil)
    try cache.keep(Self.reply, for: key)
    try cache.keep(Self.reply, for: key)
    #expect(try cache.reply(for: key)?.text == Self.reply.text)
    #expect(folder.mode(file(key)) == 0o600)
    #expect(folder.mode("deep") == 0o700)
  }

  @Test func `an answer that was cut at any byte is none, and the next takes its place`() throws {
    let key = AnswerKey(ChatRequest("What is a fjord?"), repetition: 0)
    try cache.keep(Self.reply, for: key)
    let whole = Array(try folder.read(file(key)).utf8)
    for cut in 0..<whole.count {
      try folder.write(file(key), bytes: Array(whole[..<cut]))
      #expect(try cache.reply(for: key) == nil, "cut at \(cut)")
    }
    try cache.keep(Self.reply, for: key)
    #expect(try cache.reply(for: key)?.text == Self.reply.text)
  }

  @Test func `a folder that cannot be made is told`() throws {
    try folder.write("deep", "a file in the way")
    let key = AnswerKey(ChatRequest("?"), repetition: 0)
    #expect(try cache.reply(for: key) == nil)
    let error = #expect(throws: SwitchboardError.self) { try cache.keep(Self.reply, for: key) }
    #expect(error?.kind == .configuration)
    #expect(try folder.read("deep") == "a file in the way")
  }

  @Test func `keys differ by all that decides an answer, and by nothing else`() {
    var request = ChatRequest("What is a fjord?")
    request.model = "mock/small"
    let key = AnswerKey(request, repetition: 0)
    var named = request
    named.id = "a name"
    #expect(AnswerKey(named, repetition: 0) == key)
    var others = [
      AnswerKey(request, repetition: 1), AnswerKey(request, repetition: 0, fingerprint: "another"),
    ]
    let changes: [(inout ChatRequest) -> Void] = [
      { $0.model = "mock/large" }, { $0.system = "Be short." }, { $0.options.temperature = 0 },
      { $0.options.seed = 1 }, { $0.messages.append(.user("and a bay?")) },
      { $0.output = .json(schema: ["type": "object"]) },
    ]
    for change in changes {
      var other = request
      change(&other)
      others.append(AnswerKey(other, repetition: 0))
    }
    #expect(Set(others + [key]).count == others.count + 1)
  }
}
