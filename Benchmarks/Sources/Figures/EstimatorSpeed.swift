import Switchboard
import SwitchboardCore

extension Benchmark {
  /// How fast text is looked through for estimates.
  static let estimatorSpeed = Benchmark(
    figures: [
      Figure("estimatorProseMBps", .atLeast(1_000), "English prose in ASCII, MB of UTF-8 a second"),
      Figure("estimatorOtherMBps", .atLeast(200), "the slowest of code and other scripts"),
    ]
  ) {
    var speeds: JSON = [:]
    for conversation in try CountedTexts().conversations where !conversation.isFitted {
      let name = VocabularyRow.stem(of: conversation.name)
      guard names.contains(name) else { continue }
      var text = String(
        repeating: conversation.turns.joined(separator: "\n"), count: 4_000)
      text.makeContiguousUTF8()
      let bytes = text.utf8.count
      let seconds = try await Rounds.median {
        try await Rounds.cpu(of: 1) {
          try expect(TextScanner.traits(of: text)[.blank] > 0, "\(name) was not read")
        }
      }
      speeds[name] = JSON(measured: Double(bytes) / seconds / 1e6)
    }
    let others = speeds.members.filter { $0.key != prose }.compactMap(\.value.double)
    return Findings(
      figures: [
        "estimatorProseMBps": speeds[prose],
        "estimatorOtherMBps": JSON(measured: others.min() ?? 0),
      ],
      baselines: ["estimatorMBps": speeds])
  }
}

private let prose = "english-prose"

private let names = [
  prose, "python", "json", "logs", "german", "vietnamese", "russian", "arabic", "hindi", "thai",
  "chinese", "korean", "emoji-mixed",
]
