enum VendorsCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("vendors", "x", "x")
}
