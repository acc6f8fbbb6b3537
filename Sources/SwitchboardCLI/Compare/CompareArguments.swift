import SwitchboardCore

/// What every form of `compare` is told: whom to ask, with what, and for how much.
enum CompareArguments {
  static let models = Flag("models", .text("A,B,C"), "The models; one may stand there twice")
  static let maxCost = Flag(
    "max-cost", .text("USD"),
    "Call nobody when one prompt is expected to cost more; many stop before they do, with their judge"
  )

  /// What every model is asked with.
  static let asking: [Flag] = [
    MatrixArguments.system, .image, .file, .maxTokens, .temperature, .reasoning,
    RequestArguments.schema, .strict,
  ]

  /// The models that are asked for.
  static func references(_ session: Session) throws -> [ModelReference] {
    guard let text = session.arguments.text(models) else {
      throw ArgumentParser.UsageError(
        message: "'compare' needs \(models.written) \(models.placeholder).", command: "compare")
    }
    let names = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard !names.isEmpty else {
      throw ArgumentParser.UsageError(message: "--models names no model.", command: "compare")
    }
    return names.map { ModelReference($0) }
  }

  /// The most that may be paid; `nil` when nothing was said.
  static func limit(_ session: Session) throws -> USD? {
    guard let text = session.arguments.text(maxCost) else { return nil }
    guard let most = USD(text), most > .zero else {
      throw ArgumentParser.UsageError(
        message:
          "--max-cost must be an amount in US dollars, as 0.05, not '\(TerminalText.line(text))'.",
        command: "compare")
    }
    return most
  }
}
