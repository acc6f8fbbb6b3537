import Switchboard
import SwitchboardCore

/// Reads the section `context`.
struct ContextSection {
  /// The entries that the model of summaries may be at.
  var entries: [String]

  private static let strategies = ["dropOldest", "slidingTurns", "summarise", "fail"]

  /// Reads the settings; what is left out keeps its default.
  func read(_ section: ConfigurationValue) throws -> ContextPolicy {
    let given = try section.fields(["strategy", "turns", "reserveOutput", "model"])
    let word = try given["strategy"]?.value.choice(Self.strategies) ?? Self.strategies[0]
    for (field, owner) in [("turns", "slidingTurns"), ("model", "summarise")] {
      if let member = given[field], word != owner {
        throw member.value.complaint(
          "'\(member.value.path)' belongs to the strategy '\(owner)', not to '\(word)'",
          at: member.keyPosition)
      }
      if given[field] == nil, word == owner, let place = given["strategy"]?.value {
        throw place.complaint("'\(section.path)' must have the field '\(field)' beside '\(owner)'")
      }
    }
    var policy = ContextPolicy()
    switch word {
    case "slidingTurns":
      policy.strategy = .slidingTurns(try given["turns"]?.value.integer(1 ... .max) ?? 1)
    case "summarise":
      policy.strategy = .summarise
      policy.summaryModel = try given["model"]?.value.model(among: entries)
    case "fail": policy.strategy = .fail
    default: policy.strategy = .dropOldest
    }
    if let value = given["reserveOutput"]?.value {
      policy.reserveOutput = try value.integer(1 ... .max)
    }
    return policy
  }
}
