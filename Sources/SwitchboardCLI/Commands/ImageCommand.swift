enum ImageCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("image", "x", "x")
}
