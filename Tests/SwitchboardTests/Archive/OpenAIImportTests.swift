import Switchboard
import SwitchboardCore
import Testing

struct OpenAIImportTests {
  static let messages = #"""
    [{"role": "developer", "content": "Be brief."},
     {"role": "user", "content": [{"type": "text", "text": "Look."},
       {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
       {"type": "image_url", "image_url": {"url": "https://e.org/p.png"}},
       {"type": "file", "file": {"file_id": "file-1", "filename": "a.pdf"}}]},
     {"role": "assistant", "content": null, "reasoning_content": "Hm.", "tool_calls": [
       {"id": "c1", "type": "function", "function": {"name": "depth", "arguments": "{ \"a\":1.0}"}},
       {"id": "c2", "type": "function", "function": {"name": "depth", "arguments": "{}"}}]},
     {"role": "tool", "tool_call_id": "c1", "content": "1308"},
     {"role": "tool", "tool_call_id": "c2", "content": [{"type": "text", "text": "7"}]},
     {"role": "assistant", "content": "Deep.", "refusal": null}]
    """#

  private static func add(
    _ text: String, as form: ConversationImport.Form? = nil
  ) async throws -> (MemoryStore, ImportReport) {
    let store = MemoryStore()
    let found = try ConversationImport(reading: Array(text.utf8), as: form, at: 5)
    #expect(found.form == .openai)
    return (store, try await found.add(to: store))
  }

  @Test func `messages are taken in with their calls, results and pictures`() async throws {
    let (store, report) = try await Self.add(Self.messages)
    let entry = report.entries[0]
    let nodes = try await store.nodes(of: entry.id, after: nil, limit: 9)
    #expect(
      nodes.map(\.message.role) == [.system, .user, .assistant, .tool, .tool, .assistant])
    #expect(entry.kept == 5 && entry.changed == 1 && entry.leftOut == 0)
    let user = nodes[1].message.parts
    #expect(user[1] == .media(Media(bytes: Base64.decode("iVBORw0KGgo=") ?? [], mime: "image/png")))
    #expect(user[2] == .media(Media(url: "https://e.org/p.png", mime: "image/*")))
    #expect(user[3] == .text("[file, a.pdf, file-1: not in the export]"))
    #expect(
      nodes[2].message.parts == [
        Part(.reasoning(Reasoning("Hm."))),
        Part(.toolCall(ToolCall(id: "c1", name: "depth", argumentsText: #"{ "a":1.0}"#))),
        Part(.toolCall(ToolCall(id: "c2", name: "depth", argumentsText: "{}"))),
      ])
    #expect(
      nodes[3].message
        == .tool([ToolResult(callID: "c1", name: "depth", content: [.text("1308")])]))
    #expect(try await store.branches(of: entry.id) == [Branch(name: "main", head: nodes[5].id)])
    #expect(nodes.allSatisfy { $0.storedAt == 5 })
    #expect(try await store.stories(of: entry.id, after: nil, limit: 9).count == 1)
  }

  @Test(
    arguments: [
      (#"{"messages":[{"role":"user","content":"a"}]}"#, ["a"]),
      (
        #"[{"messages":[{"role":"user","content":"a"}]},{"messages":[{"role":"user","content":"b"}]}]"#,
        ["a", "b"]
      ),
      (
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n\n{\"messages\":[{\"role\":\"user\",\"content\":\"b\"}],\"tools\":[]}\r\n",
        ["a", "b"]
      ),
      (
        "{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"assistant\",\"content\":\"b\"}\n",
        ["ab"]
      ),
      (#"{"role":"user","content":"a"}"#, ["a"]),
    ])
  func `one conversation or many, in an array, an object or lines`(
    _ text: String, _ expected: [String]
  ) async throws {
    let (store, report) = try await Self.add(text)
    var texts: [String] = []
    for entry in report.entries {
      let nodes = try await store.nodes(of: entry.id, after: nil, limit: 9)
      texts.append(nodes.map(\.message.text).joined())
    }
    #expect(texts == expected)
  }

  @Test func `taken in twice it is there once`() async throws {
    let (store, first) = try await Self.add(Self.messages)
    let again = try ConversationImport(reading: Array(Self.messages.utf8), at: 9)
    let second = try await again.add(to: store)
    #expect(second.entries.map(\.outcome) == [.present])
    #expect(second.entries[0].id == first.entries[0].id)
  }

  @Test func `functions of the older form, and results without their calls`() async throws {
    let (store, report) = try await Self.add(
      #"""
      [{"role":"user","content":"q"},
       {"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},
       {"role":"function","name":"f","content":"1"},
       {"role":"tool","tool_call_id":"gone","content":"2"},
       {"role":"function","name":"g","content":"3"}]
      """#)
    let nodes = try await store.nodes(of: report.entries[0].id, after: nil, limit: 9)
    let call = try #require(nodes[1].message.toolCalls.first)
    #expect(
      nodes[2].message == .tool([ToolResult(callID: call.id, name: "f", content: [.text("1")])]))
    #expect(nodes[3].message == .assistant("[result of a tool]\n```\n2\n```"))
    #expect(nodes[4].message.text.contains("3"))
    #expect(report.entries[0].changed == 2)
  }

  @Test(
    arguments: [
      (#"[{"role":"robot","content":"x"}]"#, "[0].role' must be 'system', 'developer'"),
      (#"[{"role":"user","content":5}]"#, "[0].content' must be an array, not 5"),
      (#"[{"role":"user","content":"x"},{"text":"y"}]"#, "[1].role' must be a string, not nothing"),
      (#"[{"role":"user"},7]"#, "[1]' must be an object, not 7"),
      (
        #"[{"role":"assistant","tool_calls":[{"id":"c","function":{}}]}]"#,
        "[0].tool_calls[0].function.name' must be a string"
      ),
      (
        #"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,!"}}]}]"#,
        "image_url' must be an address or base64 data"
      ),
      ("{\"messages\":[]}\n{\"role\":\"user\"}", "line 2.messages' must be an array of messages"),
      ("{\"messages\":[]}\n{\"messages\":[{}]", "is not JSON: line 2, column"),
      (#"{"messages":5}"#, "messages' must be an array, not 5"),
    ])
  func `what is wrong is said with its place`(_ text: String, _ part: String) async throws {
    let error = try await failure {
      _ = try ConversationImport(reading: Array(text.utf8), at: 0)
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "nothing")")
  }

  @Test func `cut at any byte it is refused, or is whole up to a line`() async throws {
    let array = Array(Self.messages.utf8)
    for end in array.indices {
      let error = try await failure {
        _ = try ConversationImport(reading: Array(array[..<end]), at: 0)
      }
      #expect(error?.message.contains("is not JSON: line ") == true, "\(end)")
    }
    let line = #"{"messages":[{"role":"user","content":"é"}]}"# + "\n"
    let lines = Array((line + line.replacing("é", with: "b")).utf8)
    for end in lines.indices {
      let isWhole = end >= line.utf8.count - 1 && end <= line.utf8.count || end == lines.count - 1
      let error = try await failure {
        _ = try ConversationImport(reading: Array(lines[..<end]), at: 0)
      }
      #expect((error == nil) == isWhole, "\(end)")
    }
  }
}
