import SwitchboardCore

extension Benchmark {
  /// One chunk of a chat stream to the text in it.
  static let deltaDecoding = Benchmark(
    figures: [
      Figure(
        "deltaVsJSONDecoder", .atLeast(10),
        "chat chunk of 242 bytes to its piece of text, times as fast as JSONDecoder")
    ]
  ) {
    let (ours, theirs, ratio) = try FoundationPeer.compare("chunk", Array(Samples.chunk.utf8))
    return Findings(
      figures: ["deltaVsJSONDecoder": JSON(measured: ratio)],
      baselines: [
        "deltaNanoseconds": JSON(measured: ours * 1e9),
        "jsonDecoderDeltaNanoseconds": JSON(measured: theirs * 1e9),
      ])
  }
}
