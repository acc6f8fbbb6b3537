import SwitchboardCore
import SwitchboardWire

extension Benchmark {
  /// Server-sent events from memory.
  static let eventDecoding = Benchmark(
    figures: [
      Figure(
        "sseDecodeMBps", .atLeast(300), "server-sent events of 250 bytes, in pieces of 16 KB, MB/s")
    ]
  ) {
    let event = Array("data: \(Samples.chunk)\n\n".utf8)
    let events = 40_000
    let pieces = CannedTransport.cut(
      Array(repeatElement(event, count: events).joined()), into: 16 << 10)
    let size = pieces.reduce(0) { $0 + $1.count }
    let seconds = try await Rounds.median {
      try await Rounds.cpu(of: 1) {
        var decoder = ServerSentEventDecoder()
        var (seen, bytes) = (0, 0)
        for piece in pieces {
          try decoder.decode(piece) { _, data in
            seen += 1
            bytes += data.count
          }
        }
        try expect(seen == events && bytes == events * (event.count - 8), "events were lost")
      }
    }
    return Findings(figures: ["sseDecodeMBps": JSON(measured: Double(size) / seconds / 1e6)])
  }
}
