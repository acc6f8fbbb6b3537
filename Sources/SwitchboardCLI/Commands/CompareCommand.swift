import Switchboard
import SwitchboardCore

/// `compare`: several models side by side.
enum CompareCommand {
  static let models = Flag(
    "models", .text("A,B,C"), "The models; one may stand there twice", isRequired: true)
  static let maxCost = Flag(
    "max-cost", .text("USD"), "Call nobody when all together are expected to cost more")

  static let row = CommandRow(
    name: "compare", words: "PROMPT", wordCount: 1...1, summary: "Ask several models the same",
    notes: [
      "All are asked at the same time with the same conversation, system text and pictures; one that fails spoils no other. With --json an array of {\"model\", \"reply\" | \"error\"} is printed in the order asked.",
      "The exit code is 0 when any of them answered, else the highest of their codes. --max-cost refuses before any call, also when a price is not known.",
    ],
    flags: [
      models, .system, .image, .file, .maxTokens, .temperature, .reasoning, RequestArguments.schema,
      .strict, maxCost, .json,
      unbuilt("html"), unbuilt("csv"), unbuilt("md"),
    ]
  ) { session in
    let names = (session.arguments.text(models) ?? "").split(separator: ",").map {
      String($0).trimmed
    }.filter { !$0.isEmpty }
    guard !names.isEmpty else {
      throw ArgumentParser.UsageError(message: "--models names no model.", command: "compare")
    }
    let request = try await RequestArguments.request(
      session, prompt: session.arguments.words[0], readsInput: false)
    let router = try await session.router()
    let references = names.map { ModelReference($0) }
    try checkCost(of: request, references, router, session)
    let comparison = router.compare(request, across: references, inFlight: references.count)
    let views = try await SideBySide(comparison, references, session).show()
    if session.arguments.has(.json) {
      let text = JSON.array(views.map { $0.json(explained: false) }).text
      // The task is cancelled when the user stopped it; what had come is printed all the same.
      try await Task { try await session.output.line(text) }.value
    }
    return code(views)
  }

  private static func unbuilt(_ name: String) -> Flag {
    Flag(
      name, .text("FILE"), "A report",
      refusal: "Reports are not built yet: this version has no --\(name); use --json.")
  }

  /// 0 when any answered, else the worst; another one when the user stopped them.
  static func code(_ views: [CandidateView]) -> ExitCode {
    if views.contains(where: { $0.stand == .stopped }) { return .interrupted }
    if views.contains(where: { $0.reply != nil }) { return .done }
    return views.compactMap { $0.failure.map(ExitCode.of) }.max() ?? .done
  }

  /// Refuses a comparison that may cost more than the user wants to pay.
  private static func checkCost(
    of request: ChatRequest, _ models: [ModelReference], _ router: Router, _ session: Session
  ) throws {
    guard let text = session.arguments.text(maxCost) else { return }
    guard let most = USD(text), most > .zero else {
      throw ArgumentParser.UsageError(
        message:
          "--max-cost must be an amount in US dollars, as 0.05, not '\(TerminalText.line(text))'.",
        command: "compare")
    }
    var total = USD.zero
    for model in models {
      var request = request
      request.model = model
      // Who cannot be asked costs nothing; why not is said in their place.
      let decision: Decision
      do {
        decision = try router.explain(request)
      } catch let error as SwitchboardError where error.kind == .invalidRequest {
        continue
      }
      guard let chosen = decision.candidates.first(where: { $0.verdict == .chosen }) else {
        continue
      }
      guard let usd = chosen.expectedCost.usd else {
        throw SwitchboardError(
          .budget,
          "The price of '\(chosen.model)' is not known, so --max-cost cannot be kept; nothing was sent."
        )
      }
      total += usd
    }
    if total > most {
      throw SwitchboardError(
        .budget,
        "The answers are expected to cost about $\(total) together, more than $\(most); nothing was sent."
      )
    }
  }
}
