enum KeysCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("keys", "x", "x")
}
