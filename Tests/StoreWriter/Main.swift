import Switchboard
import SwitchboardCore
import SwitchboardSQLite

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program that uses a store until the tests of the store have seen enough.
///
/// It prints a line for everything that the store has acknowledged, at once and not before.
@main
enum Main {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  @concurrent private static func run(_ words: [String]) async -> Int32 {
    do {
      switch (words.first, words.dropFirst().first, words.count) {
      case ("append", let file?, 2): try await append(file)
      case ("follow", let file?, 5): try await follow(file, words[2], Int(words[3]), words[4])
      case ("migrate", let file?, 2): try await migrate(file)
      case ("openly", let file?, 2): try await openly(file)
      case ("limited", let file?, 3): try await limited(file, words[2])
      case ("nobody", let file?, 2): try await nobody(file)
      default: return 64
      }
      return 0
    } catch let error as SwitchboardError {
      say("\(error.kind): \(error.message)")
      return 1
    } catch {
      say("\(error)")
      return 1
    }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// Four tasks append turns for ever.
  private static func append(_ file: String) async throws {
    let store = try await SQLiteStore(path: file)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let conversation = ConversationID.random()
          var head: NodeID?
          while true {
            let turn = turn(in: conversation, after: head, "question \(TurnID.random())")
            head = try await store.append([turn])[0].nodes.last?.id
            say(turn.id.description)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Appends so many turns to the main branch, whoever else does.
  private static func follow(
    _ file: String, _ conversation: String, _ count: Int?, _ name: String
  ) async throws {
    let store = try await SQLiteStore(path: file)
    guard let conversation = ConversationID(conversation), let count else { return }
    for number in 0..<count {
      let head = try await store.branches(of: conversation).first?.head
      let turn = turn(in: conversation, after: head, "\(name) \(number)")
      _ = try await store.append([turn])
      say(turn.id.description)
    }
    await store.close()
  }

  private static func turn(
    in conversation: ConversationID, after head: NodeID?, _ question: String
  ) -> NewTurn {
    NewTurn(
      conversation: conversation, parent: head.map { .node($0) } ?? .root, expectedHead: head,
      messages: [.user(question), .assistant("answer to " + question)],
      decision: ["route": "default"],
      attempts: [
        Attempt(
          number: 1, origin: Origin(vendor: "mock", kind: "mock", model: "small"),
          outcome: .reply, timing: Timing(), startedAt: 1_000)
      ], at: 1_000)
  }

  /// Opens a file with a schema of six more steps, each of which takes a while.
  private static func migrate(_ file: String) async throws {
    var settings = StoreSettings()
    settings.schema = Schema(
      steps: settings.schema.steps
        + (1...6).map { number in
          Schema.Step(
            sql: """
              ALTER TABLE conversation ADD COLUMN extra\(number) TEXT;
              CREATE TABLE more\(number) (place INTEGER PRIMARY KEY, text TEXT);
              INSERT INTO more\(number)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                SELECT i, hex(randomblob(50)) FROM n;
              """)
        })
    say("ready")
    let store = try await SQLiteStore(path: file, settings)
    await store.close()
  }

  /// Makes files as a program without a care for who may read them.
  private static func openly(_ file: String) async throws {
    umask(0)
    let store = try await SQLiteStore(path: file)
    say("opened")
    _ = try await store.append([turn(in: .random(), after: nil, "hello")])
    await store.close()
  }

  /// Appends until its files may not grow any more, and says what the store says.
  private static func limited(_ file: String, _ bytes: String) async throws {
    let store = try await SQLiteStore(path: file)
    signal(SIGXFSZ, SIG_IGN)
    let most = rlim_t(bytes) ?? 0
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    #if canImport(Darwin)
    setrlimit(RLIMIT_FSIZE, &limit)
    #else
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    while true {
      let turn = turn(in: .random(), after: nil, String(repeating: "many words ", count: 500))
      _ = try await store.append([turn])
      say(turn.id.description)
    }
  }

  /// Opens a file as somebody who may not write everywhere.
  private static func nobody(_ file: String) async throws {
    if geteuid() == 0 { setuid(65534) }
    let store = try await SQLiteStore(path: file)
    say("opened")
    _ = try await store.append([turn(in: .random(), after: nil, "hello")])
    await store.close()
  }
}
