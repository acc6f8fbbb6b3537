enum TrustCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("trust", "x", "x")
}
