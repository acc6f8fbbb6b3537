import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import Testing

/// A key that got into the wrong place must not come out in a message.
struct SecrecyTests {
  private static let canary = "sk-canary0123456789abcdefghijklmnop"
  private static let bare = "Canary0123456789abcdefghijklmnop"

  @Test(arguments: [
    #"key: "KEY""#, #"key: ["KEY"]"#, #"key: { env: "KEY" }"#, #"key: { KEY: 1 }"#,
    #"key: { "KEY": 1 }"#, #"key: { aws: "KEY" }"#, #"key: { gcp: "KEY" }"#,
    #"key: { keychain: "KEY/x" }"#, #"key: { command: "KEY" }"#, #"apiKey: "KEY""#,
    #""KEY": 1"#, #"protocol: "KEY""#, #"retries: "KEY""#, #"pause: "KEY""#, #"beta: "KEY""#,
    #"baseURL: "KEY""#, #"baseURL: "https://KEY@example.com""#,
    #"baseURL: "https://example.com/?key=KEY""#, #"baseURL: "https://example.com/#KEY""#,
    #"baseURL: "http://example.com/KEY""#, #"models: "KEY""#,
    #"models: [{ id: "m", can: ["KEY"] }]"#,
    #"models: [{ id: "m", prices: { input: "KEY" } }]"#, #"organisation: "KEY", "KEY": 1"#,
  ])
  func `no message repeats what may be a key`(_ fields: String) throws {
    let house = try House()
    for key in [Self.canary, Self.bare] {
      let text = fields.split(separator: "KEY", omittingEmptySubsequences: false)
        .joined(separator: key)
      let error = try house.failure {
        _ = try house.load(text: #"{ vendors: { v: { kind: "openai", \#(text) } } }"#)
      }
      #expect(error.message.hasPrefix("named.json5:1:"), "\(error.message)")
      let everything = "\(error) \(String(reflecting: error)) \(error.json.text)"
      #expect(!everything.lowercased().contains("canary"), "\(error.message)")
    }
  }

  @Test(arguments: [
    #"{ vendors: { v: { kind: "KEY" } } }"#, #"{ vendors: { "KEY": 1 } }"#,
    #"{ vendors: { "KEY x": {} } }"#, #"{ KEY: 1 }"#, #"{ "KEY": 1, "KEY": 2 }"#, #""KEY""#,
    #"{ routes: { r: { candidates: ["KEY/x"] } } }"#, #"{ reliability: { hedge: "KEY" } }"#,
    #"{ reliability: { onStreamFailure: "KEY" } }"#,
  ])
  func `no message of another section does either`(_ text: String) throws {
    let house = try House()
    let text = text.split(separator: "KEY", omittingEmptySubsequences: false)
      .joined(separator: Self.bare)
    let error = try house.failure { _ = try house.load(text: text) }
    #expect(!"\(error)".lowercased().contains("canary"), "\(error.message)")
  }

  @Test func `what was loaded describes itself without its keys`() async throws {
    let house = try House(environment: ["OPENAI_API_KEY": Self.canary])
    try house.folder.write("project/k.key", Self.canary)
    let configuration = try house.load(
      text: """
        { vendors: { v: {
            kind: "openai", key: [{ env: "OPENAI_API_KEY" }, { file: "k.key" }] } } }
        """)
    let keys = try configuration.vendor("v").keys
    #expect(try await keys.next(for: "v")?.reveal() == Self.canary)
    var text = "\(configuration) \(String(reflecting: configuration)) \(keys)"
    dump(configuration, to: &text)
    dump(keys.present, to: &text)
    #expect(!text.lowercased().contains("canary"))
  }
}
