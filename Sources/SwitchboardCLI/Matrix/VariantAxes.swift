import SwitchboardCore
import SwitchboardEvaluation

/// The axes of which every combination is a variant.
struct VariantAxes {
  /// An option and the values that it takes.
  struct Option {
    var name: String
    var values: [String]
  }

  static let vary = Flag(
    "vary", .text("NAME=V,V"), "Values of an option, each a variant, as temperature=0,0.7",
    isRepeatable: true)

  var models: [ModelReference]
  var systems: [String]
  var options: [Option]

  /// The options that can be varied, by their names in a request's JSON form.
  static let names = [
    "temperature", "topP", "topK", "maxOutputTokens", "seed", "frequencyPenalty",
    "presencePenalty",
  ]

  /// The most variants of a run.
  private static let limit = 1_000

  /// Reads every `NAME=V,V`.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`, also for an option that
  ///   stands there twice, of which the last value alone would count.
  static func options(_ texts: [String]) throws -> [Option] {
    let options = try texts.map(option)
    var seen: Set<String> = []
    if let twice = options.first(where: { !seen.insert($0.name).inserted }) {
      throw SwitchboardError(
        .invalidRequest,
        "\(vary.written) \(twice.name) is given twice; name all its values at once, as \(twice.name)=V,V."
      )
    }
    return options
  }

  /// Reads `NAME=V,V`.
  static func option(_ text: String) throws -> Option {
    let (name, list) = try pair(text, vary)
    guard names.contains(name) else {
      let near = NearestWords.find(name, in: names, limit: 1)
      let hint =
        near.first.map { "did you mean '\($0)'?" } ?? "use \(names.joined(separator: ", "))."
      throw SwitchboardError(.invalidRequest, "There is no option '\(name)' to vary; \(hint)")
    }
    return Option(
      name: name,
      values: list.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0).trimmed
      })
  }

  /// Reads `NAME=VALUE`.
  static func pair(_ text: String, _ flag: Flag) throws -> (name: String, value: String) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw SwitchboardError(
        .invalidRequest, "\(flag.written) must be \(flag.placeholder), not '\(text)'.")
    }
    return (String(text[..<sign]).trimmed, String(text[text.index(after: sign)...]))
  }

  /// All variants: the models in the order asked, each with every system text and every option.
  func variants() throws -> [Evaluation.Variant] {
    let count = options.reduce(models.count * max(1, systems.count)) {
      $0.multipliedReportingOverflow(by: $1.values.count).partialValue
    }
    guard (0...Self.limit).contains(count) else {
      throw SwitchboardError(
        .invalidRequest, "These are \(count) variants; at most \(Self.limit) can be compared.")
    }
    var variants = models.map { Evaluation.Variant(name: $0.description, model: $0) }
    if let only = systems.first, systems.count == 1 {
      for place in variants.indices { variants[place].system = only }
    } else if !systems.isEmpty {
      variants = variants.flatMap { variant in
        systems.enumerated().map { number, system in
          var variant = variant
          variant.system = system
          variant.name += " · system \(number + 1)"
          return variant
        }
      }
    }
    for option in options {
      variants = try variants.flatMap { variant in
        try option.values.map { try Self.setting(option.name, $0, in: variant) }
      }
    }
    return Self.unique(variants)
  }

  private static func setting(
    _ name: String, _ value: String, in variant: Evaluation.Variant
  ) throws -> Evaluation.Variant {
    var variant = variant
    var request = ChatRequest(messages: [])
    request.options = variant.options
    do {
      var json = request.json
      if !json["options"].exists { json["options"] = [:] }
      let number = try JSON(parsing: value)
      guard number.kind != .null else {
        throw SwitchboardError(.invalidRequest, "it must be a number.")
      }
      json["options"][name] = number
      variant.options = try ChatRequest(json: json).options
    } catch {
      let reason = (error as? SwitchboardError)?.message ?? "it must be a number."
      throw SwitchboardError(
        .invalidRequest, "\(vary.written) \(name)=\(value): \(reason)")
    }
    variant.name += " · \(name)=\(value)"
    return variant
  }

  /// One that stands there twice gets a number, so that each has a name of its own.
  private static func unique(_ variants: [Evaluation.Variant]) -> [Evaluation.Variant] {
    var seen: [String: Int] = [:]
    return variants.map { variant in
      seen[variant.name, default: 0] += 1
      var variant = variant
      if let number = seen[variant.name], number > 1 { variant.name += " (\(number))" }
      return variant
    }
  }
}
