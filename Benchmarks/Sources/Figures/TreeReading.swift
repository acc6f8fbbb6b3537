import Foundation
import SwitchboardCore

extension Benchmark {
  /// A large body to values.
  static let treeReading = Benchmark(
    figures: [
      Figure(
        "jsonTreeVsJSONSerialization", .atLeast(2),
        "body of 95 KB parsed and every value read, times as fast as JSONSerialization")
    ]
  ) {
    let bytes = Samples.history(for: "openai/gpt-4o-mini").json.encoded()
    let data = Data(bytes)
    let expected = try read(JSON(parsing: bytes))
    let (theirs, ours, ratio) = try await Rounds.compare {
      try await Rounds.cpu(of: 10) {
        for _ in 0..<10 {
          let size = try read(JSONSerialization.jsonObject(with: data))
          try expect(size == expected, "values were lost")
        }
      }
    } _: {
      try await Rounds.cpu(of: 20) {
        for _ in 0..<20 {
          try expect(read(JSON(parsing: bytes)) == expected, "values were lost")
        }
      }
    }
    return Findings(
      figures: ["jsonTreeVsJSONSerialization": JSON(measured: ratio)],
      baselines: [
        "jsonTreeBytes": JSON(bytes.count),
        "jsonTreeMicroseconds": JSON(measured: ours * 1e6),
        "jsonSerializationTreeMicroseconds": JSON(measured: theirs * 1e6),
      ])
  }

  /// Reads every value; the bytes of all keys and strings, and one for each other value.
  private static func read(_ json: JSON) -> Int {
    switch json.kind {
    case .object:
      json.members.reduce(0) { $0 + $1.key.utf8.count + read($1.value) }
    case .array:
      json.elements.reduce(0) { $0 + read($1) }
    case .string:
      json.string?.utf8.count ?? 0
    case .number:
      json.double == nil ? 0 : 1
    case .bool:
      json.bool == nil ? 0 : 1
    case .null, .missing:
      1
    }
  }

  private static func read(_ value: Any) -> Int {
    switch value {
    case let members as [String: Any]:
      members.reduce(0) { $0 + $1.key.utf8.count + read($1.value) }
    case let elements as [Any]:
      elements.reduce(0) { $0 + read($1) }
    case let string as String:
      string.utf8.count
    case let number as NSNumber:
      number.doubleValue.isNaN ? 0 : 1
    default:
      1
    }
  }
}
