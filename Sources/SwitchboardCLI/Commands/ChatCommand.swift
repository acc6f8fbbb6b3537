enum ChatCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("chat", "x", "x")
}
