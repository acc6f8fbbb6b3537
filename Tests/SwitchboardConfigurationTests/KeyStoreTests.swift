import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import Testing

struct KeyStoreTests {
  private static func store(_ house: House) throws -> KeyStore {
    try house.loader.keyStore()
  }

  #if os(Linux)
  @Test func `without a keychain keys lie in private files`() async throws {
    let house = try House()
    let store = try Self.store(house)
    #expect(store.place == "the folder '~/.config/switchboard/keys'")
    #expect(try store.list().isEmpty)
    try store.set("groq", to: Secret("one"))
    try store.set("a.b_c-1", to: Secret("two"))
    try store.set("groq", to: Secret("three"))
    #expect(try store.list() == ["a.b_c-1", "groq"])
    #expect(try store.secret("groq").reveal() == "three")
    #expect(house.folder.mode("home/.config/switchboard/keys") == 0o700)
    #expect(house.folder.mode("home/.config/switchboard/keys/groq.key") == 0o600)

    let ring = try house.keys(#"{ keychain: "groq" }"#)
    #expect(ring.present.count == 1)
    #expect(try await ring.next(for: "v")?.reveal() == "three")

    #expect(try store.remove("groq"))
    #expect(try !store.remove("groq"))
    #expect(try store.list() == ["a.b_c-1"])
    #expect(try house.keys(#"{ keychain: "groq" }"#).present.isEmpty)
    let error = try house.failure { _ = try store.secret("groq") }
    #expect(error.kind == .authentication)
    #expect(error.message.contains("`switchboard keys set groq`"))
  }

  /// A stand-in for `secret-tool` that keeps keys in a file each.
  private static func houseWithKeychain() throws -> House {
    var house = try House(environment: [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "OPENAI_API_KEY": "canary-in-environment",
    ])
    try house.folder.makeFolder("secrets")
    try house.folder.program(
      "bin/secret-tool",
      """
      #!/bin/sh
      cd '\(house.folder.path)/secrets' || exit 9
      echo "$*" >> ../calls; env >> ../calls
      case "$1" in
        store) test "$3 $4 $5" = "service switchboard account" && cat > "$6" ;;
        lookup) test -f "$5" && cat "$5" ;;
        clear) test -f "$5" && rm "$5" ;;
        *) exit 2 ;;
      esac
      """)
    house.environment["PATH"] = "\(house.folder.path)/bin:/usr/bin:/bin"
    return house
  }

  @Test func `with a secret service keys go there, and never among arguments`() async throws {
    let house = try Self.houseWithKeychain()
    let store = try Self.store(house)
    #expect(store.place == "the desktop's secret service")
    try store.set("groq", to: Secret("canary-key"))
    #expect(try house.folder.read("secrets/groq") == "canary-key")
    #expect(try store.list() == ["groq"])
    #expect(try store.secret("groq").reveal() == "canary-key")
    #expect(try await house.keys(#"{ keychain: "groq" }"#).next(for: "v")?.reveal() == "canary-key")
    #expect(try !house.folder.read("calls").contains("canary"))
    let list = try house.folder.read("home/.config/switchboard/keys/keychain.json")
    #expect(!list.contains("canary"))
    #expect(try store.remove("groq"))
    #expect(try store.list().isEmpty)
    let error = try house.failure { _ = try store.secret("groq") }
    #expect(error.message.contains("no key named 'groq'"))
  }

  @Test func `a keychain that fails or hangs says so without the key`() async throws {
    var house = try Self.houseWithKeychain()
    try house.folder.program(
      "bin/secret-tool", "#!/bin/sh\ncat; cat >&2; echo canary >&2; exit 7\n")
    let store = try Self.store(house)
    let error = try house.failure { try store.set("x", to: Secret("canary-key")) }
    #expect(error.message.contains("exit code 7"), "\(error.message)")
    #expect(!"\(error)".contains("canary"))
    try house.folder.program("bin/secret-tool", "#!/bin/sh\nexec sleep 20\n")
    house.keyTimeLimit = .milliseconds(200)
    let late = try await house.failure {
      _ = try await house.keys(#"{ keychain: "x" }"#).next(for: "v")
    }
    #expect(late.message.contains("did not end within 0.2 s"), "\(late.message)")
  }

  @Test func `a key of the desktop is not lost where there is no desktop`() throws {
    var house = try Self.houseWithKeychain()
    try Self.store(house).set("x", to: Secret("value"))
    house.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    let store = try Self.store(house)
    #expect(try store.list() == ["x"])
    let error = try house.failure { try store.remove("x") }
    #expect(error.message.contains("cannot reach"))
    #expect(try house.failure { _ = try store.secret("x") }.message.contains("no keychain here"))
    try store.set("y", to: Secret("file"))
    house.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    #expect(try Self.store(house).secret("y").reveal() == "file")
  }
  #endif

  @Test(arguments: ["", ".", "..", "../x", "a/b", "-x", "a b", "é", "x\n", "\u{0}"])
  func `a name that is no plain word is refused`(_ name: String) throws {
    let house = try House()
    let store = try Self.store(house)
    let error = try house.failure { try store.set(name, to: Secret("v")) }
    #expect(error.message.contains("name of a key"))
    #expect(throws: SwitchboardError.self) { try store.remove(name) }
  }

  @Test func `what is no key is not kept`() throws {
    let house = try House()
    let store = try Self.store(house)
    for value in ["", "  ", "canary-a\ncanary-b", String(repeating: "canary", count: 2000)] {
      let error = try house.failure { try store.set("x", to: Secret(value)) }
      #expect(!"\(error)".contains("canary"))
    }
    let homeless = KeyStore(
      folders: ConfigurationFolders(working: "/", environment: [:]), environment: [:])
    #expect(
      try house.failure { try homeless.set("x", to: Secret("v")) }.message.contains("HOME"))
  }
}
