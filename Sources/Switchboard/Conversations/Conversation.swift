public import SwitchboardCore

/// One conversation: a tree of messages that outlives the process, with one turn at a time.
///
/// ```swift
/// let conversation = Conversation(router: router, store: store)
/// for try await event in try await conversation.send(.user("What is a fjord?")) { … }
/// try await conversation.undo()
/// ```
///
/// A turn's question and answer are stored together when the answer is whole, before its last event
/// is handed out. A turn that fails leaves the history as it was, or keeps the partial answer, as
/// ``Options/keepsPartials`` says; the story of its calls is stored either way. A conversation begins
/// to exist with its first message: the stories of turns that failed before it wait here and are
/// stored with it, and go with the program when it never comes.
public final class Conversation: Sendable {
  /// How a conversation behaves.
  public struct Options: Hashable, Sendable {
    /// What becomes of a turn that is sent while another is on its way.
    public enum WhenBusy: String, Hashable, Sendable {
      /// It waits.
      case wait
      /// It is refused.
      case refuse
    }

    /// What becomes of a turn that is sent while another is on its way.
    public var whenBusy: WhenBusy

    /// Whether the partial answer of a turn that failed or was stopped is kept, marked incomplete.
    public var keepsPartials: Bool

    /// What becomes of a turn when somebody else's was stored in its place meanwhile.
    public var onConflict: NewTurn.Conflict

    /// Creates options.
    public init(
      whenBusy: WhenBusy = .wait, keepsPartials: Bool = false,
      onConflict: NewTurn.Conflict = .follow
    ) {
      self.whenBusy = whenBusy
      self.keepsPartials = keepsPartials
      self.onConflict = onConflict
    }
  }

  struct State {
    var id: ConversationID
    var branch: String
    var name: String?
    /// Whether it becomes the stored conversation of its name when somebody else is quicker.
    var joinsNamesake = false
    /// The messages of the branch; `nil` before they were read.
    var path: ConversationPath?
    /// The summaries of all branches; `nil` before they were read.
    var summaries: [ConversationNode]?
    /// Turns that ended without a reader who could wait for them to be stored, or could not be stored:
    /// those that belong together in one array.
    var unsettled: [[NewTurn]] = []
    /// The stories of turns that left no message before there was one.
    var stories: [NewTurn] = []
  }

  /// Where it is kept.
  public let store: any ConversationStore

  /// Who answers.
  public let router: Router

  /// How it behaves.
  public let options: Options

  /// Who writes summaries of what no longer fits.
  let summariser: (any Summariser)?

  let gate = TurnGate()
  let memo = ContextMemo()
  let state: Locked<State>

  /// Begins a new conversation; nothing is stored before its first turn.
  ///
  /// - Parameters:
  ///   - router: Who answers.
  ///   - store: Where it is kept.
  ///   - name: A name of its own in the store.
  ///   - options: How it behaves.
  ///   - summariser: Who writes summaries where the policy wants them; `nil` has the model of the
  ///     router's policy write them, when it names one.
  public convenience init(
    router: Router, store: any ConversationStore = MemoryStore(), name: String? = nil,
    options: Options = Options(), summariser: (any Summariser)? = nil
  ) {
    self.init(
      router, store, options, summariser,
      State(id: .random(), branch: Branch.main, name: name, path: ConversationPath()))
  }

  /// Goes on with a conversation that is stored, on the branch that was used last.
  ///
  /// - Parameters:
  ///   - id: The conversation.
  ///   - router: Who answers.
  ///   - store: Where it is kept.
  ///   - options: How it behaves.
  ///   - summariser: As for a new conversation.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when there is no such
  ///   conversation; what the store throws.
  public convenience init(
    opening id: ConversationID, router: Router, store: any ConversationStore,
    options: Options = Options(), summariser: (any Summariser)? = nil
  ) async throws {
    guard let record = try await store.record(of: id) else { throw ConversationNames.unknown(id) }
    self.init(
      router, store, options, summariser,
      State(id: id, branch: record.branch, name: record.name))
  }

