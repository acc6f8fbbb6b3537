import Switchboard
import SwitchboardCore
import Testing

struct ConversationImagesTests {
  private static let one = ScriptedPainter.picture("one.png")
  private static let two = ScriptedPainter.picture("two.png")
  private static let broken = SwitchboardError(.invalidRequest, "no")

  private static func shown(_ conversation: Conversation) async throws -> [[Part]] {
    try await conversation.messages().map(\.message.parts)
  }

  private static func outcomes(_ conversation: Conversation) async throws -> [[String?]] {
    try await conversation.store.stories(of: conversation.id, after: nil, limit: 9).map {
      $0.attempts.map { $0["outcome"].string }
    }
  }

  @Test func `a question and its picture are stored together, with the story of the calls`()
    async throws
  {
    let painter = ScriptedPainter(answers: [.pictures([Self.one])])
    let conversation = Conversation(router: try router([painter]))
    let turn = try await conversation.images(
      for: .user("a boat"), as: ImageRequest(prompt: "not this", count: 2))
    #expect(painter.requests.map(\.prompt) == ["a boat"])
    #expect(painter.requests.map(\.task) == [.generate])
    #expect(painter.requests.map(\.count) == [2])
    #expect(turn.stored?.nodes.map(\.message.role) == [.user, .assistant])
    #expect(turn.answer.reply.cost?.usd == USD("0.04"))
    #expect(try await Self.shown(conversation) == [[.text("a boat")], [Self.one]])
    #expect(try await conversation.messages().last?.message.origin?.model == "paint")
    let record = try await conversation.store.record(of: conversation.id)
    #expect(record?.title == "a boat")
    let stories = try await conversation.store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(stories.map { $0.attempts.map { $0["outcome"].string } } == [["reply"]])
    #expect(stories[0].decision?["route"].string == "image")
  }

  @Test(arguments: [("brighter", ImageRequest.Task.edit), ("", .variation)])
  func `pictures of the question are what is started from`(
    _ words: String, _ task: ImageRequest.Task
  ) async throws {
    let painter = ScriptedPainter(answers: [.pictures([Self.two])])
    let conversation = Conversation(router: try router([painter]))
    _ = try await conversation.images(for: .user([Self.one, .text(words)]))
    #expect(painter.requests.map(\.task) == [task])
    #expect(painter.requests.map(\.inputs) == [[Self.one]])
  }

  @Test func `what is no picture is refused before anybody is asked`() async throws {
    let painter = ScriptedPainter(answers: [.pictures([Self.two])])
    let conversation = Conversation(router: try router([painter]))
    let pdf = Part.media(Media(bytes: Array("%PDF-1.7".utf8)))
    let error = try await failure {
      _ = try await conversation.images(for: .user([pdf, .text("paint it")]))
    }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains("application/pdf") == true)
    #expect(painter.requests.isEmpty)
  }

  @Test func `a failed picture leaves its story and makes room`() async throws {
    let painter = ScriptedPainter(answers: [
      .pictures([Self.two]), .fail(Self.broken), .pictures([Self.one]),
    ])
    let conversation = Conversation(
      router: try router([painter]), options: Conversation.Options(whenBusy: .refuse))
    _ = try await conversation.images(for: .user("a lake"))
    let error = try await failure { _ = try await conversation.images(for: .user("a boat")) }
    #expect(error?.message == "no")
    #expect(try await Self.shown(conversation).count == 2)
    #expect(try await Self.outcomes(conversation) == [["reply"], ["failed"]])
    _ = try await conversation.images(for: .user("a boat"))
    #expect(
      try await Self.shown(conversation).suffix(2) == [[.text("a boat")], [Self.one]])
  }

  /// A call that is cancelled while the vendor paints, or while a second call is waited for.
  @Test(
    arguments: [
      ([.stall(Gate())], [["reply"], ["cancelled"]]),
      (
        [.fail(SwitchboardError(.server, "busy")), .stall(Gate())],
        [["reply"], ["failed", "cancelled"]]
      ),
    ] as [([ScriptedPainter.Answer], [[String]])])
  func `a picture that was stopped leaves its story and makes room`(
    _ answers: [ScriptedPainter.Answer], _ outcomes: [[String]]
  ) async throws {
    let painter = ScriptedPainter(
      answers: [.pictures([Self.two])] + answers + [.pictures([Self.one])])
    let clock = ManualClock()
    let conversation = Conversation(
      router: try router([painter], clock: clock),
      options: Conversation.Options(whenBusy: .refuse))
    _ = try await conversation.images(for: .user("a lake"))
    let task = Task { try await conversation.images(for: .user("a boat")) }
    if answers.count > 1 {
      clock.advance(to: await clock.shortestSleeper(below: .seconds(60)))
    }
    if case .stall(let begun)? = answers.last { await begun.wait() }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try await Self.shown(conversation).count == 2)
    #expect(try await Self.outcomes(conversation) == outcomes)
    _ = try await conversation.images(for: .user("a boat"))
    #expect(try await Self.shown(conversation).count == 4)
  }

  @Test func `other pictures are siblings of the first`() async throws {
    let painter = ScriptedPainter(answers: [.pictures([Self.one]), .pictures([Self.two])])
    let conversation = Conversation(router: try router([painter]))
    let nothing = try await failure { _ = try await conversation.regenerateImages() }
    #expect(nothing?.kind == .invalidRequest)
    _ = try await conversation.images(for: .user("a boat"))
    _ = try await conversation.regenerateImages()
    #expect(try await Self.shown(conversation) == [[.text("a boat")], [Self.two]])
    let last = try #require(try await conversation.messages().last)
    #expect(
      try await conversation.siblings(of: last).map(\.message.parts) == [[Self.one], [Self.two]])
    #expect(painter.requests.map(\.prompt) == ["a boat", "a boat"])
  }

  @Test func `pictures that cannot be stored are handed out, and stored with the next turn`()
    async throws
  {
    let store = FailingStore()
    let painter = ScriptedPainter(answers: [.pictures([Self.one])])
    let conversation = Conversation(router: try router([painter]), store: store)
    store.failures.withLock { $0 = 1 }
    let turn = try await conversation.images(for: .user("a boat"))
    #expect(turn.answer.reply.images == [Self.one])
    #expect((turn.unsaved as? SwitchboardError)?.message == "The disk is full.")
    #expect(turn.stored == nil)
    try await conversation.settle()
    #expect(try await Self.shown(conversation) == [[.text("a boat")], [Self.one]])
  }

  @Test func `words and pictures take turns in one conversation`() async throws {
    let vendor = ScriptedVendor(models: [ModelDescriptor("m", can: [.imageInput])])
    let painter = ScriptedPainter(answers: [.pictures([Self.one])])
    let conversation = Conversation(router: try router([vendor, painter]))
    _ = try await conversation.images(for: .user("a boat"))
    _ = try await conversation.send(.user("What is it?")).reply()
    #expect(
      vendor.requests.map { $0.messages.map(\.parts) } == [
        [[.text("a boat")], [Self.one], [.text("What is it?")]]
      ])
  }
}
