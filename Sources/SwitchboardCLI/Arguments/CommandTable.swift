/// The commands.
enum CommandTable {
  /// Every command, in the order of the help.
  static let rows: [CommandRow] = [
    AskCommand.row,
    ChatCommand.row,
    HistoryCommand.row,
    CompareCommand.row,
    BatchCommand.row,
    ImageCommand.row,
    RouteCommand.row,
    TokensCommand.row,
    ModelsCommand.row,
    VendorsCommand.row,
    DoctorCommand.row,
    TrustCommand.row,
    KeysCommand.row,
    .unbuilt(
      "record", "Record vendor traffic",
      "Recording traffic is not built yet: this version has no 'record'."),
    .unbuilt(
      "replay", "Play recorded traffic",
      "Playing recorded traffic is not built yet: this version has no 'replay'."),
  ]
}
