public import SwitchboardCore

extension Router {
  /// Answers a request and runs the tools that the model calls, until it answers without.
  ///
  /// Calls of one answer run side by side; their results go back in the order of the calls. A call
  /// of an unknown tool, with broken arguments, denied, failed or too slow is a failed result that the
  /// model is told of; it can do better in its next answer.
  ///
  /// - Parameters:
  ///   - request: The request; the tools are added to its own, which nobody runs.
  ///   - context: What its conversation knows beside it.
  ///   - tools: The tools that may run.
  ///   - limits: How far it may go.
  ///   - approve: Asked before each call runs.
  /// - Returns: Every answer and what was said.
  /// - Throws: As ``reply(to:context:)``; `CancellationError` also while a tool runs, which is cancelled
  ///   too.
  public func run(
    _ request: ChatRequest, context: ContextInput = ContextInput(), tools: [CallableTool],
    limits: ToolRunLimits = ToolRunLimits(),
    approve: @escaping @Sendable (ToolCall) async -> ToolApproval = { _ in .allowed }
  ) async throws -> ToolRun {
    var request = request
    request.tools += tools.map(\.definition)
    let end = time.now() + limits.total
    var run = ToolRun(end: .answered, replies: [], messages: [])
    while true {
      let answer = try await reply(to: request, context: context)
      run.replies.append(answer)
      var message = answer.reply.message
      let calls = message.toolCalls
      let isLast = run.replies.count >= limits.steps
      if isLast || calls.isEmpty {
        // A call that will not be run must not stand in the history without its result.
        if !calls.isEmpty {
          run.end = .stepLimit
          message.parts.removeAll { if case .toolCall = $0.content { true } else { false } }
        }
        if !message.parts.isEmpty { run.messages.append(message) }
        return run
      }
      let results = try await results(of: calls, tools, limits, approve)
      let turn = [message, .tool(results)]
      run.messages += turn
      request.messages += turn
      // What was forced once is not forced again: the model must be able to end.
      request.toolChoice = request.toolChoice == ToolChoice.none ? ToolChoice.none : nil
      if time.now() >= end {
        run.end = .timeLimit
        return run
      }
    }
  }

  private func results(
    of calls: [ToolCall], _ tools: [CallableTool], _ limits: ToolRunLimits,
    _ approve: @escaping @Sendable (ToolCall) async -> ToolApproval
  ) async throws -> [ToolResult] {
    try await withThrowingTaskGroup(of: (Int, ToolResult).self) { group in
      for (place, call) in calls.enumerated() {
        group.addTask {
          (place, try await result(of: call, tools, limits, approve))
        }
      }
      var results: [(Int, ToolResult)] = []
      for try await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func result(
    of call: ToolCall, _ tools: [CallableTool], _ limits: ToolRunLimits,
    _ approve: @Sendable (ToolCall) async -> ToolApproval
  ) async throws -> ToolResult {
    func failed(_ why: String) -> ToolResult {
      ToolResult(callID: call.id, name: call.name, content: [.text(why)], isError: true)
    }
    guard let tool = tools.first(where: { $0.definition.name == call.name }) else {
      let names = Self.list(tools.map(\.definition.name))
      return failed("There is no tool '\(call.name)'; there are \(names).")
    }
    guard let arguments = call.arguments else {
      return failed("The arguments are no JSON object: \(call.argumentsText.prefix(200))")
    }
    let complaints = SchemaCheck.complaints(arguments, schema: tool.definition.parameters)
    if !complaints.isEmpty {
      return failed("The arguments do not fit: \(complaints.joined(separator: " "))")
    }
    if case .denied(let reason) = await approve(call) {
      return failed("The call was denied: \(reason)")
    }
    do {
      let content = try await within(limits.tool) { try await tool.run(arguments) }
      guard let content else { return failed("The tool took longer than \(limits.tool).") }
      return ToolResult(callID: call.id, name: call.name, content: content)
    } catch let error where !(error is CancellationError) && !Task.isCancelled {
      return failed("The tool failed: \(error)")
    }
  }

  /// The value of some work; `nil` when it takes too long, in which case it is cancelled.
  private func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let time = time
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await time.sleep(limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
