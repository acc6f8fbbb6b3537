import SwitchboardCore

/// Reads the section `routes`.
struct RouteSection {
  /// The entries that candidates may name.
  var entries: [String]

  /// Reads the routes.
  func read(_ section: ConfigurationValue) throws -> [String: RouteConfiguration] {
    var routes: [String: RouteConfiguration] = [:]
    for member in try section.members() {
      try EntryName.check(member, of: "a route")
      routes[member.key] = try route(member)
    }
    return routes
  }

  private func route(_ member: ConfigurationValue.Member) throws -> RouteConfiguration {
    let given = try member.value.fields(["candidates", "policy", "fallbackOn"])
    guard let list = given["candidates"]?.value else {
      throw member.value.complaint(
        "\(member.value.name) must have the field 'candidates'", at: member.keyPosition)
    }
    let expected = #"an array of models, as ["openai/gpt-5.5", "gemini/*"]"#
    let elements = try list.elements(expected)
    guard !elements.isEmpty else { throw list.wrong(expected) }
    var route = RouteConfiguration(candidates: try elements.map(candidate))
    if let policy = given["policy"]?.value {
      let word = try policy.choice(RouteConfiguration.Policy.allCases.map(\.rawValue))
      route.policy = RouteConfiguration.Policy(rawValue: word) ?? .ordered
    }
    if let words = given["fallbackOn"]?.value {
      route.fallbackOn = try words.choices(
        RouteConfiguration.fallbackWords, of: "kinds of failure"
      ).map(\.word)
    }
    return route
  }

  private func candidate(_ value: ConfigurationValue) throws -> RouteConfiguration.Candidate {
    if value.json.kind == .string { return .init(model: try model(value)) }
    guard value.json.kind == .object else {
      throw value.wrong(#"a model, as "openai/gpt-5.5" or { model: "openai/gpt-5.5", weight: 2 }"#)
    }
    let given = try value.fields(["model", "weight"])
    guard let name = given["model"]?.value else {
      throw value.complaint("\(value.name) must have the field 'model'")
    }
    var candidate = RouteConfiguration.Candidate(model: try model(name))
    if let weight = given["weight"]?.value {
      guard let share = weight.json.double, share > 0 else {
        throw weight.wrong("a number above zero")
      }
      candidate.weight = share
    }
    return candidate
  }

  private func model(_ value: ConfigurationValue) throws -> ModelReference {
    let reference = ModelReference(try value.text(#"a model, as "openai/gpt-5.5""#))
    guard !reference.model.isEmpty else {
      throw value.complaint("\(value.name) must name a model after the slash, or '*' for all")
    }
    // Whose model a bare name is, the router finds out: it knows the models.
    guard let entry = reference.vendor?.rawValue else { return reference }
    guard entries.contains(entry) else {
      guard !entry.isEmpty else {
        throw value.complaint("\(value.name) must name an entry before the slash")
      }
      let word = ShownWord.shown(entry).map { "the entry \($0)" } ?? "an entry"
      throw value.complaint(
        "\(value.name) names \(word), which is not among the vendors"
          + ConfigurationValue.advice(entry, among: entries))
    }
    return reference
  }
}
