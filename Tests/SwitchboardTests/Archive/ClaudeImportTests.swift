import Switchboard
import SwitchboardCore
import Testing

struct ClaudeImportTests {
  /// A conversation of the older form, which is a list.
  static let list = #"""
    [{"uuid": "c-1", "name": "Fjords", "created_at": "2026-01-02T03:04:05.500000Z",
      "updated_at": "2026-01-02T03:05:05Z", "account": {"uuid": "u"},
      "chat_messages": [
        {"uuid": "m-1", "text": "What is a fjord?", "content": [], "sender": "human",
         "created_at": "2026-01-02T03:04:06+00:00", "attachments": [], "files": []},
        {"uuid": "m-2", "text": "ignored", "sender": "assistant",
         "created_at": "2026-01-02T04:04:07.250+01:00", "content": [
           {"type": "thinking", "thinking": "A valley."},
           {"type": "text", "text": "A drowned valley.",
            "citations": [{"uuid": "x", "details": {"type": "web", "url": "https://e.org"}}]}]}
      ]},
     {"uuid": "c-2", "name": "", "chat_messages": []}]
    """#

  /// A conversation of the later form, which is a tree.
  private static let tree = #"""
    {"uuid": "c-3", "name": "", "model": "claude-x", "current_leaf_message_uuid": "m-3",
     "chat_messages": [
      {"uuid": "m-1", "text": "q", "sender": "human",
       "parent_message_uuid": "00000000-0000-4000-8000-000000000000"},
      {"uuid": "m-2", "text": "one", "sender": "assistant", "parent_message_uuid": "m-1"},
      {"uuid": "m-3", "text": "two", "sender": "assistant", "parent_message_uuid": "m-1"},
      {"uuid": "m-4", "text": "on", "sender": "human", "parent_message_uuid": "m-2"}]}
    """#

  private static func add(_ text: String) async throws -> (MemoryStore, ImportReport) {
    let store = MemoryStore()
    let found = try ConversationImport(reading: Array(text.utf8), at: 5)
    #expect(found.form == .claude)
    return (store, try await found.add(to: store))
  }

  private static func message(_ fields: String) async throws -> (Message?, ImportReport.Entry) {
    let (store, report) = try await add(
      #"{"uuid":"c","chat_messages":[{"uuid":"m","sender":"human",\#(fields)}]}"#)
    let entry = report.entries[0]
    if entry.outcome == .empty { return (nil, entry) }
    return (try await store.nodes(of: entry.id, after: nil, limit: 9)[0].message, entry)
  }

  @Test func `a list is one branch, in its order`() async throws {
    let (store, report) = try await Self.add(Self.list)
    #expect(report.entries.map(\.outcome) == [.imported, .empty])
    let id = report.entries[0].id
    let nodes = try await store.nodes(of: id, after: nil, limit: 9)
    #expect(nodes.map(\.message.role) == [.user, .assistant])
    #expect(nodes.map(\.message.text) == ["What is a fjord?", "A drowned valley."])
    #expect(nodes.map(\.storedAt) == [1_767_323_046, 1_767_323_047.25])
    #expect(
      nodes[1].message.parts.map(\.content) == [
        .reasoning(Reasoning("A valley.")), .text("A drowned valley."),
        .source(Source(url: "https://e.org")),
      ])
    #expect(try await store.branches(of: id) == [Branch(name: "main", head: nodes[1].id)])
    #expect(try await store.record(of: id)?.title == "Fjords")
  }

  @Test func `a tree has its branches, and the one that was shown is the main one`() async throws {
    let (store, report) = try await Self.add(Self.tree)
    let id = report.entries[0].id
    var texts: [String: [String]] = [:]
    for branch in try await store.branches(of: id) {
      let head = try #require(branch.head)
      texts[branch.name] = try await store.path(to: head, in: id, limit: nil).map(\.message.text)
    }
    #expect(texts == ["main": ["q", "two"], "other-1": ["q", "one", "on"]])
    #expect(try await store.record(of: id)?.title == "q")
    let nodes = try await store.nodes(of: id, after: nil, limit: 9)
    #expect(nodes[1].message.origin == Origin(vendor: "claude", kind: nil, model: "claude-x"))
    #expect(nodes.allSatisfy { $0.storedAt == 5 })
  }

  @Test func `taken in twice it is there once`() async throws {
    let (store, _) = try await Self.add(Self.list)
    let again = try ConversationImport(reading: Array(Self.list.utf8), at: 9)
    #expect(try await again.add(to: store).entries.map(\.outcome) == [.present, .empty])
    #expect(try await store.records(after: nil, limit: 9).count == 1)
  }

  @Test(
    arguments: [
      (
        #""text":"see","attachments":[{"file_name":"a.txt","file_type":"txt","extracted_content":"inside"}],"files":[{"file_name":"a.txt"},{"file_name":"b.png"}]"#,
        "a.txt:\n\ninside[file, b.png: not in the export]see", 2
      ),
      (
        #""text":"","attachments":[{"file_name":"a.pdf","file_type":"application/pdf"}]"#,
        "[file, a.pdf, application/pdf: not in the export]", 1
      ),
      (
        #""content":[{"type":"tool_use","name":"web_search","input":{"q":"fjord"}},{"type":"tool_result","name":"web_search","content":[{"type":"text","text":"Found."},{"type":"image"}]}]"#,
        "[calls web_search]\n```json\n{\"q\":\"fjord\"}\n```[result of web_search]\n```\nFound.\n```[image: not in the export]",
        2
      ),
      (
        #""content":[{"type":"tool_result","name":"t","is_error":true,"content":"no"}]"#,
        "[failure of t]\n```\nno\n```", 1
      ),
      (#""content":[{"type":"voice_note","text":"hm"}]"#, "[voice_note]\nhm", 1),
      (#""content":[{"type":"text","text":"a"},{"type":"token_budget"}]"#, "a", 1),
    ])
  func `what a message holds is carried or named`(
    _ fields: String, _ text: String, _ reasons: Int
  ) async throws {
    let (message, entry) = try await Self.message(fields)
    #expect(message?.text == text)
    #expect(entry.changed == 1 && entry.notes.count == reasons)
  }

  @Test(
    arguments: [
      (
        #"{"sender":"robot","uuid":"m"}"#, "chat_messages[0].sender' must be 'human' or 'assistant'"
      ),
      (#"{"uuid":"m"}"#, "sender' must be a string, not nothing"),
      (
        #"{"sender":"human","uuid":"m","parent_message_uuid":"x"}"#,
        "chat_messages[0]' follows 'x', which is not there"
      ),
      (#"{"sender":"human","uuid":"m"},{"sender":"human","uuid":"m"}"#, "has the same id as"),
      (
        #"{"sender":"human","uuid":"a","parent_message_uuid":"b"},{"sender":"human","uuid":"b","parent_message_uuid":"a"}"#,
        "follows itself in a circle"
      ),
      (#"{"sender":"human","uuid":7}"#, "uuid' must be a string, not 7"),
      (#"5"#, "chat_messages[0]' must be an object, not 5"),
      (#"{"sender":"human","content":5}"#, "content' must be an array, not 5"),
    ])
  func `what is wrong is said with its place`(_ messages: String, _ part: String) async throws {
    let text = #"[{"uuid":"c","chat_messages":[\#(messages)]}]"#
    let error = try await failure {
      _ = try ConversationImport(reading: Array(text.utf8), at: 0)
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "nothing")")
    #expect(error?.message.contains("[0]") == true)
  }

  @Test func `one conversation given twice in a file is refused`() async throws {
    let one = #"{"uuid":"c","chat_messages":[{"uuid":"m","sender":"human","text":"x"}]}"#
    let error = try await failure {
      _ = try ConversationImport(reading: Array("[\(one),\(one)]".utf8), at: 0)
    }
    #expect(error?.message == "Conversation 2 of the file has the id of conversation 1.")
  }

  @Test func `cut at any byte it is refused with a line and a column`() async throws {
    let bytes = Array(Self.list.utf8)
    for end in bytes.indices {
      let error = try await failure {
        _ = try ConversationImport(reading: Array(bytes[..<end]), at: 0)
      }
      #expect(error?.message.contains("is not JSON: line ") == true, "\(end)")
    }
  }
}
