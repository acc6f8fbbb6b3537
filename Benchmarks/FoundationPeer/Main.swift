import CBenchmarks
import Foundation

/// What a program without this library would do, measured in a process of its own: Foundation stays
/// in memory once it is loaded, and must not be counted among what the library needs.
///
///     FoundationPeer chunk|tree OPERATIONS < BYTES
///
/// Prints the nanoseconds of processor time that one operation takes, and what it read.
@main
enum FoundationPeer {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3, let count = Int(words[2]), count > 0 else { exit(64) }
    let data = FileHandle.standardInput.readDataToEndOfFile()
    switch words[1] {
    case "chunk":
      let decoder = JSONDecoder()
      try measure(count) {
        try decoder.decode(Chunk.self, from: data).choices[0].delta.content ?? ""
      }
    case "tree":
      try measure(count) { "\(size(try JSONSerialization.jsonObject(with: data)))" }
    default:
      exit(64)
    }
  }

  private static func measure(_ count: Int, _ operation: () throws -> String) throws {
    let found = try operation()
    let start = bench_cpu()
    for _ in 0..<count {
      guard try operation() == found else { exit(1) }
    }
    print("\((bench_cpu() - start) / Int64(count)) \(found)")
  }

  /// Reads every value; the bytes of all keys and strings, and one for each other value.
  private static func size(_ value: Any) -> Int {
    switch value {
    case let members as [String: Any]:
      members.reduce(0) { $0 + $1.key.utf8.count + size($1.value) }
    case let elements as [Any]:
      elements.reduce(0) { $0 + size($1) }
    case let string as String:
      string.utf8.count
    case let number as NSNumber:
      number.doubleValue.isNaN ? 0 : 1
    default:
      1
    }
  }
}

/// What a program without this library would write down to get at the text.
private struct Chunk: Decodable {
  struct Choice: Decodable {
    let delta: Delta
  }

  struct Delta: Decodable {
    let content: String?
  }

  let choices: [Choice]
}
