enum ModelsCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("models", "x", "x")
}
