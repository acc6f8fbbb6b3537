import Switchboard
import SwitchboardCore
import Testing

struct HTMLExportTests {
  /// The tags of a page with their attributes, as a browser sees them: none stands in a tag's text.
  private static func tags(_ page: String) throws -> [(name: String, attributes: [String: String])]
  {
    var tags: [(name: String, attributes: [String: String])] = []
    var rest = page[...]
    while let open = rest.firstIndex(of: "<") {
      let close = try #require(rest[open...].firstIndex(of: ">"))
      let tag = rest[rest.index(after: open)..<close]
      let name = tag.prefix { !$0.isWhitespace }
      var attributes: [String: String] = [:]
      for match in tag.matches(of: /([a-z-]+)="([^"]*)"/) {
        attributes[String(match.1)] = String(match.2)
      }
      tags.append((String(name), attributes))
      rest = rest[rest.index(after: close)...]
    }
    return tags
  }

  private static let allowed: Set<String> = [
    "!doctype", "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "p",
    "main", "section", "article", "div", "details", "summary", "figure", "figcaption", "img", "a",
    "pre", "footer",
  ]

  @Test func `the page holds all branches, each message once`() async throws {
    let page = try await ArchiveFixture().text(.html)
    for heading in ["Branch main", "Branch side/1", "Branch same", "Branch empty"] {
      #expect(page.contains("<h2>\(heading)</h2>"), "\(heading)")
    }
    #expect(page.contains("goes on after message 3 of main, 2 messages of its own"))
    #expect(page.contains("goes on after message 5 of main, 0 messages of its own"))
    #expect(page.contains("from the beginning, 0 messages of its own"))
    #expect(page.split(separator: "<article ").count == 8)
    #expect(page.contains("1 message that no branch here leads to is not shown."))
    #expect(page.contains("· pinned</h3>"))
    #expect(page.contains("<summary dir=\"auto\">Thinking</summary>"))
    let one = try await ArchiveFixture().text(.html, branch: "side/1")
    #expect(one.split(separator: "<article ").count == 6 && !one.contains("Branch main"))
  }

  @Test func `it says what it may load: nothing`() async throws {
    let page = try await ArchiveFixture().text(.html)
    let tags = try Self.tags(page)
    let policy = try #require(
      tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
    ).attributes["content"]
    let style = try #require(
      page.split(separator: "<style>").last?.split(separator: "</style>").first)
    let digest = try #require(Media(bytes: Array(style.utf8)).sha256)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { place in
      UInt8(digest.dropFirst(place).prefix(2), radix: 16)
    }
    #expect(
      policy == """
        default-src 'none'; img-src data:; style-src 'sha256-\(Base64.encode(bytes))'; \
        base-uri 'none'; form-action 'none'
        """)
    #expect(!style.contains("url(") && !style.contains("@import"))
    #expect(style.contains("prefers-color-scheme: dark") && style.contains("@media print"))
    for tag in tags {
      let name = tag.name.hasPrefix("/") ? String(tag.name.dropFirst()) : tag.name
      #expect(Self.allowed.contains(name), "\(tag)")
      #expect(tag.attributes.keys.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
      if let source = tag.attributes["src"] {
        #expect(tag.name == "img" && source.hasPrefix("data:image/png;base64,iVBO"))
      }
      if let target = tag.attributes["href"] {
        #expect(target == "https://e.org/?a=1&amp;b=2" || target == "https://e.org/p.png")
        #expect(tag.attributes["rel"] == "noopener noreferrer")
      }
    }
    #expect(tags.filter { $0.attributes["href"] != nil }.count == 2)
    #expect(tags.filter { $0.name == "img" }.count == 2)
  }

  private static let hostile =
    #"</div></style></title><script>alert(1)</script>"'><img src=x onerror=alert(1)>&lt;\#u{0}\#u{1B}[2J"#

  @Test func `whatever others wrote is text`() async throws {
    let store = MemoryStore()
    let id = ConversationID.random()
    let text = Self.hostile
    var media = ArchiveFixture.picture
    media.name = text
    var disguised = ArchiveFixture.picture
    disguised.mime = "image/png\" onload=\"alert(1)"
    let parts: [Part] = [
      .text(text), Part(.reasoning(Reasoning(text))), .media(media), .media(disguised),
      .media(Media(url: "javascript:alert(1)//\(text)", mime: text, name: text)),
      .media(Media(url: "https://e.org/\"><script>", mime: "image/png")),
      Part(.toolCall(ToolCall(id: text, name: text, argumentsText: text))),
      Part(.toolResult(ToolResult(callID: text, name: text, content: [.text(text)]))),
      Part(.source(Source(title: text, url: "JaVaScRiPt:alert(1)", citedText: text))),
      Part(.source(Source(title: text, url: "mailto:a@b.c?x=\"'", citedText: text))),
      Part(.source(Source(title: nil, url: "\u{1}https://e.org"))),
    ]
    let message = Message(
      role: .assistant, parts: parts,
      origin: Origin(vendor: VendorID(rawValue: text), kind: nil, model: text))
    _ = try await store.append([
      NewTurn(conversation: id, parent: .root, messages: [message], title: text, at: .infinity)
    ])
    let export = try await ConversationExport(of: id, in: store, as: .html)
    let page = Locked("")
    try await export.write { piece in page.withLock { $0 += piece } }
    let tags = try Self.tags(page.withLock { $0 })
    for tag in tags {
      let name = tag.name.hasPrefix("/") ? String(tag.name.dropFirst()) : tag.name
      #expect(Self.allowed.contains(name), "\(tag)")
      #expect(tag.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
    }
    #expect(
      tags.compactMap { $0.attributes["href"] } == [
        "https://e.org/&quot;&gt;&lt;script&gt;", "mailto:a@b.c?x=&quot;&#39;",
      ])
    #expect(tags.filter { $0.name == "img" }.count == 1)
    #expect(!page.withLock { $0.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" } })
  }

  @Test(arguments: [ConversationExport.Form.json, .markdown, .html])
  func `a long conversation is written in pieces of a message`(
    _ form: ConversationExport.Form
  ) async throws {
    let store = MemoryStore()
    let id = ConversationID.random()
    let text = String(repeating: "x", count: 1_000)
    _ = try await store.append([
      NewTurn(
        conversation: id, parent: .root,
        messages: (0..<2_000).map { .user("\($0) \(text)") }, at: 1)
    ])
    let export = try await ConversationExport(of: id, in: store, as: form)
    let (longest, whole) = (Locked(0), Locked(0))
    try await export.write { piece in
      longest.withLock { $0 = max($0, piece.utf8.count) }
      whole.withLock { $0 += piece.utf8.count }
    }
    #expect(whole.withLock { $0 } > 2_000_000)
    #expect(longest.withLock { $0 } < 5_000)
    // And can be stopped on the way.
    let count = Locked(0)
    await #expect(throws: CancellationError.self) {
      try await Task {
        try await export.write { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          count.withLock { $0 += 1 }
        }
      }.value
    }
    #expect(count.withLock { $0 } < 200)
  }
}
