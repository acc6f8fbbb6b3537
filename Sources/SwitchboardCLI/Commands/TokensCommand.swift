import Switchboard
import SwitchboardCore

/// `tokens`: how many tokens a prompt has.
enum TokensCommand {
  static let exact = Flag("exact", "Ask the vendor, where it counts tokens; no answer is generated")

  static let row = CommandRow(
    name: "tokens", words: "[FILE]", wordCount: 0...1,
    summary: "Count the tokens of a text or a request",
    notes: [
      "A text, from a file or from standard input ('-' or nothing), is counted as one message of the user, with what the vendor adds around it. With --request everything in the request is counted.",
      "Without --exact the number is an estimate by the model's kind of vocabulary; without --model it is a careful one for a model that nobody knows. Nothing is sent.",
    ],
    flags: [.model, exact, .request, .json]
  ) { session in
    let request = try await request(session)
    let count = try await count(request, session)
    if session.arguments.has(.json) {
      let json = JSON.object([
        ("tokens", JSON(count.tokens)), ("quality", JSON(count.isExact ? "exact" : "estimated")),
        ("model", JSON(optional: count.model?.description)),
      ])
      try await session.output.line(json.text)
    } else {
      try await session.output.line(String(count.tokens))
    }
    return .done
  }

  private struct Count {
    var tokens: Int
    var isExact: Bool
    var model: ModelReference?
  }

  private static func request(_ session: Session) async throws -> ChatRequest {
    let file = session.arguments.words.first
    var request: ChatRequest
    if let path = session.arguments.text(.request) {
      if file != nil {
        throw ArgumentParser.UsageError(
          message: "A file of text and --request exclude each other: give one of them.",
          command: "tokens")
      }
      request = try await RequestArguments.read(path)
    } else {
      let path = file ?? "-"
      let text = try InputFile.text(
        try await InputFile.bytes(path), name: InputFile.shown(path),
        hint: "; documents and pictures are counted in a request, with --request")
      request = ChatRequest(text)
    }
    if let model = session.arguments.text(.model) { request.model = ModelReference(model) }
    return request
  }

  private static func count(_ request: ChatRequest, _ session: Session) async throws -> Count {
    let isExact = session.arguments.has(exact)
    guard let named = request.model else {
      if isExact {
        throw ArgumentParser.UsageError(
          message: "--exact asks a vendor: name the model with --model ENTRY/MODEL.",
          command: "tokens")
      }
      let facts = ModelDescriptor("", tokens: .unknown)
      return Count(tokens: TokenEstimator().input(of: request, for: facts), isExact: false)
    }
    let router = try await session.router()
    let (provider, id) = try router.resolve(named)
    let model = ModelReference(vendor: provider.id, model: id)
    if isExact {
      var request = request
      request.model = model
      return Count(
        tokens: try await exactly(request, provider), isExact: true, model: model)
    }
    let known = router.catalog.entry(for: provider.id, id)
    if known.descriptor.tokens == nil {
      session.notes.say("how '\(model)' counts is not known; this is a careful estimate.")
    }
    return Count(
      tokens: TokenEstimator(calibration: router.calibration).input(
        of: request, for: known.descriptor, as: model),
      isExact: false, model: model)
  }

  private static func exactly(_ request: ChatRequest, _ provider: any Provider) async throws -> Int
  {
    guard let counter = provider as? any TokenCounting else {
      throw SwitchboardError(
        .invalidRequest,
        "'\(provider.id)' counts no tokens; without --exact they are estimated.")
    }
    if let missing = provider.missingKey {
      throw SwitchboardError(.authentication, missing, vendor: provider.id)
    }
    return try await counter.countTokens(of: request)
  }
}
