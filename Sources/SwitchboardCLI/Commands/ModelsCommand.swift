import SwitchboardConfiguration
import SwitchboardCore

/// `models`: what is known of models.
enum ModelsCommand {
  static let vendor = Flag("vendor", .text("V"), "The models of this entry alone")
  static let can = Flag(
    "can", .text("A,B"), "Models that are known to have all of these abilities")

  static let row = CommandRow(
    name: "models", words: "", wordCount: 0...0, summary: "List models and what is known of them",
    notes: ["Abilities: \(Ability.allCases.map(\.rawValue).joined(separator: ", "))."],
    flags: [vendor, can, .json]
  ) { session in
    let wanted = try abilities(session.arguments.text(can))
    let configuration = try session.configuration()
    let catalog = ModelCatalog(
      registry: configuration.registry, configured: configuration.models)
    var providers = configuration.registry.providers
    if let name = session.arguments.text(vendor) {
      guard let provider = configuration.registry[VendorID(rawValue: name)] else {
        throw VendorsCommand.unknown(name, configuration.registry)
      }
      providers = [provider]
    }
    let models = providers.flatMap { provider in
      catalog.models(of: provider.id).map { (provider.id, $0.descriptor) }
    }.filter { $0.1.can.isSuperset(of: wanted) }
    if session.arguments.has(.json) {
      let json = JSON.array(models.map { ModelFacts.json($0.0, $0.1) })
      try await session.output.line(json.text)
    } else if models.isEmpty {
      session.notes.say("no model is known that fits.")
    } else {
      try await session.output.write(ModelFacts.table(models))
    }
    return .done
  }

  private static func abilities(_ text: String?) throws -> Set<Ability> {
    guard let text else { return [] }
    let known = Ability.allCases.map(\.rawValue)
    return Set(
      try text.split(separator: ",").map { word in
        if let ability = Ability(rawValue: String(word)) { return ability }
        let near = NearestWords.find(String(word), in: known, limit: 1)
        let hint = near.first.map { "; did you mean '\($0)'?" } ?? "."
        throw ArgumentParser.UsageError(
          message: "There is no ability '\(TerminalText.line(String(word)))'\(hint)",
          command: "models")
      })
  }
}

/// The facts of models, for people and for programs.
enum ModelFacts {
  /// A table.
  static func table(_ models: [(VendorID, ModelDescriptor)]) -> String {
    var table = TextTable(["MODEL", "WINDOW", "OUTPUT", "$ IN/OUT A MILLION", "CAN"])
    for (vendor, facts) in models {
      let prices = facts.prices
      let price = [prices?.input, prices?.output].map { $0.map { "\($0)" } ?? "?" }
      let picture = prices?.image.map { "\($0) a picture" }
      table.add([
        ModelReference(vendor: vendor, model: facts.model).description,
        facts.window.map { $0.grouped } ?? "?",
        facts.maxOutput.map { $0.grouped } ?? "?",
        picture ?? price.joined(separator: " / "),
        facts.can.sorted().map(\.rawValue).joined(separator: " ")
          + (facts.retires.map { " (retires \($0))" } ?? ""),
      ])
    }
    return table.text()
  }

  /// The public JSON form.
  static func json(_ vendor: VendorID, _ facts: ModelDescriptor) -> JSON {
    .object([
      ("model", JSON(ModelReference(vendor: vendor, model: facts.model).description)),
      ("window", JSON(optional: facts.window)), ("maxOutput", JSON(optional: facts.maxOutput)),
      ("can", words(facts.can)), ("cannot", words(facts.cannot)),
      (
        "input", facts.inputs.isEmpty ? .missing : .object(facts.inputs.map { ($0.mime, json($0)) })
      ),
      ("prices", facts.prices.map { json($0) } ?? .missing),
      ("retires", JSON(optional: facts.retires?.description)),
    ])
  }

  private static func words(_ abilities: Set<Ability>) -> JSON {
    .array(abilities.sorted().map { JSON($0.rawValue) })
  }

  private static func json(_ limit: MediaLimit) -> JSON {
    .object([
      ("count", JSON(optional: limit.count)), ("bytes", JSON(optional: limit.bytes)),
      ("side", JSON(optional: limit.side)),
    ])
  }

  /// Amounts are decimal text, never binary fractions.
  private static func json(_ prices: Prices) -> JSON {
    .object([
      ("input", JSON(optional: prices.input?.description)),
      ("cachedInput", JSON(optional: prices.cachedInput?.description)),
      ("cacheWrite", JSON(optional: prices.cacheWrite?.description)),
      ("output", JSON(optional: prices.output?.description)),
      ("image", JSON(optional: prices.image?.description)),
      (
        "tiers",
        prices.tiers.isEmpty
          ? .missing
          : .array(
            prices.tiers.map { tier in
              JSON.object([("above", JSON(tier.above))]).merging(json(tier.prices))
            })
      ),
      ("asOf", JSON(optional: prices.asOf?.description)),
      ("source", JSON(optional: prices.source)),
    ])
  }
}
