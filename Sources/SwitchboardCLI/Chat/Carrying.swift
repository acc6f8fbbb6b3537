import Switchboard

/// Says what becomes of a conversation that goes on with another model.
enum Carrying {
  /// The sentences: nothing when all parts go on as they are.
  static func sentences(_ report: PortabilityReport) -> [String] {
    let counts = PortabilityReport.Fate.allCases.map { (fate: $0, count: report.items($0).count) }
    let lost = counts.filter { $0.fate != .kept && $0.count > 0 }
    if lost.isEmpty, report.isPortable { return [] }
    let told = counts.filter { $0.count > 0 }.map {
      "\($0.count) \(words($0.fate, isOne: $0.count == 1))"
    }
    var sentences = ["of the conversation's parts \(told.joined(separator: ", "))."]
    var seen: Set<String> = []
    for reason in report.blocks + report.items.compactMap(\.reason)
    where seen.insert(reason).inserted {
      sentences.append("  \(reason)")
    }
    return sentences
  }

  private static func words(_ fate: PortabilityReport.Fate, isOne: Bool) -> String {
    switch fate {
    case .kept: isOne ? "goes on as it is" : "go on as they are"
    case .translated: "in another form"
    case .dropped: "\(isOne ? "is" : "are") left out, and kept here"
    case .blocks: "cannot be sent"
    }
  }
}
