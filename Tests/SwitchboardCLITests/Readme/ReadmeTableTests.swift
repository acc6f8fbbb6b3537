import Foundation
import SwitchboardCore
import SwitchboardTransport
import SwitchboardWire
import Testing

@testable import SwitchboardCLI

/// The table of the README is made from what the vendors say of themselves.
struct ReadmeTableTests {
  private static let readme = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")

  private static let marks = (
    "<!-- vendors: made by `make readme` -->\n", "<!-- end of vendors -->"
  )

  private static let columns: [(title: String, ability: Ability)] = [
    ("pictures in", .imageInput), ("documents", .documentInput), ("tools", .tools),
    ("JSON schema", .structuredOutput), ("thinking", .reasoning), ("pictures out", .imageOutput),
    ("edits", .imageEdit),
  ]

  @Test func `the table of the README is that of the vendors`() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let table = try Self.table()
    let start = try #require(text.range(of: Self.marks.0))
    let end = try #require(text.range(of: Self.marks.1))
    if ProcessInfo.processInfo.environment["SWITCHBOARD_WRITE_README"] == "1" {
      let fresh = text[..<start.upperBound] + table + text[end.lowerBound...]
      try fresh.write(to: Self.readme, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start.upperBound..<end.lowerBound] == table, "run 'make readme'")
    }
  }

  private static func table() throws -> String {
    let titles =
      ["kind", "text", "stream"] + columns.map(\.title) + ["counts tokens", "lists models"]
    var rows = [titles, titles.map { _ in "---" }]
    for type in vendors {
      for kind in type.kinds {
        // What a vendor knows of its models does not hang on its key or address.
        let provider = try type.init(
          configuration: VendorConfiguration(
            id: VendorID(rawValue: kind.kind.rawValue), kind: kind.kind,
            keys: KeyRing(Secret("none")), baseURL: "http://127.0.0.1:9",
            values: ["region": "us-east-1", "project": "p", "location": "global"]),
          transport: PlatformTransport.make())
        rows.append(row(provider))
      }
    }
    return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static func row(_ provider: any Provider) -> [String] {
    func mark(_ holds: Bool) -> String { holds ? "yes" : "" }
    let abilities = columns.map { column in
      // Nothing is known of a server's own models: they can what they can.
      if provider.models.isEmpty, column.ability != .imageOutput, column.ability != .imageEdit {
        return "by model"
      }
      return mark(provider.models.contains { $0.can.contains(column.ability) })
    }
    return [
      "`\(provider.kind)`", mark(provider is any TextProvider),
      mark(provider is any StreamProvider),
    ]
      + abilities
      + [mark(provider is any TokenCounting), mark(provider is any ModelListing)]
  }
}
