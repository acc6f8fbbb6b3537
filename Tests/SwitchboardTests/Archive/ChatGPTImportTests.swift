import Switchboard
import SwitchboardCore
import Testing

struct ChatGPTImportTests {
  /// A conversation with a question that was asked anew and an answer that was made anew.
  static let tree = #"""
    [{"title": "Fjords", "create_time": 1700000000.25, "update_time": 1700000100,
      "conversation_id": "11111111-aaaa", "current_node": "a2",
      "mapping": {
        "root": {"id": "root", "message": null, "parent": null, "children": ["sys"]},
        "sys": {"id": "sys", "parent": "root", "children": ["q1", "q1b"], "message":
          {"author": {"role": "system"}, "create_time": null,
           "content": {"content_type": "text", "parts": [""]},
           "metadata": {"is_visually_hidden_from_conversation": true}}},
        "a2": {"id": "a2", "parent": "q1", "children": [], "message":
          {"author": {"role": "assistant"}, "create_time": 1700000003,
           "content": {"content_type": "text", "parts": ["Second."]},
           "recipient": "all", "metadata": {"model_slug": "gpt-5"}}},
        "a1": {"id": "a1", "parent": "q1", "children": [], "message":
          {"author": {"role": "assistant"}, "create_time": 1700000002,
           "content": {"content_type": "text", "parts": ["First."]}, "metadata": {}}},
        "q1": {"id": "q1", "parent": "sys", "children": ["a1", "a2"], "message":
          {"author": {"role": "user"}, "create_time": 1700000001,
           "content": {"content_type": "text", "parts": ["What is a ", "fjord?"]}}},
        "q1b": {"id": "q1b", "parent": "sys", "children": [], "message":
          {"author": {"role": "user"}, "create_time": 1700000004,
           "content": {"content_type": "text", "parts": ["What is a fell?"]}}}
      }}]
    """#

  private static func add(_ text: String) async throws -> (MemoryStore, ImportReport) {
    let store = MemoryStore()
    let found = try ConversationImport(reading: Array(text.utf8), at: 5)
    #expect(found.form == .chatgpt)
    return (store, try await found.add(to: store))
  }

  /// A conversation of one message.
  private static func one(_ message: String) -> String {
    #"""
    {"mapping": {"r": {"message": null, "parent": null, "children": ["m"]},
     "m": {"parent": "r", "children": [], "message": \#(message)}}}
    """#
  }

  /// The message of such a conversation; `nil` when it is left out.
  private static func message(_ message: String) async throws -> (Message?, ImportReport.Entry) {
    let (store, report) = try await add(one(message))
    let entry = report.entries[0]
    if entry.outcome == .empty { return (nil, entry) }
    return (try await store.nodes(of: entry.id, after: nil, limit: 9)[0].message, entry)
  }

  @Test func `a tree is taken in with its branches, times and models`() async throws {
    let (store, report) = try await Self.add(Self.tree)
    let entry = report.entries[0]
    #expect(entry.outcome == .imported && entry.title == "Fjords")
    #expect(entry.kept == 4 && entry.changed == 0 && entry.leftOut == 1 && entry.notes.isEmpty)
    let branches = try await store.branches(of: entry.id)
    #expect(branches.map(\.name) == ["main", "other-1", "other-2"])
    var texts: [[String]] = []
    for branch in branches {
      let head = try #require(branch.head)
      texts.append(
        try await store.path(to: head, in: entry.id, limit: nil).map(\.message.text))
    }
    #expect(
      texts == [
        ["What is a fjord?", "Second."], ["What is a fjord?", "First."], ["What is a fell?"],
      ])
    let nodes = try await store.nodes(of: entry.id, after: nil, limit: 9)
    #expect(nodes.map(\.storedAt) == [1_700_000_001, 1_700_000_002, 1_700_000_003, 1_700_000_004])
    #expect(nodes[2].message.origin == Origin(vendor: "chatgpt", kind: nil, model: "gpt-5"))
    #expect(nodes[1].message.origin == nil)
    let record = try #require(try await store.record(of: entry.id))
    #expect(record.branch == "main" && record.title == "Fjords" && record.messageCount == 4)
  }

  @Test func `taken in twice it is there once`() async throws {
    let (store, first) = try await Self.add(Self.tree)
    let again = try ConversationImport(reading: Array(Self.tree.utf8), at: 9)
    let second = try await again.add(to: store)
    #expect(second.entries.map(\.outcome) == [.present])
    #expect(second.entries.map(\.id) == first.entries.map(\.id))
    #expect(try await store.nodes(of: first.entries[0].id, after: nil, limit: 9).count == 4)
  }

  /// A content, and the texts of what becomes of it with the reasons.
  @Test(
    arguments: [
      (
        #"{"content_type":"multimodal_text","parts":[{"content_type":"image_asset_pointer","asset_pointer":"file-service://file-X1","width":64,"height":32},"Look."]}"#,
        ["[picture, file-service://file-X1, 64×32: not in the export]", "Look."],
        "files that the export does not hold"
      ),
      (
        #"{"content_type":"multimodal_text","parts":[{"content_type":"audio_transcription","text":"Hello."},{"content_type":"real_time_user_audio_video_asset_pointer","audio_asset_pointer":{"asset_pointer":"sediment://f2"}}]}"#,
        ["Hello.", "[sound, sediment://f2: not in the export]"],
        "files that the export does not hold"
      ),
      (
        #"{"content_type":"code","language":"unknown","text":"let a = 1"}"#,
        ["```\nlet a = 1\n```"], nil
      ),
      (
        #"{"content_type":"tether_quote","url":"https://e.org","title":"T","text":"quoted"}"#, [],
        nil
      ),
      (
        #"{"content_type":"user_editable_context","user_profile":"I fish.","user_instructions":"Be brief."}"#,
        ["I fish.\n\nBe brief."], "instructions of the person"
      ),
      (
        #"{"content_type":"hologram","text":"glow"}"#, ["[hologram]\nglow"],
        "content of a kind that is not known"
      ),
      (#"{"parts":["x"]}"#, ["[content without a type]"], "content of a kind"),
      (
        #"{"content_type":"multimodal_text","parts":[null,"",{"content_type":"smell"}]}"#,
        ["[smell]"], "content of a kind"
      ),
    ] as [(String, [String], String?)])
  func `what a message holds is carried or named`(
    _ content: String, _ texts: [String], _ reason: String?
  ) async throws {
    let (message, entry) = try await Self.message(
      #"{"author":{"role":"user"},"content":\#(content)}"#)
    let parts = try #require(message).parts
    #expect(
      parts.compactMap { if case .text(let text) = $0.content { text } else { nil } } == texts)
    #expect(entry.kept == (reason == nil ? 1 : 0) && entry.changed == (reason == nil ? 0 : 1))
    #expect(entry.notes.count == (reason == nil ? 0 : 1))
    #expect(entry.notes.first?.what.hasPrefix(reason ?? "") ?? true)
  }

  @Test func `thinking is thinking, and sources are sources`() async throws {
    let (thought, _) = try await Self.message(
      #"""
      {"author":{"role":"assistant"},"content":{"content_type":"thoughts","thoughts":
        [{"summary":"Plan","content":"Go north."},{"content":"Then west."},{}]}}
      """#)
    #expect(
      thought?.parts == [
        Part(.reasoning(Reasoning("Plan\n\nGo north."))), Part(.reasoning(Reasoning("Then west."))),
      ])
    let (quote, _) = try await Self.message(
      #"""
      {"author":{"role":"tool","name":"browser"},"content":{"content_type":"tether_quote",
        "url":"https://e.org","title":"T","text":"quoted"}}
      """#)
    #expect(quote?.role == .assistant)
    #expect(
      quote?.parts
        == [Part(.source(Source(title: "T", url: "https://e.org", citedText: "quoted")))])
  }

  @Test func `what goes to tools and comes from them stands as text`() async throws {
    let (call, entry) = try await Self.message(
      #"""
      {"author":{"role":"assistant"},"recipient":"python",
       "content":{"content_type":"code","language":"python","text":"print(1)"}}
      """#)
    #expect(call?.text == "[calls python]\n```python\nprint(1)\n```")
    #expect(entry.changed == 1)
    let (result, _) = try await Self.message(
      #"""
      {"author":{"role":"tool","name":"python"},
       "content":{"content_type":"execution_output","text":"1 ```"}}
      """#)
    #expect(result?.text == "[result of python]\n````\n1 ```\n````")
    #expect(result?.role == .assistant)
  }

  @Test func `a file that was shown is named, a picture once`() async throws {
    let (message, _) = try await Self.message(
      #"""
      {"author":{"role":"user"},
       "content":{"content_type":"multimodal_text","parts":
         [{"content_type":"image_asset_pointer","asset_pointer":"file-service://file-X1"}]},
       "metadata":{"attachments":[{"id":"file-X1","name":"a.png"},
         {"id":"file-X2","name":"b.pdf","mime_type":"application/pdf"}]}}
      """#)
    #expect(
      message?.text
        == "[picture, file-service://file-X1: not in the export]"
        + "[file, b.pdf, application/pdf: not in the export]")
  }

  @Test(arguments: [
    #"{"author":{"role":"assistant"},"content":{"content_type":"reasoning_recap","content":"9 s"}}"#,
    #"{"author":{"role":"system"},"content":{"content_type":"text","parts":[]}}"#,
    #"{"author":{"role":"tool"},"content":{"content_type":"tether_browsing_display","result":""}}"#,
    #"{"author":{"role":"user"},"content":null}"#,
    #"{"author":{"role":"user"},"content":{"content_type":"model_editable_context"}}"#,
  ])
  func `a message that says nothing is left out and counted`(_ text: String) async throws {
    let (message, entry) = try await Self.message(text)
    #expect(message == nil && entry.outcome == .empty && entry.leftOut == 1)
  }

  /// A mapping, and a part of the sentence about it.
  @Test(
    arguments: [
      (#"{"a": {"parent": "b"}, "b": {"parent": "a"}}"#, "mapping.a' follows itself in a circle"),
      (#"{"a": {"parent": "a"}}"#, "mapping.a' follows itself in a circle"),
      (#"{"a": {"parent": "x"}}"#, "mapping.a' follows 'x', which is not there"),
      (#"{"a": {"children": ["x"]}}"#, "mapping.a.children[0]' must be the id of a node, not 'x'"),
      (
        #"{"a": {"children": ["b"]}, "b": {}}"#,
        "mapping.a.children[0]' must be the id of a node whose parent is this one"
      ),
      (#"{"a": {"id": "b"}}"#, "mapping.a.id' must be the id under which the node stands"),
      (#"{"a": 5}"#, "mapping.a' must be an object, not 5"),
      (#"{"a": {}, "a": {}}"#, "the key \"a\" was already given"),
      (#"[]"#, "mapping' must be an object, not an array"),
      (#"{"a": {"message": {"author": {"role": "critic"}}}}"#, "author.role' must be 'user'"),
      (#"{"a": {"message": {}}}"#, "mapping.a.message.author' must be an object, not nothing"),
      (#"{"a": {"message": "x"}}"#, "mapping.a.message' must be an object"),
      (
        #"{"a": {"message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": 5}}}}"#,
        "content.parts' must be an array, not 5"
      ),
    ])
  func `what is wrong is said with its place`(_ mapping: String, _ part: String) async throws {
    let text = #"[{"mapping": {}}, {"mapping": \#(mapping)}]"#
    let error = try await failure {
      _ = try ConversationImport(reading: Array(text.utf8), at: 0)
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "nothing")")
    #expect(error?.message.contains("line 1") == true || error?.message.contains("[1]") == true)
    #expect(error?.message.contains("\n") == false)
  }

  @Test func `a current node that is not there is said, and one that says nothing stands back`()
    async throws
  {
    let error = try await failure {
      _ = try await Self.add(
        Self.tree.replacing(#""current_node": "a2""#, with: #""current_node": "a9""#))
    }
    #expect(error?.message.contains("[0].current_node' must be the id of a node, not 'a9'") == true)
    let text = #"""
      {"current_node": "e", "mapping": {
        "q": {"children": ["e", "a"], "message":
          {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["q"]}}},
        "e": {"parent": "q", "message": null},
        "a": {"parent": "q", "message":
          {"author": {"role": "assistant"}, "content": {"content_type": "text", "parts": ["a"]}}}}}
      """#
    let (store, report) = try await Self.add(text)
    let branches = try await store.branches(of: report.entries[0].id)
    #expect(branches.map(\.name) == ["main", "other-1"])
    let main = try #require(branches[0].head)
    #expect(
      try await store.path(to: main, in: report.entries[0].id, limit: nil).map(\.message.text)
        == ["q"])
  }

  @Test(arguments: [false, true])
  func `a hundred thousand nodes in one line are no matter`(_ isBackwards: Bool) async throws {
    let count = 100_000
    var nodes = (0..<count).map { number in
      let parent = number == 0 ? "null" : "\"\(number - 1)\""
      let content = "{\"content_type\":\"text\",\"parts\":[\"\(number)\"]}"
      let message = "{\"author\":{\"role\":\"user\"},\"content\":\(content)}"
      return
        "\"\(number)\":{\"parent\":\(parent),\"message\":\(number % 100 == 99 ? message : "null")}"
    }
    if isBackwards { nodes.reverse() }
    let text = "{\"mapping\":{\(nodes.joined(separator: ","))}}"
    let (store, report) = try await Self.add(text)
    let id = report.entries[0].id
    let head = try #require(try await store.branches(of: id)[0].head)
    let path = try await store.path(to: head, in: id, limit: nil)
    #expect(path.map(\.message.text) == (1...1_000).map { "\($0 * 100 - 1)" })
    let circle = text.replacing("\"parent\":null", with: "\"parent\":\"\(count - 1)\"")
    #expect(throws: SwitchboardError.self) {
      try ConversationImport(reading: Array(circle.utf8), at: 0)
    }
  }

  @Test func `numbers that nobody can hold, and times that no clock shows, do no harm`()
    async throws
  {
    let text = Self.tree
      .replacing("1700000002", with: "1e999").replacing("1700000003", with: "-1e300")
      .replacing("1700000004", with: String(repeating: "9", count: 60))
    let (store, report) = try await Self.add(text)
    let nodes = try await store.nodes(of: report.entries[0].id, after: nil, limit: 9)
    #expect(
      nodes.map(\.storedAt) == [1_700_000_001, 1_700_000_001, 1_700_000_001, 1_700_000_000.25])
  }

  @Test func `cut at any byte it is refused with a line and a column`() async throws {
    let bytes = Array(Self.tree.utf8)
    for end in bytes.indices {
      let error = try await failure {
        _ = try ConversationImport(reading: Array(bytes[..<end]), at: 0)
      }
      #expect(error?.kind == .invalidRequest, "\(end)")
      #expect(error?.message.contains("is not JSON: line ") == true, "\(end)")
    }
  }
}
