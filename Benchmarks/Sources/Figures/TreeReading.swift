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
    let (ours, theirs, ratio) = try FoundationPeer.compare("tree", bytes)
    return Findings(
      figures: ["jsonTreeVsJSONSerialization": JSON(measured: ratio)],
      baselines: [
        "jsonTreeBytes": JSON(bytes.count),
        "jsonTreeMicroseconds": JSON(measured: ours * 1e6),
        "jsonSerializationTreeMicroseconds": JSON(measured: theirs * 1e6),
      ])
  }
}
