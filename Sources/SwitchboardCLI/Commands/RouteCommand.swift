enum RouteCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("route", "x", "x")
}
