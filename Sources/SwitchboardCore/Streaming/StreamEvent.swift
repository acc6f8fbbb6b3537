/// One step of an answer.
///
/// The order is that of ``StreamGrammar``: a start, parts that open, grow and close, and one finish.
public enum StreamEvent: Sendable, Hashable {
  // The rare steps lie apart on the heap: every event is then a quarter of the size.

  /// The answer begins; the origin may lack what the vendor says only later.
  indirect case start(Origin)
  /// A part begins; its index is the next whole number, from 0.
  case partStart(index: Int, PartOpening)
  /// A piece of an open part's text; for a tool call, of its argument text.
  case partDelta(index: Int, text: String)
  /// A part is whole; what its vendor wants to see again comes with it.
  case partEnd(index: Int, vendorData: [VendorKind: JSON])
  /// A whole media part; its index is the next whole number.
  indirect case media(index: Int, Part)
  /// Where statements come from.
  indirect case source(Part)
  /// The tokens so far; replaces the snapshot before.
  indirect case usage(Usage)
  /// Something changed on the way.
  indirect case warning(Warning)
  /// A later vendor goes on where an earlier one failed.
  indirect case seam(Seam)
  /// The end; nothing follows.
  indirect case finish(FinishReason)

  /// Whether the reader of an answer has seen something of it with this event.
  ///
  /// After the first such event a failed call is never tried again.
  public var isContent: Bool {
    switch self {
    case .partStart, .partDelta, .partEnd, .media, .source, .seam, .finish: true
    case .start, .usage, .warning: false
    }
  }
}

/// What kind of part begins.
public enum PartOpening: Sendable, Hashable {
  /// Visible text.
  case text
  /// Thinking.
  case reasoning(isRedacted: Bool)
  /// A tool call; both texts are known and not empty.
  case toolCall(id: String, name: String)
  /// A vendor's own block.
  case opaque
}

/// Where one vendor's answer stops and another's goes on.
public struct Seam: Sendable, Hashable {
  /// How the later vendor goes on.
  public enum Strategy: String, Sendable, Hashable {
    /// From the beginning; what came before is void.
    case restart
    /// From where the text stopped.
    case `continue`
  }

  /// Who stopped.
  public var from: Origin

  /// Who goes on.
  public var to: Origin

  /// How.
  public var strategy: Strategy

  /// Creates a seam.
  public init(from: Origin, to: Origin, strategy: Strategy) {
    self.from = from
    self.to = to
    self.strategy = strategy
  }
}
