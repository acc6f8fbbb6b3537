/// `history`: the conversations that are kept.
enum HistoryCommand {
  static let row = CommandRow.group(
    "history", "Look at conversations that are kept, carry them in and out",
    notes: [
      "Conversations are kept by 'ask' and 'chat' with --conversation, in the file that 'store' in the configuration names: ~/.local/share/switchboard/conversations.db where it says nothing. ID is the id of a conversation, the beginning of one, the name of one, or 'last'. Times are UTC."
    ],
    [
      HistoryList.row, HistoryShow.row, HistorySearch.row, HistoryBranches.row,
      HistoryExport.row, HistoryImport.row, HistoryDelete.row,
    ])
}
