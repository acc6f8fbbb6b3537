import SwitchboardCore
import Testing

@testable import Switchboard

struct MarkdownExportTests {
  @Test func `a branch reads well`() async throws {
    let text = try await ArchiveFixture().text(.markdown)
    #expect(
      text == """
        # A \\<title\\> \\& "more"

        *fixture.1 · 5 messages · 1970-01-01 00:16 to 1970-01-01 00:16 UTC · branch main*

        ### System · 1970-01-01 00:16

        Be "brief".\u{0}\u{2028}e\u{301} é 🇳🇴

        ### User · 1970-01-01 00:16

        *dot \\<1\\>.png, image/png, 1×1, 70 bytes*

        *application/x-own, 1×1, 70 bytes*

        two\r


        ### Assistant · work/m/1 · 1970-01-01 00:16 · pinned

        <details>
        <summary>Thinking</summary>

        hm &lt;/details>&lt;b>

        </details>

        **Calls ` depth `**

        ```json
        { "a":1.0, "b":1e2 }
        ```

        **Calls ` plain `**

        ```json
        {"a":1.0}
        ```

        **Calls ` cut `**

        ```json
        {"a":
        ```

        *This message is not whole: truncated.*

        ### Tool · 1970-01-01 00:16

        **Result of ` depth `**

        ```
        1308
        ```

        *dot \\<1\\>.png, image/png, 1×1, 70 bytes*

        **Failure**

        ```

        ```

        ### Assistant · 1970-01-01 00:16

        - [T](<https://e.org/?a=1&b=2>): c

        ![image/png](<https://e.org/p.png>)

        done

        """)
  }

  @Test func `a branch is chosen by its name`() async throws {
    let text = try await ArchiveFixture().text(.markdown, branch: "side/1")
    #expect(text.contains("again") && text.contains("branch side/1") && !text.contains("done"))
    let empty = try await ArchiveFixture().text(.markdown, branch: "empty")
    #expect(empty.contains("0 messages") && !empty.contains("###"))
    let error = try await failure {
      _ = try await ArchiveFixture().text(.markdown, branch: "side/2")
    }
    #expect(error?.message.contains("did you mean side/1?") == true)
  }

  @Test(
    arguments: [
      ("a\n```swift\nlet x", "a\n```swift\nlet x\n```"), ("```\nx\n```", "```\nx\n```"),
      ("~~~~\nx\n~~~\n```", "~~~~\nx\n~~~\n```\n~~~~"), ("```` \n```\nx", "```` \n```\nx\n````"),
      ("``` `x`\ny", "``` `x`\ny"), ("    ```\nx", "    ```\nx"), ("", ""),
      ("```\nx\n``` y", "```\nx\n``` y\n```"), ("a\r\n```\r\nx", "a\r\n```\r\nx\n```"),
    ])
  func `what is left open in a message is closed at its end`(_ text: String, _ closed: String) {
    #expect(MarkdownText.closed(text) == closed)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://e.org/<x>",
    "https://e.org/a b", "https://e.org/\u{202E}gnp", "//e.org", "",
  ])
  func `an address that must not be linked stands as text`(_ url: String) async throws {
    let node = try await Self.node([
      Part(.source(Source(title: "T", url: url))), .media(Media(url: url, mime: "image/png")),
    ])
    #expect(!MarkdownText.message(node).contains("]("), "\(MarkdownText.message(node))")
  }

  private static func node(_ parts: [Part]) async throws -> ConversationNode {
    let conversation = Conversation(router: try router([ScriptedVendor()]))
    return try #require(
      try await conversation.append([Message(role: .assistant, parts: parts)]).first)
  }
}