  /// Goes on with the conversation of a name, or begins one of that name.
  ///
  /// Nothing of a new one is stored before its first turn. Of several programs that begin it at the
  /// same time all go on with the same: that of whoever stores first, whose ``id`` the others take over
  /// with their first turn.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when the name does not fit;
  ///   what the store throws.
  public convenience init(
    named name: String, router: Router, store: any ConversationStore,
    options: Options = Options()
  ) async throws {
    try ConversationNames.check(conversation: name)
    if let record = try await store.record(named: name) {
      try await self.init(opening: record.id, router: router, store: store, options: options)
    } else {
      self.init(
        router, store, options, nil,
        State(
          id: .random(), branch: Branch.main, name: name, joinsNamesake: true,
          path: ConversationPath()))
    }
  }

  private init(
    _ router: Router, _ store: any ConversationStore, _ options: Options,
    _ summariser: (any Summariser)?, _ state: State
  ) {
    self.router = router
    self.store = store
    self.options = options
    self.summariser =
      summariser
      ?? router.context.summaryModel.map { RouterSummariser(router: router, model: $0) }
    self.state = Locked(state)
  }

  /// The conversation's id.
  public var id: ConversationID { state.withLock { $0.id } }

  /// The branch that turns are added to.
  public var branch: String { state.withLock { $0.branch } }

  /// The messages of the branch, the oldest first.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(n) in the messages of the branch when somebody else has added to them or they
  ///   were never read; else one look at the store.
  public func messages() async throws -> [ConversationNode] { try await path().nodes }

  /// Adds messages without asking anybody.
  ///
  /// - Returns: The nodes.
  /// - Throws: What the store throws.
  @discardableResult
  public func append(_ messages: [Message]) async throws -> [ConversationNode] {
    try await alone {
      let path = try await path()
      let turn = newTurn(messages, after: path.head, onto: path)
      return try await commit([turn]).first?.nodes ?? []
    }
  }

  /// Stores what turns have left that nobody read to their end.
  ///
  /// Sending, and everything else that changes the conversation, does it first; a program calls it
  /// before it ends.
  ///
  /// - Throws: What the store throws; nothing is lost then, and the next call tries again.
  public func settle() async throws { try await alone {} }

  /// Runs while no turn is on its way, after what earlier turns left is stored.
  ///
  /// - Parameters:
  ///   - whenBusy: What is done while one is; `nil` is what the options say.
  ///   - body: What is run.
  /// - Returns: What it returns.
  /// - Throws: What it throws, and what the gate and the store do.
  func alone<T: Sendable>(
    _ whenBusy: Options.WhenBusy? = nil, _ body: () async throws -> T
  ) async throws -> T {
    try await gate.enter(whenBusy ?? options.whenBusy)
    defer { gate.leave() }
    try await storeUnsettled()
    return try await body()
  }

  func storeUnsettled() async throws {
    while let turns = state.withLock({ $0.unsettled.first }) {
      try await commit(turns)
      state.withLock { $0.unsettled.removeAll { $0.map(\.id) == turns.map(\.id) } }
    }
  }

  /// The messages of the branch, read when they are not known or somebody else has added to them.
  func path() async throws -> ConversationPath {
    let (known, name) = state.withLock { ($0.path, $0.branch) }
    let head = try await store.branches(of: id).first { $0.name == name }?.head
    if let known, known.head == head { return known }
    var path = ConversationPath()
    if let head { path.append(try await store.path(to: head, in: id, limit: nil)) }
    state.withLock { $0.path = path }
    return path
  }

  /// A turn that is to become the end of the branch.
  ///
  /// - Parameters:
  ///   - messages: Its messages.
  ///   - parent: The message they follow.
  ///   - path: The branch as it was when the turn began.
  /// - Returns: The turn, without its story.
  func newTurn(
    _ messages: [Message], after parent: NodeID?, onto path: ConversationPath
  ) -> NewTurn {
    let (branch, name) = state.withLock { ($0.branch, $0.name) }
    return NewTurn(
      conversation: id, branch: branch, parent: parent.map(NewTurn.Place.node) ?? .root,
      expectedHead: path.head,
      // Behind another's turn an answer to an older message would answer the wrong one.
      onConflict: parent == path.head ? options.onConflict : .branch, messages: messages,
      name: name, title: ConversationTitle.make(from: path.isEmpty ? messages : []),
      at: router.time.wall())
  }
}
