import SwitchboardCore

/// Reads what an entry says of models.
enum ModelSection {
  private static let fields = ["id", "window", "maxOutput", "can", "cannot", "prices"]
  private static let priceFields = [
    "input", "output", "cachedInput", "cacheWrite", "image", "asOf", "source",
  ]

  /// Reads the models of one entry.
  static func read(_ value: ConfigurationValue) throws -> [ModelDescriptor] {
    var models: [ModelDescriptor] = []
    for element in try value.elements(#"an array of models, as [{ id: "…", window: 8192 }]"#) {
      let (model, place) = try model(element)
      if models.contains(where: { $0.model == model.model }) {
        let name = ShownWord.shown(model.model).map { "the model \($0)" } ?? "one model"
        throw element.complaint("\(value.name) has \(name) twice", at: place)
      }
      models.append(model)
    }
    return models
  }

  private static func model(
    _ value: ConfigurationValue
  ) throws -> (model: ModelDescriptor, place: JSON.Position) {
    let given = try value.fields(fields)
    guard let id = given["id"]?.value else {
      throw value.complaint("\(value.name) must have the field 'id'")
    }
    var model = ModelDescriptor(try id.text("the vendor's name of a model"))
    model.window = try given["window"]?.value.integer(1 ... .max)
    model.maxOutput = try given["maxOutput"]?.value.integer(1 ... .max)
    let words = Ability.allCases.map(\.rawValue)
    if let can = given["can"]?.value {
      let chosen = try can.choices(words, of: "abilities")
      model.can = Set(chosen.compactMap { Ability(rawValue: $0.word) })
    }
    if let cannot = given["cannot"]?.value {
      for (word, place) in try cannot.choices(words, of: "abilities") {
        guard let ability = Ability(rawValue: word) else { continue }
        if model.can.contains(ability) {
          throw cannot.complaint("\(cannot.name) names '\(word)', which 'can' names too", at: place)
        }
        model.cannot.insert(ability)
      }
    }
    model.prices = try given["prices"].map { try prices($0.value) }
    return (model, id.position)
  }

  private static func prices(_ value: ConfigurationValue) throws -> Prices {
    let given = try value.fields(priceFields)
    func price(_ name: String) throws -> USD? { try given[name].map { try dollars($0.value) } }
    var prices = Prices(
      input: try price("input"), cachedInput: try price("cachedInput"),
      cacheWrite: try price("cacheWrite"), output: try price("output"), image: try price("image"))
    prices.source = try given["source"]?.value.text()
    if let day = given["asOf"]?.value {
      guard let date = day.json.string.flatMap({ Day($0) }) else {
        throw day.wrong("a day as \"2026-07-31\"")
      }
      prices.asOf = date
    }
    return prices
  }

  /// Dollars as text or a number; the digits are taken as written, so that no cent is lost.
  private static func dollars(_ value: ConfigurationValue) throws -> USD {
    guard let text = value.json.string ?? value.json.number, let amount = USD(text),
      amount >= .zero
    else {
      throw value.wrong(#"dollars a million tokens, as "1.25", with at most twelve decimals"#)
    }
    return amount
  }
}
