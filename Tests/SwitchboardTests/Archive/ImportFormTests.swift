import Switchboard
import SwitchboardCore
import Testing

struct ImportFormTests {
  /// A file that is nobody's, and a part of the sentence about it.
  @Test(
    arguments: [
      ("", "is not JSON: line 1, column 1"), ("[]", "There is no conversation in the file."),
      ("{}", "holds an empty object"), ("[[]]", "holds an array in an array"),
      ("5", "holds a number"), ("\"x\"", "holds a string"), ("null", "holds null"),
      (#"{"history":[],"version":3,"x":1}"#, "holds an object with 'history', 'version', 'x'"),
      ("PK\u{3}\u{4}zip", "is a ZIP archive; unpack it"), ("<html>", "is not JSON: line 1"),
      ("{\n  \"a\": 1,\n  b\n}", "is not JSON: line 3, column 3"),
      (#"[{"mapping":{}},{"chat_messages":[]}]"#, "[1].mapping' must be an object, not nothing"),
    ])
  func `another tool's file is refused in a sentence`(_ text: String, _ part: String) async throws {
    let error = try await failure {
      _ = try ConversationImport(reading: Array(text.utf8), at: 0)
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "nothing")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test func `a file of another form than was said is refused`() async throws {
    let error = try await failure {
      _ = try ConversationImport(
        reading: Array(#"{"chat_messages":[]}"#.utf8), as: .chatgpt, at: 0)
    }
    #expect(error?.message == "It is no file of 'chatgpt': it looks like one of 'claude'.")
  }

  @Test func `the newest conversation of a file is the last that was written`() async throws {
    func conversation(_ id: String, _ time: String) -> String {
      #"""
      {"uuid":"\#(id)","name":"\#(id)","chat_messages":
        [{"sender":"human","text":"x","created_at":"2026-01-\#(time)T00:00:00Z"}]}
      """#
    }
    let text = "[\(conversation("b", "03")),\(conversation("c", "01")),\(conversation("a", "02"))]"
    let store = MemoryStore()
    let report = try await ConversationImport(reading: Array(text.utf8), at: 5).add(to: store)
    #expect(report.entries.map(\.title) == ["b", "c", "a"])
    #expect(try await store.records(after: nil, limit: 9).map(\.title) == ["b", "a", "c"])
  }

  @Test(arguments: [
    String(repeating: "[", count: 100_000),
    #"{"mapping":{"a":"# + String(repeating: #"{"a":"#, count: 5_000),
    "[" + String(repeating: "1,", count: 1_000_000),
    #"{"messages":[{"role":"user","content":"# + String(repeating: "[", count: 300) + "]",
    #"[{"mapping":{"\#(String(repeating: "k", count: 1_000_000))":{"parent":"x"}}}]"#,
  ])
  func `nothing that a file holds brings the reader down`(_ text: String) async throws {
    let error = try await failure {
      _ = try ConversationImport(reading: Array(text.utf8), at: 0)
    }
    #expect(error?.kind == .invalidRequest)
    #expect((error?.message.count ?? 0) < 500)
  }

  @Test(
    arguments: [
      ("2026-11-30T09:05:07Z", 1_796_029_507), ("2026-11-30t09:05:07.25z", 1_796_029_507.25),
      ("2026-11-30 09:05:07", 1_796_029_507), ("2026-11-30T10:05:07+01:00", 1_796_029_507),
      ("2026-11-30T08:35:07-00:30", 1_796_029_507), ("2026-02-30T09:05:07Z", nil),
      ("2026-11-30T24:05:07Z", nil), ("2026-11-30T09:05:07.Z", nil), ("2026-11-30", nil),
      ("2026-11-30T09:05:07+1:00", nil), ("2026-11-30T09:05:07Zulu", nil), ("", nil),
      ("tomorrow, perhaps not", nil), ("2026-11-30T09:05:0é7", nil),
    ] as [(String, Double?)])
  func `a time stamp is read, or is none`(_ text: String, _ seconds: Double?) async throws {
    let file = #"""
      {"uuid":"c","chat_messages":[{"sender":"human","text":"x","created_at":"\#(text)"}]}
      """#
    let store = MemoryStore()
    let report = try await ConversationImport(reading: Array(file.utf8), at: 5).add(to: store)
    let nodes = try await store.nodes(of: report.entries[0].id, after: nil, limit: 1)
    #expect(nodes[0].storedAt == seconds ?? 5)
  }
}
