/// The order of an answer's events, checked one event at a time.
///
/// `start`, then any number of parts, sources, usages, warnings and seams, then `finish`, then
/// nothing. Part indices count up from 0; a part is opened once, grows while open and is closed once;
/// all parts are closed before `finish`. A seam closes the parts that are open, and the indices count
/// on behind it.
public struct StreamGrammar: Sendable {
  /// How an event breaks the order.
  public struct Violation: Error, Hashable, CustomStringConvertible {
    /// One sentence.
    public let description: String
  }

  private var isStarted = false
  private var isFinished = false
  private var openParts: Set<Int> = []
  private var nextIndex = 0

  /// Creates a checker for one answer.
  public init() {}

  /// Whether `finish` was seen.
  public var isComplete: Bool { isFinished }

  /// Checks the next event.
  ///
  /// - Throws: ``Violation`` when it may not stand here.
  /// - Complexity: O(1).
  public mutating func check(_ event: StreamEvent) throws(Violation) {
    if isFinished { throw Violation(description: "An event follows the finish.") }
    if case .start = event {
      if isStarted { throw Violation(description: "A second start.") }
      isStarted = true
      return
    }
    if !isStarted { throw Violation(description: "An event stands before the start.") }
    switch event {
    case .partStart(let index, let opening):
      try take(index)
      openParts.insert(index)
      if case .toolCall(let id, let name) = opening, id.isEmpty || name.isEmpty {
        throw Violation(description: "The tool call at index \(index) lacks its id or name.")
      }
    case .partDelta(let index, _):
      if !openParts.contains(index) {
        throw Violation(description: "A piece for part \(index), which is not open.")
      }
    case .partEnd(let index, _):
      if openParts.remove(index) == nil {
        throw Violation(description: "The end of part \(index), which is not open.")
      }
    case .media(let index, _):
      try take(index)
    case .finish:
      if !openParts.isEmpty {
        throw Violation(description: "The finish comes while part \(openParts.min() ?? 0) is open.")
      }
      isFinished = true
    case .seam:
      openParts = []
    case .start, .source, .usage, .warning:
      break
    }
  }

  private mutating func take(_ index: Int) throws(Violation) {
    if index != nextIndex {
      throw Violation(description: "A part has index \(index) where \(nextIndex) is next.")
    }
    nextIndex += 1
  }
}
