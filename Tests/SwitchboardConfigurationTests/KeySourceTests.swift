import Foundation
import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct KeySourceTests {
  /// So many keys of a ring, in turn.
  private func used(_ ring: KeyRing, _ count: Int) async throws -> [String?] {
    var keys: [String?] = []
    for _ in 0..<count { keys.append(try await ring.next(for: "v")?.reveal()) }
    return keys
  }

  @Test func `a variable is read from the environment that was handed over`() async throws {
    let house = try House(environment: ["A": " one \n", "B": "", "C": "three"])
    let ring = try house.keys(#"[{ env: "A" }, { env: "B" }, { env: "C" }, { env: "D" }]"#)
    let values = try await used(ring, 4)
    #expect(values == ["one", "three", "one", "three"])
    let empty = try house.keys(#"[{ env: "B" }, { env: "D" }]"#)
    #expect(empty.missing(for: "v")?.contains("$B or $D is missing or empty") == true)
    await #expect(throws: SwitchboardError.self) { try await empty.next(for: "v") }
  }

  @Test func `a private file beside the configuration is read when the key is needed`() async throws
  {
    let house = try House()
    try house.folder.write("project/k.key", "  one\r\n")
    let ring = try house.keys(#"{ file: "k.key" }"#)
    #expect(ring.present.map(\.place) == ["the file 'k.key'"])
    #expect(try await ring.next(for: "v")?.reveal() == "one")
    try house.folder.write("project/k.key", "two", mode: 0o400)
    #expect(try await ring.next(for: "v")?.reveal() == "two")
    try house.folder.write("home/h.key", "three")
    #expect(try await house.keys(#"{ file: "~/h.key" }"#).next(for: "v")?.reveal() == "three")
    let absolute = try house.keys(#"{ file: "\#(house.folder.path)/home/h.key" }"#)
    #expect(try await absolute.next(for: "v")?.reveal() == "three")
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o666, 0o601, 0o620])
  func `a file that others can open is refused with the command that mends it`(
    _ mode: Int
  ) async throws {
    let house = try House()
    try house.folder.write("project/the key", "canary-value", mode: mode)
    let ring = try house.keys(#"{ file: "the key" }"#)
    #expect(!ring.present.isEmpty)
    let error = try await house.failure { _ = try await ring.next(for: "v") }
    #expect(error.kind == .authentication)
    #expect(error.message.contains("0\(String(mode, radix: 8))"), "\(error.message)")
    #expect(error.message.contains("`chmod 600 '\(house.project)/the key'`"), "\(error.message)")
    #expect(!error.message.contains("canary"))
  }

  @Test func `a link, a folder, a pipe and a file in everybody's folder are refused`() async throws
  {
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
      let error = try await house.failure { _ = try await ring.next(for: "v") }
      #expect(error.kind == .authentication)
      #expect(error.message.contains(words), "\(error.message)")
    }
    try house.folder.makeFolder("project/public", mode: 0o1777)
    #expect(try await house.keys(#"{ file: "public/k.key" }"#).next(for: "v")?.reveal() == "x")
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a file of another user is refused`() async throws {
    let house = try House()
    let path = try house.folder.write("project/k.key", "x")
    #expect(chown(path, 12_345, 12_345) == 0)
    let error = try await house.failure {
      _ = try await house.keys(#"{ file: "k.key" }"#).next(for: "v")
    }
    #expect(error.message.contains("another user"))
  }

  @Test func `a file without a key in it is missing, and one with too much is refused`()
    async throws
  {
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
      let error = try await house.failure { _ = try await ring.next(for: "v") }
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

  @Test(arguments: ["GCE_METADATA_HOST", "K_SERVICE"])
  func `where Google runs the program its credentials are there`(variable: String) throws {
    let house = try House(environment: [variable: "x"])
    #expect(try house.keys(#"{ gcp: "default" }"#).present.first?.scheme == .gcp("default"))
  }

  @Test func `files of AWS and Google count as present and are no text to send`() async throws {
    let house = try House()
    try house.folder.write("home/.aws/config", "[profile x]")
    let profile = try house.keys(#"{ aws: { profile: "x" } }"#)
    #expect(profile.present.first?.scheme == .aws("x"))
    // A machine of Google's has credentials without any file.
    let board = FileManager.default.contents(atPath: "/sys/class/dmi/id/product_name") ?? Data()
    let isOfGoogle = board.starts(with: Data("Google".utf8))
    #expect(try house.keys(#"{ gcp: "default" }"#).present.isEmpty == !isOfGoogle)
    try house.folder.write("home/.config/gcloud/application_default_credentials.json", "{}")
    let google = try house.keys(#"{ gcp: "default" }"#)
    #expect(google.present.first?.scheme == .gcp("default"))
    let error = try await house.failure { _ = try await google.next(for: "v") }
    #expect(error.kind == .authentication)
    #expect(error.message.contains("one text"))
  }
}
