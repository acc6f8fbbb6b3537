enum DoctorCommand {
  static let events = Flag("events", "x")
  static let row = CommandRow.unbuilt("doctor", "x", "x")
}
