import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardSQLite

/// What is there when a file is opened again.
struct ReopeningTests {
  @Test func `a conversation with calls of tools goes on as if the program had not ended`()
    async throws
  {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talk = Talk()
    let call = ToolCall(
      id: "toolu_fig5", name: "weather", argumentsText: #"{"place":"Bergen","days":1.50}"#)
    let messages: [Message] = [
      .user("what will the weather be?"),
      Message(
        role: .assistant,
        parts: [
          Part(
            .reasoning(Reasoning("a tool knows")), vendorData: ["anthropic": ["signature": "c2ln"]]),
          Part(.toolCall(call)),
        ], origin: Origin(vendor: "anthropic", kind: "anthropic", model: "m")),
      .tool([ToolResult(callID: "toolu_fig5", name: "weather", content: [.text("rain")])]),
      .assistant("It will rain."),
    ]
    try await talk.say(talk.turn(messages), to: store)
    await store.close()
    let again = try await folder.open()
    #expect(try await talk.messages(in: again) == messages)
    var next = talk
    try await next.say("and tomorrow?", to: again)
    #expect(try await next.messages(in: again).dropLast(2) == messages[...])
    await again.close()
  }

  @Test func `order is that of writing, whatever the clock said`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talks = (0..<11).map { _ in Talk() }
    for place in talks.indices {
      try await talks[place].say(talks[place].turn("of \(place)", at: 5_000), to: store)
    }
    // The clock is set back by an hour, and the ninth conversation is written to.
    try await talks[9].say(talks[9].turn("late", at: 1_400), to: store)
    for number in 0..<12 {
      try await talks[10].say(talks[10].turn("\(number)", at: 5_000), to: store)
    }
    try await talks[10].say(talks[10].turn("back", at: 1_400), to: store)
    try await talks[9].say(talks[9].turn("last", at: 1_300), to: store)
    await store.close()
    let again = try await folder.open()
    let records = try await again.records(after: nil, limit: 3)
    #expect(records.map(\.id) == [talks[9].id, talks[10].id, talks[8].id])
    #expect(
      try await talks[10].messages(in: again).filter { $0.role == .user }.map(\.text)
        == ["of 10"] + (0..<12).map { "\($0)" } + ["back"])
    await again.close()
  }

  @Test func `what could not be read again is not taken in`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    let talk = Talk()
    for (depth, isTaken) in [(200, true), (300, false)] {
      let deep = (0..<depth).reduce(JSON(1)) { inner, _ in .array([inner]) }
      let message = Message(
        role: .user, parts: [Part(.opaque, vendorData: ["mock": ["deep": deep]])])
      do {
        let stored = try await store.append([talk.turn([message])])
        #expect(isTaken)
        let path = try await store.path(to: stored[0].nodes[0].id, in: talk.id, limit: nil)
        #expect(path.map(\.message) == [message])
      } catch let error as SwitchboardError {
        #expect(!isTaken)
        #expect(error.kind == .invalidRequest)
      }
    }
    #expect(try folder.connect().integer("SELECT count(*) FROM node") == 1)
    await store.close()
  }

  @Test func `media are stored once, whoever uses them`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    let media = Media(bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }, mime: "x/y")
    var last = Talk()
    for _ in 0..<10 {
      var talk = Talk()
      try await talk.say(talk.turn([.user([.media(media)]), .assistant("seen")]), to: store)
      last = talk
    }
    #expect(try await last.messages(in: store).first == .user([.media(media)]))
    await store.close()
    #expect(try folder.bytes().count < 500_000)
  }

  @Test func `media whose bytes are gone leave a word in their place`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talk = Talk()
    let media = Media(bytes: [1, 2, 3], mime: "x/y", name: "plot.png")
    try await talk.say(talk.turn([.user([.media(media)]), .assistant("seen")]), to: store)
    try folder.connect().script("DELETE FROM blobUse; DELETE FROM blob;")
    let text = try #require(try await talk.messages(in: store).first?.text)
    #expect(text.contains("plot.png"))
    await store.close()
  }

  @Test func `a store of an older version is brought up once, and a newer one is refused`()
    async throws
  {
    let folder = try StoreFolder()
    var talk = Talk()
    let first = try await folder.open()
    try await talk.say("kept", to: first)
    await first.close()
    var settings = StoreSettings()
    settings.schema = Schema(
      steps: settings.schema.steps + [
        Schema.Step(sql: "ALTER TABLE node ADD COLUMN mood TEXT DEFAULT 'calm'")
      ])
    for _ in 0..<2 {
      let store = try await folder.open(settings)
      #expect(try await talk.messages(in: store).map(\.text) == ["kept", "yes"])
      await store.close()
    }
    #expect(try folder.connect().integer("SELECT count(*) FROM node WHERE mood = 'calm'") == 2)
    let error = await #expect(throws: SwitchboardError.self) { _ = try await folder.open() }
    #expect(
      error?.message.contains("has version 2, and this program knows versions up to 1") == true)
  }

  @Test func `a change of the tables that fails leaves the version before it`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    await store.close()
    var settings = StoreSettings()
    settings.schema = Schema(
      steps: settings.schema.steps + [
        Schema.Step(sql: "CREATE TABLE more (place INTEGER); SELECT no_such_function();")
      ])
    await #expect(throws: SwitchboardError.self) { _ = try await folder.open(settings) }
    #expect(try folder.connect().integer("PRAGMA user_version") == 1)
    #expect(
      try folder.connect().integer("SELECT count(*) FROM sqlite_schema WHERE name = 'more'") == 0)
  }

  @Test func `a store that was closed says so, and what was begun before is done`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    let turns = (0..<20).map { Talk().turn("question \($0)") }
    await withThrowingTaskGroup(of: Void.self) { group in
      for turn in turns { group.addTask { _ = try await store.append([turn]) } }
    }
    await store.close()
    await store.close()
    let error = await #expect(throws: SwitchboardError.self) {
      _ = try await store.append([Talk().turn("late")])
    }
    #expect(error?.kind == .configuration)
    await #expect(throws: SwitchboardError.self) { _ = try await store.value(for: "x") }
    #expect(try folder.connect().integer("SELECT count(*) FROM turn") == 20)
  }

  @Test func `a turn whose task was cancelled is stored all the same`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    let turn = Talk().turn("paid for")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.append([turn])
    }
    #expect(try await task.value.count == 1)
    await store.close()
  }

  @Test(
    arguments: [
      (3_007_000, JournalMode.truncate), (3_040_001, .truncate), (3_044_005, .truncate),
      (3_044_006, .wal), (3_044_009, .wal), (3_045_000, .truncate), (3_050_006, .truncate),
      (3_050_007, .wal), (3_051_000, .truncate), (3_051_002, .truncate), (3_051_003, .wal),
      (3_052_000, .wal), (4_000_000, .wal),
    ] as [(Int32, JournalMode)])
  func `a log is used only by versions of SQLite that can be trusted with it`(
    _ version: Int32, _ expected: JournalMode
  ) {
    #expect(JournalMode(version: version) == expected)
  }

  @Test func `a file with a log is taken over when nobody uses it, and else refused`() async throws
  {
    let folder = try StoreFolder()
    var logged = StoreSettings()
    logged.journal = .wal
    var plain = StoreSettings()
    plain.journal = .truncate
    plain.patience = .milliseconds(20)
    var talk = Talk()
    let first = try await folder.open(logged)
    try await talk.say("kept", to: first)
    let error = await #expect(throws: SwitchboardError.self) { _ = try await folder.open(plain) }
    #expect(error?.kind == .configuration)
    await first.close()
    let second = try await folder.open(plain)
    try await talk.say("more", to: second)
    #expect(try await talk.messages(in: second).count == 4)
    await second.close()
    let third = try await folder.open(logged)
    #expect(try await talk.messages(in: third).count == 4)
    await third.close()
  }
}
