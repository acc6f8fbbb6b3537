import SwitchboardCore

/// Says what speaks against a model for a request: a pure function of facts.
struct CandidateJudge {
  let requirement: Requirement
  /// Whether the request named its model: there is no other, so wishes are left to its vendor.
  let isPinned: Bool
  let today: Day

  /// What speaks against a model.
  struct Judgement {
    /// Why it cannot be asked; empty when it can.
    var exclusions: [Decision.Reason] = []
    /// What is unknown and needed, and what would be left out.
    var doubts: [Decision.Reason] = []
    /// The earlier media that it cannot be shown, counted from the first.
    var omits: Set<Int> = []
  }

  /// Judges a model.
  ///
  /// - Parameters:
  ///   - provider: The entry.
  ///   - entry: What is known of the model.
  ///   - isNamed: Whether it was named in full, not by a pattern.
  /// - Returns: What speaks against it.
  func judge(_ provider: any Provider, _ entry: ModelCatalog.Entry, isNamed: Bool) -> Judgement {
    let facts = entry.descriptor
    var result = Judgement()
    if let missing = provider.missingKey {
      result.exclusions.append(.init(.noKey, missing))
    }
    if let retires = facts.retires, retires <= today, !isNamed {
      result.exclusions.append(.init(.retired, "The vendor retired it on \(retires)."))
    }
    judgeKind(of: provider, facts, &result)
    if entry.authority == .none {
      result.doubts.append(.init(.unknownModel, "Nothing is known of this model."))
    }
    for ability in requirement.abilities
    where !(isPinned && requirement.wishes.contains(ability)) {
      judge(ability, provider, facts, entry.authority, isNamed: isNamed, &result)
    }
    judgeAnswer(facts, &result)
    judgeMedia(provider, facts, &result)
    return result
  }

  /// What an answer should cost.
  func expectedCost(_ facts: ModelDescriptor, inputTokens: Int) -> Cost {
    guard let prices = facts.prices else { return .unknown }
    if requirement.answer == .images {
      return prices.image.map { Cost(usd: $0, quality: .estimated) } ?? .unknown
    }
    return prices.cost(
      of: Usage(
        input: inputTokens, output: requirement.outputTokens, source: .estimated))
  }

  private func judgeKind(
    of provider: any Provider, _ facts: ModelDescriptor, _ result: inout Judgement
  ) {
    switch requirement.answer {
    case .text:
      if !(provider is any TextProvider) || !facts.answersWithText {
        result.exclusions.append(
          .init(.missingCapability, "It does not answer with text.", need: "text"))
      }
    case .images:
      if !(provider is any ImageProvider) {
        result.exclusions.append(
          .init(
            .missingCapability, "Its vendor makes no pictures.", need: Ability.imageOutput.rawValue
          ))
      } else if requirement.abilities == [.imageEdit], !(provider is any ImageEditing) {
        result.exclusions.append(
          .init(
            .missingCapability, "Its vendor changes no pictures.", need: Ability.imageEdit.rawValue
          ))
      }
    }
  }

  private func judge(
    _ ability: Ability, _ provider: any Provider, _ facts: ModelDescriptor,
    _ authority: ModelCatalog.Authority, isNamed: Bool, _ result: inout Judgement
  ) {
    let name = ability.rawValue
    switch support(for: ability, provider, facts) {
    case .yes:
      break
    case .no:
      let able = facts.can.sorted().map(\.rawValue).joined(separator: ", ")
      result.exclusions.append(
        .init(.missingCapability, "It has no \(name).", need: name, have: able))
    case .unknown:
      let reason = Decision.Reason(
        .unknownCapability, "Nobody knows whether it has \(name).", need: name)
      if isNamed { result.doubts.append(reason) } else { result.exclusions.append(reason) }
    }
  }

  /// Streaming is a promise of the vendor, not of its models.
  func support(
    for ability: Ability, _ provider: any Provider, _ facts: ModelDescriptor
  ) -> Support {
    let known = facts.support(for: ability)
    if ability == .streaming, known == .unknown {
      return provider is any StreamProvider ? .yes : .no
    }
    if requirement.answer == .text, ability != .imageOutput, ability != .imageEdit,
      MediaFamily.allCases.contains(where: { $0.input == ability }),
      !(provider is any MultimodalProvider)
    {
      return .no
    }
    return known
  }

  private func judgeAnswer(_ facts: ModelDescriptor, _ result: inout Judgement) {
    if let most = facts.maxOutput, let wanted = requirement.maxOutputTokens, wanted > most {
      result.exclusions.append(
        .init(
          .maxOutput, "It answers with at most \(most) tokens, not \(wanted).",
          need: String(wanted), have: String(most)))
    }
  }

  private func judgeMedia(
    _ provider: any Provider, _ facts: ModelDescriptor, _ result: inout Judgement
  ) {
    guard !requirement.media.isEmpty, let provider = provider as? any MultimodalProvider else {
      return
    }
    for objection in facts.objections(to: requirement.media, sent: provider.mediaDelivery) {
      result.add(
        .init(objection.code, objection.message, need: objection.need, have: objection.have))
    }
  }
}

extension CandidateJudge.Judgement {
  /// Adds a reason once.
  fileprivate mutating func add(_ reason: Decision.Reason) {
    if !exclusions.contains(where: { $0.code == reason.code }) { exclusions.append(reason) }
  }
}

extension MediaObjection {
  /// The code of a decision that it stands for.
  var code: Decision.Reason.Code {
    switch kind {
    case .type: .mediaType
    case .size, .total: .mediaSize
    case .count: .mediaCount
    }
  }
}
