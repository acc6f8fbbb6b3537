import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What becomes of the file of `--out` when a command does not end well.
@Suite(.timeLimit(.minutes(10)))
struct ReplacedFileTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private static let old = "old and longer than what comes"

  private func start(_ words: String..., longestFile: Int? = nil) throws -> Program {
    try Program(
      words, in: folder, environment: folder.environment, longestFile: longestFile)
  }

  /// Whether a file of ours lies beside the ones that were asked for.
  private var hasLeftovers: Bool { folder.names().contains { $0.contains(".part") } }

  @Test func `an answer that broke off is in the file as far as it came`() async throws {
    let server = try LoopbackServer(Answers.begun("one ", "two").close())
    try folder.configure(server, "v")
    try folder.write("a.txt", Self.old)
    chmod(folder.file("a.txt"), 0o640)
    let run = try await start("ask", "hi", "--model", "v/m", "--out", "a.txt").ended()
    #expect(run.code == 7)
    #expect(try folder.read("a.txt") == "one two")
    var status = stat()
    #expect(stat(folder.file("a.txt"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(!hasLeftovers)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an answer that was stopped before its first word leaves the old file`(_ signal: Int32)
    async throws
  {
    let server = try LoopbackServer(LoopbackScript.stream([:]).stall())
    try folder.configure(server, "v")
    try folder.write("a.txt", Self.old)
    let program = try start("ask", "hi", "--model", "v/m", "--out", "a.txt")
    try await server.requests(atLeast: 1)
    program.signal(signal)
    #expect(try await program.ended().code == 130)
    #expect(try folder.read("a.txt") == Self.old)
    #expect(!hasLeftovers)
  }

  @Test func `a disk without room leaves the old file, whoever writes`() async throws {
    let long = String(repeating: "0123456789abcdef", count: 1 << 14)
    let pieces = Array(repeating: Answers.piece(long), count: 6)
    let server = try LoopbackServer(
      LoopbackScript.stream([:]).chunks(pieces).finished(),
      LoopbackScript.stream([:]).chunks(pieces).finished())
    try folder.configure(server, "v")
    let kept = try await start("ask", "hi", "--model", "v/m", "--conversation", "a").ended()
    #expect(kept.code == 0)
    // A megabyte: enough for all that a store writes beside.
    let limit = 2_048
    for words in [
      ["ask", "hi", "--model", "v/m"], ["history", "export", "a", "--format", "json"],
      ["history", "export", "a", "--format", "html"],
    ] {
      try folder.write("a.txt", Self.old)
      let program = try Program(
        words + ["--out", "a.txt"], in: folder, environment: folder.environment,
        longestFile: limit)
      let run = try await program.ended()
      #expect(run.code == 2, "\(words) \(run.errors)")
      #expect(run.errors.contains("could not be written: File too large"), "\(run.errors)")
      #expect(try folder.read("a.txt") == Self.old)
      #expect(!hasLeftovers)
    }
  }

  @Test func `a picture that cannot be written leaves no part of itself`() async throws {
    let png =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 2 << 20)
    let body = JSON.object([("data", [["b64_json": JSON(Base64.encode(png))]])])
    let server = try LoopbackServer(
      .respond(200, ["Content-Type": "application/json"], body: body.text))
    try folder.write("p.png", Self.old)
    try folder.write(
      "switchboard.json5",
      """
      { vendors: {
          v: { kind: "openai", baseURL: "\(server.url("/v1"))", key: { env: "TEST_KEY" } },
          mock: { kind: "mock" } } }
      """)
    for out in [["--out", "p.png"], []] {
      let program = try Program(
        ["image", "boat", "--model", "v/gpt-image-1"] + out, in: folder,
        environment: folder.environment, longestFile: 2_048)
      let run = try await program.ended()
      #expect(run.code == 2 && run.errors.contains("File too large"), "\(run.errors)")
      #expect(folder.names().sorted() == ["p.png", "switchboard.json5"])
      #expect(try folder.read("p.png") == Self.old)
    }
    let run = try await Program.run(
      "image", "boat", "--model", "mock/painter", "--out", "p.png", in: folder,
      environment: folder.environment)
    #expect(run.code == 0)
    #expect(try SmallFile.read(folder.file("p.png")).starts(with: [0x89, 0x50]))
  }
}
