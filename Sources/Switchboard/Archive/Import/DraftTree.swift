import SwitchboardCore

/// The messages of another tool, which name each other by ids of that tool.
struct DraftTree {
  /// One entry of the file.
  struct Item {
    /// Its id in the file.
    var key: String
    /// The id of what it follows; `nil` for a first one.
    var parent: String?
    /// Where it stands in the file.
    var path: String
    /// What it says; `nil` when it says nothing, and what follows it follows its parent.
    var message: Message?
    /// In seconds since 1970 (UTC); `nil` for the time of what it follows.
    var at: Double?
  }

  private let items: [Item]
  private let places: [String: Int]

  /// Takes entries in the order in which siblings were made.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when two have one id, or a parent is not there.
  init(_ items: [Item]) throws {
    var places: [String: Int] = [:]
    for (place, item) in items.enumerated() {
      if let other = places.updateValue(place, forKey: item.key) {
        throw Self.wrong(item, "has the same id as '\(Self.shown(items[other].path))'")
      }
    }
    for item in items {
      if let parent = item.parent, places[parent] == nil {
        throw Self.wrong(item, "follows '\(Self.shown(parent))', which is not there")
      }
    }
    self.items = items
    self.places = places
  }

  /// Whether an id is there.
  func has(_ key: String) -> Bool { places[key] != nil }

  /// Adds the messages to a conversation, makes the branch `main` end at one of them, and gives every
  /// other end a branch of its own, so that nothing is out of reach.
  ///
  /// - Parameters:
  ///   - draft: The conversation.
  ///   - key: The entry that `main` ends at, or after the last message before it; `nil` for the last
  ///     end in the file.
  ///   - time: The time for first messages that have none.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when entries follow each other in a circle.
  func fill(_ draft: inout ConversationDraft, endingAt key: String?, from time: Double) throws {
    // Where the last message stands that an entry says or follows.
    var spoken: [Int: Int] = [:]
    var ends: [Int] = []
    for (place, isEnd) in try order() {
      let item = items[place]
      let above = item.parent.flatMap { places[$0] }.flatMap { spoken[$0] }
      if let message = item.message {
        let at = item.at ?? above.map { draft.nodes[$0].at } ?? time
        spoken[place] = draft.add(message, after: above, at: at)
      } else if let above {
        spoken[place] = above
      }
      if isEnd, let last = spoken[place] { ends.append(last) }
    }
    let main = key.flatMap { places[$0] }.flatMap { spoken[$0] } ?? ends.last
    name(ends, of: &draft, main: main)
  }

  /// The entries, each before those that follow it, and whether none does.
  private func order() throws -> [(place: Int, isEnd: Bool)] {
    var children: [Int: [Int]] = [:]
    var next: [Int] = []
    for (place, item) in items.enumerated().reversed() {
      if let parent = item.parent.flatMap({ places[$0] }) {
        children[parent, default: []].append(place)
      } else {
        next.append(place)
      }
    }
    var order: [(place: Int, isEnd: Bool)] = []
    var isReached = Array(repeating: false, count: items.count)
    while let place = next.popLast() {
      isReached[place] = true
      let below = children[place] ?? []
      order.append((place, below.isEmpty))
      next += below
    }
    if let lost = isReached.firstIndex(of: false) {
      throw Self.wrong(items[lost], "follows itself in a circle")
    }
    return order
  }

  private func name(_ ends: [Int], of draft: inout ConversationDraft, main: Int?) {
    guard let main else { return }
    draft.branches = [(Branch.main, main)]
    // An end that says nothing has handed its place to a message that others follow.
    let parents = Set(draft.nodes.compactMap(\.parent))
    var seen: Set<Int> = [main]
    for end in ends where !parents.contains(end) && seen.insert(end).inserted {
      draft.branches.append(("other-\(draft.branches.count)", end))
    }
  }

  static func wrong(_ item: Item, _ what: String) -> SwitchboardError {
    SwitchboardError(.invalidRequest, "The message '\(shown(item.path))' \(what).")
  }

  /// An id or a place as a sentence can hold it.
  static func shown(_ text: String) -> String {
    text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
