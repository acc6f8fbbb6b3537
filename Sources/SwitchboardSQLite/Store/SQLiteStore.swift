public import Switchboard
public import SwitchboardCore

/// Keeps conversations in a file, with the system's SQLite.
///
/// What ``append(_:)`` was given is on the disk when it returns: it survives the end of the process and
/// a power cut. Several stores, also of several processes, may use one file at once; writers take turns,
/// and wait for each other for up to five seconds. The file must not lie on a network file system.
///
/// A file that cannot be used as it is, because it is damaged, of another program or of a newer version,
/// is left as it was.
public final class SQLiteStore: ConversationStore {
  /// The file, as it was named.
  public let path: String

  private let writer: Lane
  private let reader: Lane

  /// Opens a file, and makes it when it is missing: for its owner alone, as is a missing folder.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` whose sentence says why the
  ///   file cannot be used, and what to do.
  public convenience init(path: String) async throws {
    try await self.init(path: path, StoreSettings())
  }

  package init(path: String, _ settings: StoreSettings) async throws {
    self.path = path
    writer = try await Lane(Workers.write, gathers: true) { try settings.open(path) }
    reader = try await Lane(Workers.read, gathers: false) { try settings.open(path) }
  }

  /// The journal mode that this system's SQLite is used with (sqlite.org/pragma.html#pragma_journal_mode).
  package static var journalMode: String { StoreSettings().journal.rawValue }

  /// Ends the store when what was begun is done; it cannot be used afterwards.
  public func close() async {
    await writer.close()
    await reader.close()
  }

  /// As ``ConversationStore`` demands.
  public func append(_ turns: [NewTurn]) async throws -> [StoredTurn] {
    let prepared = try turns.map { try PreparedTurn($0) }
    return try await writer.run { try TurnWriter(connection: $0).append(prepared) }
  }

  /// As ``ConversationStore`` demands.
  public func record(of conversation: ConversationID) async throws -> ConversationRecord? {
    try await reader.run { try RecordReader(connection: $0).record(of: conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func records(matching text: String, limit: Int) async throws -> [ConversationRecord] {
    try await reader.run {
      try RecordReader(connection: $0).records(matching: text, limit: limit)
    }
  }

  /// As ``ConversationStore`` demands.
  public func records(
    after last: ConversationID?, limit: Int
  ) async throws -> [ConversationRecord] {
    try await reader.run { try RecordReader(connection: $0).records(after: last, limit: limit) }
  }

  /// As ``ConversationStore`` demands.
  public func rename(_ conversation: ConversationID, name: String?, title: String?) async throws {
    try await writer.run {
      try ConversationWriter(connection: $0).rename(conversation, name: name, title: title)
    }
  }

  /// As ``ConversationStore`` demands.
  public func delete(_ conversation: ConversationID) async throws -> Bool {
    try await writer.run { try ConversationWriter(connection: $0).delete(conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func branches(of conversation: ConversationID) async throws -> [Branch] {
    try await reader.run { try RecordReader(connection: $0).branches(of: conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func setBranch(_ branch: Branch, of conversation: ConversationID) async throws {
    try await writer.run {
      try ConversationWriter(connection: $0).setBranch(branch, of: conversation)
    }
  }

  /// As ``ConversationStore`` demands.
  public func removeBranch(_ name: String, of conversation: ConversationID) async throws {
    try await writer.run {
      try ConversationWriter(connection: $0).removeBranch(name, of: conversation)
    }
  }

  /// As ``ConversationStore`` demands.
  public func path(
    to node: NodeID, in conversation: ConversationID, limit: Int?
  ) async throws -> [ConversationNode] {
    try await reader.run {
      try PathReader(connection: $0).path(to: node, in: conversation, limit: limit)
    }
  }

  /// As ``ConversationStore`` demands.
  public func children(
    of node: NodeID?, in conversation: ConversationID
  ) async throws -> [ConversationNode] {
    try await reader.run { try NodeReader(connection: $0).children(of: node, in: conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func forks(of conversation: ConversationID) async throws -> [[NodeID]] {
    try await reader.run { try ForkReader(connection: $0).forks(of: conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func newest(
    behind node: NodeID, in conversation: ConversationID
  ) async throws -> NodeID {
    try await reader.run { try ForkReader(connection: $0).newest(behind: node, in: conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func summaries(of conversation: ConversationID) async throws -> [ConversationNode] {
    try await reader.run { try NodeReader(connection: $0).summaries(of: conversation) }
  }

  /// As ``ConversationStore`` demands.
  public func nodes(
    of conversation: ConversationID, after last: NodeID?, limit: Int
  ) async throws -> [ConversationNode] {
    try await reader.run {
      try NodeReader(connection: $0).nodes(of: conversation, after: last, limit: limit)
    }
  }

  /// As ``ConversationStore`` demands.
  public func setPinned(
    _ isPinned: Bool, _ node: NodeID, in conversation: ConversationID
  ) async throws {
    try await writer.run {
      try ConversationWriter(connection: $0).setPinned(isPinned, node, in: conversation)
    }
  }

  /// As ``ConversationStore`` demands.
  public func stories(
    of conversation: ConversationID, after last: TurnID?, limit: Int
  ) async throws -> [TurnStory] {
    try await reader.run {
      try StoryReader(connection: $0).stories(of: conversation, after: last, limit: limit)
    }
  }

  /// As ``ConversationStore`` demands.
  public func story(
    of node: NodeID, in conversation: ConversationID
  ) async throws -> TurnStory? {
    try await reader.run { try StoryReader(connection: $0).story(of: node, in: conversation) }
  }

  /// As ``ConversationStore`` demands; letters with and without accents are the same.
  public func search(
    _ text: String, in conversation: ConversationID?, after last: SearchHit.Cursor?, limit: Int
  ) async throws -> [SearchHit] {
    let query = SearchQuery(text)
    return try await reader.run {
      try SearchReader(connection: $0).hits(
        query, in: conversation, before: last?.rawValue ?? .max, limit: limit)
    }
  }

  /// As ``ConversationStore`` demands.
  public func value(for key: String) async throws -> JSON? {
    try await reader.run { connection in
      try connection.first("SELECT value FROM setting WHERE key = ?", .text(key)) {
        try StoredJSON.read($0, 0, connection)
      }
    }
  }

  /// As ``ConversationStore`` demands.
  public func setValue(_ value: JSON, for key: String) async throws {
    let text = try StoredJSON.encode(value)
    try await writer.run {
      try $0.run(
        """
        INSERT INTO setting (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """, .text(key), .utf8(text))
    }
  }
}
