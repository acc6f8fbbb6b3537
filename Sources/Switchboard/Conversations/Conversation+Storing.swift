import SwitchboardCore

extension Conversation {
  /// Stores turns of which each follows the one before, and follows what became of the last.
  ///
  /// - Returns: What the store made of them; none for the stories of turns that wait for the first
  ///   message.
  /// - Throws: What the store throws.
  @discardableResult
  func commit(_ turns: [NewTurn]) async throws -> [StoredTurn] {
    if turns.allSatisfy(\.messages.isEmpty), try await store.record(of: id) == nil {
      state.withLock { state in
        for var story in turns {
          // What was asked in vain names nothing.
          story.title = nil
          state.stories.append(story)
        }
      }
      return []
    }
    let stories = state.withLock { $0.stories }
    let all = stories + turns.map { $0.behind(stories.count) }
    let stored = try await append(all).dropFirst(stories.count)
    state.withLock { state in
      state.stories.removeFirst(stories.count)
      guard let last = stored.last, let branch = last.branch, !last.nodes.isEmpty else { return }
      let nodes = stored.flatMap(\.nodes)
      if branch == state.branch, nodes[0].parent == state.path?.head {
        state.path?.append(nodes)
      } else {
        // It went elsewhere than after the messages known here: they are read again.
        state.branch = branch
        state.path = nil
      }
    }
    return Array(stored)
  }

  /// Stores turns that have ended; those that cannot be stored are kept for the next try.
  func keep(_ turns: [NewTurn]) async -> Result<[StoredTurn], any Error> {
    do {
      return .success(try await commit(turns))
    } catch {
      state.withLock { $0.unsettled.append(turns) }
      return .failure(error)
    }
  }

  private func append(_ turns: [NewTurn]) async throws -> [StoredTurn] {
    do {
      return try await store.append(turns.map { $0.moved(to: id) })
    } catch {
      guard let other = try await namesake(of: turns) else { throw error }
      state.withLock { $0.id = other }
      return try await store.append(turns.map { $0.moved(to: other) })
    }
  }

  /// The conversation that somebody else has begun under the name that turns were to begin one of.
  private func namesake(of turns: [NewTurn]) async throws -> ConversationID? {
    let (name, joins) = state.withLock { ($0.name, $0.joinsNamesake) }
    guard joins, let name, turns.first?.parent == .root else { return nil }
    let record = try await store.record(named: name)
    return record.flatMap { $0.id == id ? nil : $0.id }
  }
}

extension NewTurn {
  fileprivate func moved(to conversation: ConversationID) -> NewTurn {
    var turn = self
    turn.conversation = conversation
    return turn
  }

  /// The turn when others stand before those of its call.
  fileprivate func behind(_ count: Int) -> NewTurn {
    var turn = self
    if case .turn(let place) = parent { turn.parent = .turn(place + count) }
    return turn
  }
}
