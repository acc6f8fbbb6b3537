import CBenchmarks
import Foundation
import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Reads the same bytes with Foundation and with ours, in turn.
///
/// A process of its own, since Foundation stays in memory once it is loaded and must not be counted
/// among what the library needs.
///
///     FoundationPeer chunk|tree ROUNDS < BYTES
///
/// Prints a line a round: the nanoseconds of processor time that one reading takes ours, and
/// Foundation's.
@main
enum FoundationPeer {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3, let rounds = Int(words[2]), rounds > 0 else { exit(64) }
    let data = FileHandle.standardInput.readDataToEndOfFile()
    let bytes = [UInt8](data)
    switch words[1] {
    case "chunk":
      let decoder = JSONDecoder()
      var machine = try chatMachine()
      var events: [StreamEvent] = []
      try compare(rounds) {
        try nanoseconds(20_000) {
          events.removeAll(keepingCapacity: true)
          try bytes.withUnsafeBytes {
            try machine.event($0, name: UnsafeRawBufferPointer(start: nil, count: 0), into: &events)
          }
          if case .partDelta(_, " fjord") = events.last { return true }
          return false
        }
      } theirs: {
        try nanoseconds(2_000) {
          try decoder.decode(Chunk.self, from: data).choices[0].delta.content == " fjord"
        }
      }
    case "tree":
      let expected = size(try JSON(parsing: bytes))
      try compare(rounds) {
        try nanoseconds(40) { size(try JSON(parsing: bytes)) == expected }
      } theirs: {
        try nanoseconds(10) { size(try JSONSerialization.jsonObject(with: data)) == expected }
      }
    default:
      exit(64)
    }
  }

  private static func chatMachine() throws -> OpenAIChatMachine {
    let origin = Origin(vendor: "openai", kind: "openai", model: "gpt-4o-mini")
    let request = try OpenAIChatRequest(
      ChatRequest("What is a fjord?"), origin: origin, model: ModelDescriptor("gpt-4o-mini"),
      dialect: .openAI)
    return OpenAIChatMachine(origin: origin, request: request) { json in
      SwitchboardError(.server, json.text)
    }
  }

  /// Measures the two in turn, so that noise meets both, after a round that does not count.
  private static func compare(
    _ rounds: Int, ours: () throws -> Int64, theirs: () throws -> Int64
  ) throws {
    for round in 0...rounds {
      let (a, b) = try (ours(), theirs())
      if round > 0 { print("\(a) \(b)") }
    }
  }

  /// The processor time of one reading; readings that find something else end the program.
  @inline(__always)
  private static func nanoseconds(_ count: Int, _ isRead: () throws -> Bool) rethrows -> Int64 {
    let start = bench_cpu()
    for _ in 0..<count {
      guard try isRead() else { exit(1) }
    }
    return (bench_cpu() - start) / Int64(count)
  }

  /// Reads every value; the bytes of all keys and strings, and one for each other value.
  private static func size(_ json: JSON) -> Int {
    switch json.kind {
    case .object: json.members.reduce(0) { $0 + $1.key.utf8.count + size($1.value) }
    case .array: json.elements.reduce(0) { $0 + size($1) }
    case .string: json.string?.utf8.count ?? 0
    case .number: json.double == nil ? 0 : 1
    case .bool: json.bool == nil ? 0 : 1
    case .null, .missing: 1
    }
  }

  /// Reads every value in the same way.
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

/// What a program without this library would write down: the chunk as its vendor documents it
/// (platform.openai.com/docs/api-reference/chat-streaming), of which the machine reads as much.
private struct Chunk: Decodable {
  struct Choice: Decodable {
    enum CodingKeys: String, CodingKey {
      case index, delta
      case finishReason = "finish_reason"
    }

    let index: Int
    let delta: Delta
    let finishReason: String?
  }

  struct Delta: Decodable {
    enum CodingKeys: String, CodingKey {
      case role, content, refusal
      case toolCalls = "tool_calls"
    }

    let role: String?
    let content: String?
    let refusal: String?
    let toolCalls: [ToolCall]?
  }

  struct ToolCall: Decodable {
    struct Function: Decodable {
      let name: String?
      let arguments: String?
    }

    let index: Int
    let id: String?
    let function: Function?
  }

  struct Usage: Decodable {
    enum CodingKeys: String, CodingKey {
      case promptTokens = "prompt_tokens"
      case completionTokens = "completion_tokens"
    }

    let promptTokens: Int
    let completionTokens: Int
  }

  let id: String
  let object: String
  let created: Int
  let model: String
  let choices: [Choice]
  let usage: Usage?
}
