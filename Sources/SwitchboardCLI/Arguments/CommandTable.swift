/// The commands.
enum CommandTable {
  /// Every command, in the order of the help.
  static let rows: [CommandRow] = [
    AskCommand.row,
    ChatCommand.row,
    CompareCommand.row,
    BatchCommand.row,
    ImageCommand.row,
    RouteCommand.row,
    ModelsCommand.row,
    VendorsCommand.row,
    DoctorCommand.row,
    TrustCommand.row,
    KeysCommand.row,
    .unbuilt(
      "tokens", "Count tokens", "Counting tokens is not built yet: this version has no 'tokens'."),
    .unbuilt(
      "history", "Look at kept conversations",
      "Conversations are not kept yet: this version has no 'history'."),
    .unbuilt(
      "record", "Record vendor traffic",
      "Recording traffic is not built yet: this version has no 'record'."),
    .unbuilt(
      "replay", "Play recorded traffic",
      "Playing recorded traffic is not built yet: this version has no 'replay'."),
  ]
}
