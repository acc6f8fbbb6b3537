/// One piece of a message: what it says, and what its vendor wants to see again.
public struct Part: Hashable, Sendable {
  /// What a part says.
  public enum Content: Hashable, Sendable {
    /// Visible text.
    case text(String)
    /// A model's thinking.
    case reasoning(Reasoning)
    /// A picture, document, sound or film.
    case media(Media)
    /// A tool that the model wants called.
    case toolCall(ToolCall)
    /// What a tool gave back.
    case toolResult(ToolResult)
    /// Where a statement comes from.
    case source(Source)
    /// A vendor's own block: it means something to that vendor alone.
    case opaque
  }

  /// What the part says.
  public var content: Content

  /// Data of vendors by kind: signatures, encrypted reasoning, cache marks, server-tool blocks.
  ///
  /// Kept for ever and sent back to its kind alone. Data with a member `account` goes back to the
  /// entry of that name alone.
  public var vendorData: [VendorKind: JSON]

  /// Creates a part.
  public init(_ content: Content, vendorData: [VendorKind: JSON] = [:]) {
    self.content = content
    self.vendorData = vendorData
  }

  /// A part of visible text.
  public static func text(_ text: String) -> Part { Part(.text(text)) }

  /// A part of media.
  public static func media(_ media: Media) -> Part { Part(.media(media)) }

  /// The data that may go to an entry: of its kind, and of its account where the data names one.
  public func vendorData(for vendor: VendorID, kind: VendorKind) -> JSON? {
    guard let data = vendorData[kind] else { return nil }
    if let account = data["account"].string, account != vendor.rawValue { return nil }
    return data
  }

  /// The media in it, those of a tool's result among them.
  package var media: [Media] {
    switch content {
    case .media(let media): [media]
    case .toolResult(let result): result.content.flatMap(\.media)
    default: []
    }
  }
}

/// A model's thinking, as far as its vendor shows it.
public struct Reasoning: Hashable, Sendable {
  /// The visible words; empty when the vendor shows none.
  public var text: String

  /// Whether the vendor keeps the words to itself.
  public var isRedacted: Bool

  /// Creates a piece of thinking.
  public init(_ text: String, isRedacted: Bool = false) {
    self.text = text
    self.isRedacted = isRedacted
  }
}

/// Where a statement comes from.
public struct Source: Hashable, Sendable {
  /// The title of the document.
  public var title: String?

  /// Its address.
  public var url: String?

  /// The words that were cited.
  public var citedText: String?

  /// Creates a source.
  public init(title: String? = nil, url: String? = nil, citedText: String? = nil) {
    self.title = title
    self.url = url
    self.citedText = citedText
  }
}
