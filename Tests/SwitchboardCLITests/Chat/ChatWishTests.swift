import Testing

@testable import SwitchboardCLI

struct ChatWishTests {
  @Test(
    arguments: [
      ("hello", .ask("hello")), ("  ", .nothing), ("/model a/b", .model("a/b")),
      ("/model", .model("")),
      ("/image  a b.png ", .image("a b.png")), ("/undo", .undo), ("/branch", .branch(nil)),
      ("/branch side/2", .branch("side/2")), ("/regenerate", .regenerate), ("/pin", .pin),
      ("/cost", .cost), ("/help", .help), ("/quit", .quit), ("//etc", .ask("/etc")),
      ("x\r", .ask("x")),
    ] as [(String, ChatWish)])
  func `a line is a question or a command`(line: String, wish: ChatWish) {
    #expect(ChatWish(line) == wish)
  }

  @Test(arguments: ["/frob", "/image", "/branches x"])
  func `a command that is not understood says so`(line: String) {
    guard case .unclear = ChatWish(line) else {
      Issue.record("It was understood: \(ChatWish(line))")
      return
    }
  }
}
