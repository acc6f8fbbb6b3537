public import SwitchboardCore

extension Router {
  /// The models that can be named for an answer, in the order of the entries.
  ///
  /// Those are left out whose vendor lacks its key, that are retired, and that are not known to be
  /// able; an unknown model that is named in full is still called.
  ///
  /// - Parameter answer: What is asked for.
  /// - Returns: The models.
  /// - Complexity: O(n) in the models of all entries.
  public func models(for answer: Requirement.Answer) -> [ModelReference] {
    let requirement =
      switch answer {
      case .text: Requirement(of: ChatRequest(messages: []))
      case .images: Requirement(of: ImageRequest(prompt: ""))
      }
    let judge = CandidateJudge(
      requirement: requirement, isPinned: false, today: Day(secondsSince1970: time.wall()))
    return registry.providers.flatMap { provider in
      catalog.models(of: provider.id).map(\.descriptor.model).filter { model in
        let known = catalog.entry(for: provider.id, model)
        return judge.judge(provider, known, isNamed: false).exclusions.isEmpty
      }.map { ModelReference(vendor: provider.id, model: $0) }
    }
  }
}
