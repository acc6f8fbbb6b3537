import Switchboard
import SwitchboardCore

/// A conversation whose turns are kept: in the store when `--conversation` names it, else as long as
/// the program runs.
struct KeptConversation: Sendable {
  /// What the flag means, for the help.
  static let help =
    "With --conversation the turn is kept: ID is the id of a conversation, the beginning of one, the name of one, or 'last' for the one written to last. A name that is not there begins a conversation of that name. When an answer cannot be kept it is printed all the same, with a warning, and the exit code is 2."

  private static let options = Conversation.Options(keepsPartials: true)

  let conversation: Conversation
  let notes: Notes
  private let calibration: Locked<TokenCalibration>

  /// A conversation that is forgotten with the program.
  init(router: Router, notes: Notes) {
    self.notes = notes
    calibration = Locked(router.calibration)
    conversation = Conversation(router: router, options: Self.options)
  }

  /// Opens or begins the conversation that a word means.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when the word means several conversations or none
  ///   and is no name; what the store throws.
  init(_ word: String, router: Router, store: any ConversationStore, notes: Notes) async throws {
    self.notes = notes
    calibration = Locked(router.calibration)
    if let record = try await store.conversation(meant: word) {
      conversation = try await Conversation(
        opening: record.id, router: router, store: store, options: Self.options)
    } else if word == ConversationNames.last {
      throw SwitchboardError(.invalidRequest, "There is no conversation yet.")
    } else if let id = ConversationID(word) {
      throw ConversationNames.unknown(id)
    } else {
      conversation = try await Conversation(
        named: word, router: router, store: store, options: Self.options)
    }
    if try await store.record(of: conversation.id) == nil {
      notes.say("begins the conversation '\(word)'.")
    }
  }

  /// Reads a turn, and stores what it leaves however it ends.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - read: Reads and prints it.
  /// - Returns: The code of the reading, or that of a turn that could not be kept.
  /// - Throws: What the reading throws.
  func turn(
    _ turn: ConversationTurn, _ read: (ConversationTurn) async throws -> ExitCode
  ) async throws -> ExitCode {
    if let error = turn.summaryError {
      notes.say("warning: there is no new summary of what no longer fits: \(error.message)")
    }
    let branch = conversation.branch
    let code: ExitCode
    do {
      code = try await read(turn)
    } catch {
      await settle(turn, on: branch)
      throw error
    }
    return await settle(turn, on: branch) ? code : max(code, .usage)
  }

  /// Stores what a turn leaves, and says what became of it.
  ///
  /// - Returns: Whether it is kept.
  @discardableResult
  private func settle(_ turn: ConversationTurn, on branch: String) async -> Bool {
    // Ctrl-C has cancelled the task; what had come is kept all the same.
    let outcome = await Task { [conversation] in try await conversation.settle() }.result
    if case .failure(let error) = outcome {
      let reason = FailureReport.failure(error).message
      notes.say("warning: the turn could not be kept: \(reason)")
      return false
    }
    await keepCalibration()
    if let stored = turn.stored, stored.hadConflict {
      let kept = stored.branch ?? branch
      notes.say(
        "somebody else went on with the conversation meanwhile; this turn "
          + (kept == branch ? "follows theirs." : "is on a branch of its own, '\(kept)'."))
    }
    return true
  }

  private func keepCalibration() async {
    let outcome = await Task { [conversation, calibration] in
      let learned = try await KeptCalibration.save(
        conversation.router, since: calibration.withLock { $0 }, to: conversation.store)
      calibration.withLock { $0 = learned }
    }.result
    if case .failure(let error) = outcome {
      let reason = FailureReport.failure(error).message
      notes.say("warning: what was learned of models' tokens could not be kept: \(reason)")
    }
  }
}
