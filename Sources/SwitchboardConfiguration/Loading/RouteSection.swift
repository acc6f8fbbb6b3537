import Switchboard
import SwitchboardCore

/// Reads the section `routes`.
struct RouteSection {
  /// The entries that candidates may name.
  var entries: [String]

  /// Reads the routes.
  func read(_ section: ConfigurationValue) throws -> [String: Route] {
    var routes: [String: Route] = [:]
    for member in try section.members() {
      try EntryName.check(member, of: "a route")
      routes[member.key] = try route(member)
    }
    return routes
  }

  private func route(_ member: ConfigurationValue.Member) throws -> Route {
    let given = try member.value.fields(["candidates", "policy", "fallbackOn"])
    guard let list = given["candidates"]?.value else {
      throw member.value.complaint(
        "\(member.value.name) must have the field 'candidates'", at: member.keyPosition)
    }
    let expected = #"an array of models, as ["openai/gpt-5.5", "gemini/*"]"#
    let elements = try list.elements(expected)
    guard !elements.isEmpty else { throw list.wrong(expected) }
    var route = Route(try elements.map(candidate))
    if let policy = given["policy"]?.value {
      let word = try policy.choice(Route.Policy.allCases.map(\.rawValue))
      route.policy = Route.Policy(rawValue: word) ?? .ordered
    }
    if let words = given["fallbackOn"]?.value {
      let causes = try words.choices(
        Route.Fallback.allCases.map(\.rawValue), of: "causes to fall back"
      ).map(\.word)
      route.fallbackOn = Set(causes.compactMap(Route.Fallback.init(rawValue:)))
    }
    return route
  }

  private func candidate(_ value: ConfigurationValue) throws -> Route.Candidate {
    if value.json.kind == .string { return Route.Candidate(try pattern(value)) }
    guard value.json.kind == .object else {
      throw value.wrong(#"a model, as "openai/gpt-5.5" or { model: "openai/gpt-5.5", weight: 2 }"#)
    }
    let given = try value.fields(["model", "weight"])
    guard let name = given["model"]?.value else {
      throw value.complaint("\(value.name) must have the field 'model'")
    }
    var candidate = Route.Candidate(try pattern(name))
    if let weight = given["weight"]?.value {
      guard let share = weight.json.double, share > 0 else {
        throw weight.wrong("a number above zero")
      }
      candidate.weight = share
    }
    return candidate
  }

  private func pattern(_ value: ConfigurationValue) throws -> ModelReference {
    try value.model(among: entries, orPattern: true)
  }
}
