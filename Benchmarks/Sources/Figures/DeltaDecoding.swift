import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

extension Benchmark {
  /// One chunk of a chat stream to the text in it.
  static let deltaDecoding = Benchmark(
    figures: [
      Figure(
        "deltaVsJSONDecoder", .atLeast(10),
        "chat chunk of 242 bytes to the text in it, times as fast as JSONDecoder")
    ]
  ) {
    let bytes = Array(Samples.chunk.utf8)
    let (ours, theirs, ratio) = try FoundationPeer.compare("chunk", bytes)
    let event = try await chatEvent(bytes)
    return Findings(
      figures: ["deltaVsJSONDecoder": JSON(measured: ratio)],
      baselines: [
        "deltaNanoseconds": JSON(measured: ours * 1e9),
        "jsonDecoderDeltaNanoseconds": JSON(measured: theirs * 1e9),
        "chatEventNanoseconds": JSON(measured: event * 1e9),
        "chatEventVsJSONDecoder": JSON(measured: theirs / event),
      ])
  }

  /// Seconds for everything that the form reads in a chunk: failures, calls, thinking, counts, sources.
  private static func chatEvent(_ bytes: [UInt8]) async throws -> Double {
    var machine = try chatMachine()
    return try await Rounds.median {
      try await Rounds.cpu(of: 20_000) {
        var events: [StreamEvent] = []
        for _ in 0..<20_000 {
          events.removeAll(keepingCapacity: true)
          try bytes.withUnsafeBytes {
            try machine.event($0, name: UnsafeRawBufferPointer(start: nil, count: 0), into: &events)
          }
          guard case .partDelta(_, " fjord") = events.last else {
            throw SwitchboardError(.server, "the text is another.")
          }
        }
      }
    }
  }

  private static func chatMachine() throws -> OpenAIChatMachine {
    let origin = Origin(vendor: "openai", kind: "openai", model: "gpt-4o-mini")
    let request = try OpenAIChatRequest(
      Samples.question, origin: origin, model: ModelDescriptor("gpt-4o-mini"), dialect: .openAI)
    return OpenAIChatMachine(origin: origin, request: request) { json in
      SwitchboardError(.server, json.text)
    }
  }
}
