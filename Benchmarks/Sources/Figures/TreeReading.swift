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
    let expected = try read(JSON(parsing: bytes))
    let (theirs, ours, ratio) = try await Rounds.compare {
      try FoundationPeer.seconds("tree", bytes, count: 10, expected: "\(expected)")
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
}
