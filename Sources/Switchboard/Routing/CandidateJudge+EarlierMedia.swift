import SwitchboardCore

extension CandidateJudge {
  /// Finds which media of earlier turns a model is not shown.
  ///
  /// Whoever cannot be shown what earlier turns showed can still answer the newest: whether it is the
  /// kind, the type, the number, the size or the address that it does not take, a note stands in the
  /// place of each. The newest are shown first; what the plan leaves out needs no place.
  func judgeEarlierMedia(
    _ provider: any Provider, _ facts: ModelDescriptor, sent plan: ContextPlan?,
    _ result: inout Judgement
  ) {
    if requirement.earlierMedia.isEmpty { return }
    var shown = (provider as? any MultimodalProvider).map {
      ShownMedia(requirement.media, to: facts, sent: $0.mediaDelivery)
    }
    var unable: Set<MediaFamily> = []
    var unknown: Set<MediaFamily> = []
    var counts: [(objection: MediaObjection, count: Int)] = []
    let left = plan?.leftOut ?? []
    for (number, piece) in requirement.earlierMedia.enumerated().reversed()
    where !left.contains(where: { $0.contains(piece.message) }) {
      let family = piece.media.family
      if !requirement.abilities.contains(family.input) {
        switch support(for: family.input, provider, facts) {
        case .yes: break
        case .unknown: unknown.insert(family)
        case .no:
          unable.insert(family)
          result.omits.insert(number)
          continue
        }
      }
      guard let objection = shown?.add(piece.media).first else { continue }
      result.omits.insert(number)
      if let place = counts.firstIndex(where: { $0.objection.kind == objection.kind }) {
        counts[place].count += 1
      } else {
        counts.append((objection, 1))
      }
    }
    for family in MediaFamily.allCases {
      let name = family.input.rawValue
      if unable.contains(family) {
        result.doubts.append(
          .init(
            .missingCapability,
            "It has no \(name): the \(family.rawValue) parts of earlier turns are left out.",
            need: name))
      }
      if unknown.contains(family) {
        result.doubts.append(
          .init(.unknownCapability, "Nobody knows whether it has \(name).", need: name))
      }
    }
    for (objection, count) in counts {
      let number = count == 1 ? "One piece" : "\(count) pieces"
      result.doubts.append(
        .init(
          objection.code,
          "\(objection.message) \(number) of earlier turns \(count == 1 ? "is" : "are") left out.",
          need: objection.need, have: objection.have))
    }
  }
}

extension ContextPlan {
  /// The messages that are not sent.
  fileprivate var leftOut: [Range<Int>] {
    entries.filter { $0.disposition == .dropped || $0.disposition == .summarised }.map(\.messages)
  }
}
