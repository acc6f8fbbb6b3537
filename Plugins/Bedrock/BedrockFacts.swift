import SwitchboardCore
import SwitchboardForms

/// What is known of models, by whatever name they are asked for.
struct BedrockFacts: Sendable {
  private let table: ModelTable
  private let configured: [ModelDescriptor]

  init(configured: [ModelDescriptor]) {
    self.table = ModelTable(BedrockModels.models, families: BedrockModels.families)
    self.configured = configured
  }

  /// The models that are known by name.
  var models: [ModelDescriptor] { table.models }

  /// What holds for the model behind an id.
  func family(of model: String) -> ModelDescriptor? {
    table.family(of: BedrockModelID(model).base)
  }

  /// All that is known of a model, for writing a request to it.
  func facts(for model: String) -> ModelDescriptor {
    var row = family(of: model) ?? ModelDescriptor(model)
    row.model = model
    return ModelTable([row], configured: configured).facts(for: model)
  }
}
