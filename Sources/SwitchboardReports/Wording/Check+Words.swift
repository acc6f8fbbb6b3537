import SwitchboardCore
import SwitchboardEvaluation

extension Check {
  /// What the check asks of an answer, in words.
  var words: String {
    switch self {
    case .contains(let words): "contains “\(words)”"
    case .regex(let pattern): "fits the expression \(pattern)"
    case .json: "is JSON"
    case .jsonSchema(let schema): "is JSON that fits the schema \(schema.text)"
    case .equals(let words): "is “\(words)”"
    case .maxCost(let most): "costs at most $\(most)"
    case .maxFirstToken(let most): "begins within \(Figures.time(Double(most)))"
    case .similar(let other, let least):
      "is like “\(other)” by \(Figures.percent(least)) or more"
    }
  }
}
