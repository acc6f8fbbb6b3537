enum AskCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("ask", "x", "x")
}
