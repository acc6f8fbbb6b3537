public import SwitchboardCore

extension Router {
  /// What would become of each part of a conversation if it went on with a model.
  ///
  /// The vendor's own writer writes the request, with a mark in place of what each part says, and
  /// the marks are looked for in what it wrote: the report says what would be sent because it was
  /// made of that. Nothing is sent.
  ///
  /// - Parameters:
  ///   - request: The conversation, with the tools and the form of answer that it goes on with.
  ///   - model: The model.
  ///   - context: What the conversation knows beside it.
  /// - Returns: The report.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` for a model that is not
  ///   there, of kind `unsupported` for a vendor that is not ``SwitchboardCore/RequestWriting``.
  /// - Complexity: O(n) in the parts, whatever their size.
  public func portability(
    of request: ChatRequest, to model: ModelReference, context: ContextInput = ContextInput()
  ) throws -> PortabilityReport {
    let (provider, id) = try resolve(model)
    guard let writer = provider as? any RequestWriting else {
      throw SwitchboardError(
        .unsupported, "'\(provider.id)' does not show how it writes requests.",
        vendor: provider.id, model: id)
    }
    var request = request
    request.model = ModelReference(vendor: provider.id, model: id)
    request.route = nil
    request.strict = false
    let (decision, targets) = try decide(request, context)
    let plan = decision.candidates.first?.plan
    let target = targets.first
    let traced = TracedRequest(request, vendor: provider.id, kind: provider.kind)
    let shown = traced.request.omitting(target?.omits ?? [])
    let sent = plan?.applied(to: shown) ?? shown
    let exclusions = targets.isEmpty ? decision.candidates.flatMap(Self.exclusions) : []
    var report = PortabilityReport(
      model: ModelReference(vendor: provider.id, model: id), items: [],
      blocks: exclusions.map(\.message),
      warnings: target?.warnings ?? [])
    var reading: TraceReading?
    do {
      let written = try writer.written(sent)
      report.warnings += written.warnings
      reading = TraceReading(written.body, traced.traces)
    } catch let error as SwitchboardError {
      report.blocks.append(error.message)
    }
    let judge = PartJudge(
      provider: provider, entry: catalog.entry(for: provider.id, id), plan: plan,
      newestTurn: request.newestTurn, exclusions: exclusions, warnings: report.warnings,
      today: Day(secondsSince1970: time.wall()))
    for (index, trace) in traced.traces.enumerated() {
      let (fate, reason) = judge.fate(of: trace, reading?.form(of: index, trace))
      report.items.append(
        PortabilityReport.Item(
          message: trace.message, part: trace.part, nested: trace.nested, fate: fate,
          reason: reason))
    }
    return report
  }

  /// Why a model is not asked; what is only unknown keeps nobody from asking it.
  private static func exclusions(_ candidate: Decision.Candidate) -> [Decision.Reason] {
    candidate.reasons.filter { $0.code != .unknownModel && $0.code != .unknownCapability }
  }
}
