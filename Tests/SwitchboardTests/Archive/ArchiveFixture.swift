import Switchboard
import SwitchboardCore
import Testing

/// A conversation with everything that one can hold.
struct ArchiveFixture {
  let store = MemoryStore()
  let id = ConversationID.random()

  /// A picture of one pixel.
  static let picture = Media(
    bytes: Base64.decode(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? [], name: "dot <1>.png")

  /// Messages whose form must survive to the letter.
  static var odd: [Message] {
    var named = picture
    named.mime = "application/x-own"
    named.name = nil
    return [
      Message(role: .system, parts: [.text("Be \"brief\".\u{0}\u{2028}e\u{301} é 🇳🇴")]),
      .user([.text(""), .media(picture), .media(named), .text("two\r\n")]),
      Message(
        role: .assistant,
        parts: [
          Part(
            .reasoning(Reasoning("hm </details><b>")),
            vendorData: ["anthropic": ["signature": "abc", "n": 12_345_678_901_234_567]]),
          Part(
            .toolCall(ToolCall(id: "c1", name: "depth", argumentsText: #"{ "a":1.0, "b":1e2 }"#))),
          Part(.toolCall(ToolCall(id: "c2", name: "plain", argumentsText: #"{"a":1.0}"#))),
          Part(.toolCall(ToolCall(id: "c3", name: "cut", argumentsText: #"{"a":"#))),
        ],
        origin: Origin(
          vendor: "work", kind: "anthropic", model: "m/1", responseModel: "m-2026",
          responseID: "r"),
        incomplete: .truncated),
      .tool([
        ToolResult(callID: "c1", name: "depth", content: [.text("1308"), .media(picture)]),
        ToolResult(callID: "c2", content: [], isError: true),
      ]),
      Message(
        role: .assistant,
        parts: [
          Part(.source(Source(title: "T", url: "https://e.org/?a=1&b=2", citedText: "c"))),
          Part(.opaque, vendorData: ["gemini": ["x": [1, nil, true]]]),
          .media(Media(url: "https://e.org/p.png", mime: "image/png")),
          .text("done"),
        ]),
    ]
  }

  /// Fills the store: a branch `main`, a branch `side/1` that leaves it, two equal siblings, a
  /// summary, a pin, and a message that no branch leads to.
  init() async throws {
    func turn(
      _ messages: [Message], after place: NewTurn.Place, branch: String?, expecting: NodeID? = nil,
      at time: Double
    ) -> NewTurn {
      NewTurn(
        conversation: id, branch: branch, parent: place, expectedHead: expecting,
        messages: messages, name: "fixture.1", title: "A <title> & \"more\"", at: time)
    }
    let main = try await store.append([turn(Self.odd, after: .root, branch: "main", at: 1_000.5)])[
      0
    ]
    .nodes
    let middle = main[2].id
    let first = try await store.append([
      turn([.user("again")], after: .node(middle), branch: "side/1", at: 1_001)
    ])[0].nodes[0].id
    _ = try await store.append([
      turn([.user("again")], after: .node(middle), branch: nil, at: 1_002),
      turn(
        [.assistant("yes")], after: .node(first), branch: "side/1", expecting: first, at: 1_003),
    ])
    var summary = turn([.system("in short")], after: .node(middle), branch: nil, at: 1_004)
    summary.kind = .summary
    _ = try await store.append([summary])
    try await store.setPinned(true, middle, in: id)
    try await store.setBranch(Branch(name: "same", head: main[4].id), of: id)
    try await store.setBranch(Branch(name: "empty", head: nil), of: id)
    try await store.setBranch(Branch(name: "main", head: main[4].id), of: id)
  }

  /// What an export writes, in its pieces.
  func pieces(
    _ form: ConversationExport.Form, branch: String? = nil
  ) async throws -> [String] {
    let export = try await ConversationExport(of: id, in: store, as: form, branch: branch)
    let pieces = Locked<[String]>([])
    try await export.write { piece in pieces.withLock { $0.append(piece) } }
    return pieces.withLock { $0 }
  }

  /// What an export writes.
  func text(_ form: ConversationExport.Form, branch: String? = nil) async throws -> String {
    try await pieces(form, branch: branch).joined()
  }
}
