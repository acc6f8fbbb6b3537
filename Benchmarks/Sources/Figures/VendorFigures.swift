import SwitchboardCore

extension Benchmark {
  /// Bytes of an answer to events, vendor by vendor.
  static let vendorDecoding = Benchmark(
    figures: [
      Figure(
        "decodeEventsPerSecond", .atLeast(200_000),
        "bytes of a stream in memory to events that are read one by one")
    ]
  ) {
    var figures: JSON = [:]
    for row in VendorRow.all {
      let events = 20_000
      let provider = try row.provider(CannedTransport(row.stream(pieces: events)))
      var request = Samples.question
      request.model = row.model
      let seconds = try await Rounds.median {
        try await Rounds.cpu(of: events) {
          var seen = 0
          for try await event in provider.events(for: request) {
            if case .partDelta = event { seen += 1 }
          }
          try expect(seen == events, "\(row.name) decoded \(seen) of \(events) events")
        }
      }
      figures[row.name] = JSON(measured: 1 / seconds)
    }
    return Findings(figures: ["decodeEventsPerSecond": figures])
  }

  /// A long conversation to the bytes of a request, vendor by vendor.
  static let vendorEncoding = Benchmark(
    figures: [
      Figure(
        "encodeTurnsPerSecond", .atLeast(1_000),
        "requests with a history of 200 messages written, checked and signed")
    ]
  ) {
    var figures: JSON = [:]
    for row in VendorRow.all {
      let transport = CannedTransport(try row.stream(pieces: 1))
      let provider = try row.provider(transport)
      let request = Samples.history(for: row.model)
      let seconds = try await Rounds.median {
        try await Rounds.cpu(of: 100) {
          for _ in 0..<100 {
            for try await _ in provider.events(for: request) {}
          }
        }
      }
      try expect(transport.bodySize > 80_000, "\(row.name) left messages out")
      figures[row.name] = JSON(measured: 1 / seconds)
    }
    return Findings(figures: ["encodeTurnsPerSecond": figures])
  }
}
