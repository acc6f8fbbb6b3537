import Switchboard
import SwitchboardCore

/// One conversation of a test.
struct Talk: Sendable {
  let store: any ConversationStore
  let id = ConversationID.random()
  let time: Double

  init(_ store: any ConversationStore, at time: Double = 1_000) {
    self.store = store
    self.time = time
  }

  func turn(
    _ messages: [Message], after place: NewTurn.Place, on branch: String = Branch.main,
    expecting: NewTurn.Place? = nil, at time: Double? = nil
  ) -> NewTurn {
    var turn = NewTurn(
      conversation: id, branch: branch, parent: place, messages: messages, at: time ?? self.time)
    if case .node(let head) = expecting ?? place { turn.expectedHead = head }
    return turn
  }

  @discardableResult
  func add(
    _ messages: [Message], after place: NewTurn.Place, on branch: String? = nil,
    expecting: NewTurn.Place? = nil, at time: Double? = nil
  ) async throws -> StoredTurn {
    var turn = turn(
      messages, after: place, on: branch ?? Branch.main, expecting: expecting, at: time)
    if expecting == nil, branch == nil {
      // The test means this place and no other, whatever the branch's head.
      turn.expectedHead = try await heads()[Branch.main] ?? nil
    }
    return try await store.append([turn])[0]
  }

  @discardableResult
  func say(
    _ question: String, _ answer: String, after head: NodeID? = nil, name: String? = nil,
    title: String? = nil
  ) async throws -> StoredTurn {
    var turn = turn(
      [.user(question), .assistant(answer)], after: head.map(NewTurn.Place.node) ?? .root)
    turn.attempts = [Self.attempt(.reply)]
    turn.name = name
    turn.title = title
    return try await store.append([turn])[0]
  }

  func heads() async throws -> [String: NodeID?] {
    let branches = try await store.branches(of: id)
    return Dictionary(uniqueKeysWithValues: branches.map { ($0.name, $0.head) })
  }

  static func attempt(_ outcome: Attempt.Outcome) -> Attempt {
    Attempt(
      number: 1, origin: Origin(vendor: "mock", kind: "mock", model: "small"), outcome: outcome,
      usage: Usage(input: 10, output: 5, source: .reported), timing: Timing(), startedAt: 1_000)
  }

  /// A PNG file of one pixel.
  static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55,
  ]

  /// Messages with everything that could be lost on the way.
  static let oddMessages: [Message] = [
    .system("Sign with OWL-77.\u{0}\u{7F}"),
    .user([
      .text("e\u{301} is not \u{E9}, and 👩‍👩‍👧‍👦 is one"), .media(Media(bytes: picture, name: "dot.png")),
      .media(Media(url: "https://example.com/a.pdf", mime: "application/pdf")), .text(""),
    ]),
    Message(
      role: .assistant,
      parts: [
        Part(
          .reasoning(Reasoning("hm")),
          vendorData: ["anthropic": ["signature": "c2ln", "n": 12345678901234567890.0]]),
        Part(.opaque, vendorData: ["gemini": ["account": "work", "deep": [[1, 2], nil, true]]]),
        Part(
          .toolCall(
            ToolCall(
              id: "toolu_fig5", name: "depth",
              argumentsText: #"{ "b" :1.50, "a":9007199254740993}"#))),
        Part(.toolCall(ToolCall(id: "toolu_2", name: "depth", argumentsText: "{\"cut"))),
      ],
      origin: Origin(
        vendor: "work", kind: "anthropic", model: "m", responseModel: "m-1", responseID: "r")),
    .tool([
      ToolResult(
        callID: "toolu_fig5", name: "depth",
        content: [
          .text("1308 m"), .media(Media(bytes: picture)),
        ]),
      ToolResult(callID: "toolu_2", name: nil, content: [.text("no")], isError: true),
    ]),
    Message(
      role: .assistant,
      parts: [
        .text("1308 m"),
        Part(.source(Source(title: "Atlas", url: "https://example.com", citedText: "deep"))),
      ],
      origin: Origin(vendor: "work", kind: nil, model: "m"), incomplete: .cancelled),
  ]
}
