import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder of one test, empty at first and gone with the test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/switchboard-cli-XXXXXX\0".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(made)
  }

  deinit { Self.remove(path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a file.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let descriptor = systemOpen(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(systemWrite(descriptor, bytes, bytes.count) == bytes.count)
    return file(name)
  }

  /// Reads a file.
  func read(_ name: String) throws -> String {
    String(decoding: try SmallFile.read(file(name)), as: UTF8.self)
  }

  /// The names of all files in it.
  func names() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether a file is there.
  func has(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

  /// A configuration of vendors that speak the chat form at the paths of a server, each without
  /// retries unless more is said, and with more patience than a slow machine needs.
  func configure(_ server: LoopbackServer, _ vendors: String..., more: String = "") throws {
    let entries = vendors.map { name in
      """
      \(name): { kind: "openai-compatible", baseURL: "\(server.url("/\(name)"))", \
      key: { env: "TEST_KEY" } },
      """
    }
    try write(
      "switchboard.json5",
      """
      { vendors: { \(entries.joined()) mock: { kind: "mock" } },
        reliability: {
          attemptsPerTarget: 1, calls: 1, firstToken: "600s", idle: "600s", total: "600s" },
        \(more) }
      """)
  }

  /// What a run needs to use the configuration: its path, and a key that must never be seen.
  var environment: [String: String] {
    ["SWITCHBOARD_CONFIG": file("switchboard.json5"), "TEST_KEY": Self.canary]
  }

  /// A key that must never be seen.
  static let canary = "sk-canary-4711-do-not-print"

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name == "." || name == ".." { continue }
        if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}

/// Answers in the chat form.
enum Answers {
  private static let eventStream: KeyValuePairs = ["Content-Type": "text/event-stream"]

  /// The beginning of a stream with these pieces of text.
  static func begun(_ pieces: String...) -> LoopbackScript {
    LoopbackScript.stream(eventStream).chunks(pieces.map(piece))
  }

  /// A whole stream with these pieces of text.
  static func stream(_ pieces: String...) -> LoopbackScript {
    LoopbackScript.stream(eventStream).chunks(pieces.map(piece)).finished()
  }

  /// A whole answer, for a request that wants no stream.
  static func whole(_ text: String) -> LoopbackScript {
    let message = JSON.object([("role", "assistant"), ("content", JSON(text))])
    let choice = JSON.object([
      ("index", 0), ("message", message), ("finish_reason", "stop"),
    ])
    return .respond(
      200, ["Content-Type": "application/json"],
      body: JSON.object([("model", "m"), ("choices", [choice])]).text)
  }

  /// One piece of text.
  static func piece(_ text: String) -> String {
    let delta = JSON.object([("content", JSON(text))])
    let chunk = JSON.object([
      ("model", "m"), ("choices", [["index": 0, "delta": delta]]),
    ])
    return "data: \(chunk.text)\n\n"
  }

  /// A failure.
  static func failure(_ status: Int, _ message: String) -> LoopbackScript {
    .respond(
      status, ["Content-Type": "application/json"],
      body: JSON.object([("error", ["message": JSON(message)])]).text)
  }
}

extension LoopbackScript {
  /// Ends a stream in the chat form.
  func finished() -> LoopbackScript {
    chunk(
      #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"# + "\n\n"
        + #"data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}"# + "\n\n"
        + "data: [DONE]\n\n"
    ).end()
  }
}
