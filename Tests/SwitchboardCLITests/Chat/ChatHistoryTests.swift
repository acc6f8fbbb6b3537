import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct ChatHistoryTests {
  @Test func `a turn can be taken back`() {
    var history = ChatHistory()
    history.add(.user("one"), .assistant("1"))
    history.add(.user("two"), .assistant("2"))
    let second = history.undo()
    #expect(second?.text == "two")
    #expect(history.messages.map(\.text) == ["one", "1"])
    let first = history.undo()
    #expect(first?.text == "one")
    let none = history.undo()
    #expect(none == nil)
  }

  @Test func `branches part and do not touch one another`() {
    var history = ChatHistory()
    history.add(.user("one"), .assistant("1"))
    history.fork()
    history.add(.user("two"), .assistant("2"))
    let lengths = [1, 2, 3, 0].map { history.go(to: $0) ? history.messages.count : nil }
    #expect(lengths == [2, 4, nil, nil])
  }

  @Test func `a bill says what it does not know`() throws {
    var bill = Bill()
    #expect(bill.sentence == "nothing was asked yet.")
    bill.add(Usage(input: 1_000, output: 20), Cost(usd: try #require(USD("0.25")), quality: .exact))
    #expect(bill.sentence == "1 call, 1,000 tokens in, 20 out, $0.25.")
    bill.add(nil, .unknown)
    #expect(bill.sentence == "2 calls, 1,000 tokens in, 20 out, $0.25 and 1 of unknown price.")
  }

  @Test(
    arguments: [
      ("hello", .ask("hello")), ("  ", .nothing), ("/model a/b", .model("a/b")),
      ("/model", .model("")),
      ("/image  a b.png ", .image("a b.png")), ("/undo", .undo), ("/branch", .branch(nil)),
      ("/branch 2", .branch(2)), ("/cost", .cost), ("/help", .help), ("/quit", .quit),
      ("//etc", .ask("/etc")), ("x\r", .ask("x")),
    ] as [(String, ChatWish)])
  func `a line is a question or a command`(line: String, wish: ChatWish) {
    #expect(ChatWish(line) == wish)
  }

  @Test(arguments: ["/frob", "/image", "/branch x"])
  func `a command that is not understood says so`(line: String) {
    guard case .unclear = ChatWish(line) else {
      Issue.record("It was understood: \(ChatWish(line))")
      return
    }
  }
}
