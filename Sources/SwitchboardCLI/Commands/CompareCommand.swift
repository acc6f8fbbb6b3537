enum CompareCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("compare", "x", "x")
}
