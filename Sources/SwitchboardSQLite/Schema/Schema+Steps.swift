extension Schema {
  /// What this version of the program writes.
  static let current = Schema(steps: [first])

  /// The tables of the first version.
  ///
  /// They name each other by short numbers instead of ids. AUTOINCREMENT never gives a number twice, so
  /// numbers tell the order of writing whatever a clock says; `written` is the number of a
  /// conversation's last turn.
  ///
  /// The index keeps no text: it reads what it indexes through the view, whose function every
  /// connection of ours defines. No trigger feeds it, because a schema that is not trusted may not use
  /// FTS5.
  private static let first = Step(
    sql: """
      CREATE TABLE conversation (
        seq INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE,
        name TEXT UNIQUE,
        title TEXT,
        branch TEXT NOT NULL,
        messages INTEGER NOT NULL,
        written INTEGER NOT NULL,
        createdAt REAL NOT NULL,
        updatedAt REAL NOT NULL
      ) STRICT;
      CREATE INDEX conversation_written ON conversation (written);

      CREATE TABLE node (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE,
        conversation INTEGER NOT NULL REFERENCES conversation,
        parent INTEGER REFERENCES node DEFERRABLE INITIALLY DEFERRED,
        depth INTEGER NOT NULL,
        kind TEXT NOT NULL,
        isPinned INTEGER NOT NULL,
        message TEXT NOT NULL,
        storedAt REAL NOT NULL
      ) STRICT;
      CREATE INDEX node_conversation ON node (conversation);
      CREATE INDEX node_parent ON node (parent) WHERE parent IS NOT NULL;
      CREATE INDEX node_root ON node (conversation) WHERE parent IS NULL;
      CREATE INDEX node_summary ON node (conversation) WHERE kind = 'summary';

      CREATE TABLE branch (
        conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
        name TEXT NOT NULL,
        head INTEGER,
        PRIMARY KEY (conversation, name)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE turn (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE,
        conversation INTEGER NOT NULL REFERENCES conversation,
        firstNode INTEGER,
        lastNode INTEGER,
        branch TEXT,
        hadConflict INTEGER NOT NULL,
        decision TEXT,
        storedAt REAL NOT NULL
      ) STRICT;
      CREATE INDEX turn_conversation ON turn (conversation);

      CREATE TABLE attempt (
        turn INTEGER NOT NULL REFERENCES turn ON DELETE CASCADE,
        place INTEGER NOT NULL,
        attempt TEXT NOT NULL,
        PRIMARY KEY (turn, place)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE blob (
        seq INTEGER PRIMARY KEY,
        sha256 BLOB NOT NULL UNIQUE,
        bytes BLOB NOT NULL
      ) STRICT;

      CREATE TABLE blobUse (
        node INTEGER NOT NULL REFERENCES node ON DELETE CASCADE,
        blob INTEGER NOT NULL REFERENCES blob,
        PRIMARY KEY (node, blob)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX blobUse_blob ON blobUse (blob);

      CREATE TABLE setting (
        key TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE VIEW searchable AS
        SELECT seq, 'c' || conversation AS conversation, switchboard_words(message) AS text
        FROM node WHERE kind = 'message';

      CREATE VIRTUAL TABLE search USING fts5 (
        conversation, text, content = 'searchable', content_rowid = 'seq', columnsize = 0,
        tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
      );
      """)
}
