import SwitchboardConfiguration
import SwitchboardCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct KeySourceTests {
  @Test func `a variable is read from the environment that was handed over`() throws {
    let house = try House(environment: ["A": " one \n", "B": "", "C": "three"])
    let ring = try house.keys(#"[{ env: "A" }, { env: "B" }, { env: "C" }, { env: "D" }]"#)
    let values = try (0..<4).map { _ in try ring.next(for: "v")?.reveal() }
    #expect(values == ["one", "three", "one", "three"])
    let empty = try house.keys(#"[{ env: "B" }, { env: "D" }]"#)
    #expect(empty.missing(for: "v")?.contains("$B or $D is missing or empty") == true)
    #expect(throws: SwitchboardError.self) { try empty.next(for: "v") }
  }

  @Test func `a private file beside the configuration is read when the key is needed`() throws {
    let house = try House()
    try house.folder.write("project/k.key", "  one\r\n")
    let ring = try house.keys(#"{ file: "k.key" }"#)
    #expect(ring.present.map(\.place) == ["the file 'k.key'"])
    #expect(try ring.next(for: "v")?.reveal() == "one")
    try house.folder.write("project/k.key", "two", mode: 0o400)
    #expect(try ring.next(for: "v")?.reveal() == "two")
    try house.folder.write("home/h.key", "three")
    #expect(try house.keys(#"{ file: "~/h.key" }"#).next(for: "v")?.reveal() == "three")
    let absolute = try house.keys(#"{ file: "\#(house.folder.path)/home/h.key" }"#)
    #expect(try absolute.next(for: "v")?.reveal() == "three")
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o666, 0o601, 0o620])
  func `a file that others can open is refused with the command that mends it`(
    _ mode: Int
  ) throws {
    let house = try House()
    try house.folder.write("project/the key", "canary-value", mode: mode)
    let ring = try house.keys(#"{ file: "the key" }"#)
    #expect(!ring.present.isEmpty)
    let error = try house.failure { _ = try ring.next(for: "v") }
    #expect(error.kind == .authentication)
    #expect(error.message.contains("0\(String(mode, radix: 8))"), "\(error.message)")
    #expect(error.message.contains("`chmod 600 '\(house.project)/the key'`"), "\(error.message)")
    #expect(!error.message.contains("canary"))
  }

  @Test func `a link, a folder, a pipe and a file in everybody's folder are refused`() throws {
    let house = try House()
    let real = try house.folder.write("project/real.key", "x")
    #expect(symlink(real, "\(house.project)/link.key") == 0)
    #expect(mkfifo("\(house.project)/pipe.key", 0o600) == 0)
    try house.folder.makeFolder("project/folder.key")
    try house.folder.makeFolder("project/public")
    try house.folder.write("project/public/k.key", "x")
    try house.folder.makeFolder("project/public", mode: 0o777)
    for (name, words) in [
      ("link.key", "symbolic link"), ("pipe.key", "no regular file"), ("folder.key", "a folder"),
      ("public/k.key", "everybody may replace"),
    ] {
      let ring = try house.keys(#"{ file: "\#(name)" }"#)
      let error = try house.failure { _ = try ring.next(for: "v") }
      #expect(error.kind == .authentication)
      #expect(error.message.contains(words), "\(error.message)")
    }
    try house.folder.makeFolder("project/public", mode: 0o1777)
    #expect(try house.keys(#"{ file: "public/k.key" }"#).next(for: "v")?.reveal() == "x")
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a file of another user is refused`() throws {
    let house = try House()
    let path = try house.folder.write("project/k.key", "x")
    #expect(chown(path, 12_345, 12_345) == 0)
    let error = try house.failure { _ = try house.keys(#"{ file: "k.key" }"#).next(for: "v") }
    #expect(error.message.contains("another user"))
  }

  @Test func `a file without a key in it is missing, and one with too much is refused`() throws {
    let house = try House()
    try house.folder.write("project/empty.key", "")
    let empty = try house.keys(#"[{ file: "empty.key" }, { file: "gone.key" }]"#)
    #expect(empty.present.isEmpty)
    #expect(empty.missing(for: "v")?.contains("'empty.key' or the file 'gone.key'") == true)
    try house.folder.write("project/blank.key", " \n")
    try house.folder.write("project/lines.key", "canary-one\ncanary-two")
    try house.folder.write("project/bytes.key", bytes: [0x61, 0xFF])
    try house.folder.write("project/long.key", String(repeating: "canary", count: 4096))
    for (name, words) in [
      ("blank.key", "missing or empty"), ("lines.key", "several lines"), ("bytes.key", "UTF-8"),
      ("long.key", "larger than 16 KiB"),
    ] {
      let ring = try house.keys(#"{ file: "\#(name)" }"#)
      let error = try house.failure { _ = try ring.next(for: "v") }
      #expect(error.message.contains(words), "\(error.message)")
      #expect(!error.message.contains("canary"))
    }
  }

  @Test(arguments: [
    ("default", ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"], true),
    ("default", ["AWS_ACCESS_KEY_ID": "a"], false),
    ("default", ["AWS_WEB_IDENTITY_TOKEN_FILE": "/x"], true),
    ("environment", ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"], true),
    ("environment", ["AWS_WEB_IDENTITY_TOKEN_FILE": "/x"], false),
  ])
  func `credentials of AWS are found where they lie`(
    _ way: String, _ environment: [String: String], _ isPresent: Bool
  ) throws {
    let house = try House(environment: environment)
    let ring = try house.keys(#"{ aws: "\#(way)" }"#)
    #expect(ring.isEmpty == false)
    #expect((ring.present.first != nil) == isPresent)
    if let credential = ring.present.first { #expect(credential.scheme == .aws(way)) }
  }

  @Test func `files of AWS and Google count as present and are no text to send`() throws {
    let house = try House()
    try house.folder.write("home/.aws/config", "[profile x]")
    let profile = try house.keys(#"{ aws: { profile: "x" } }"#)
    #expect(profile.present.first?.scheme == .aws("x"))
    #expect(try house.keys(#"{ gcp: "default" }"#).present.isEmpty)
    try house.folder.write("home/.config/gcloud/application_default_credentials.json", "{}")
    let google = try house.keys(#"{ gcp: "default" }"#)
    #expect(google.present.first?.scheme == .gcp("default"))
    let error = try house.failure { _ = try google.next(for: "v") }
    #expect(error.kind == .authentication)
    #expect(error.message.contains("one text"))
  }
}
