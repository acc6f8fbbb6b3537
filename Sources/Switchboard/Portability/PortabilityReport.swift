public import SwitchboardCore

/// What becomes of each part of a conversation when it is carried to another model.
///
/// Nothing is lost of the conversation itself: what one vendor cannot be sent stays where it is kept,
/// and goes back to the vendor that can.
public struct PortabilityReport: Sendable {
  /// What becomes of a part.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// It is sent.
    case kept
    /// What it says is sent in another form.
    case translated
    /// It is not sent.
    case dropped
    /// Because of it nothing can be sent.
    case blocks
  }

  /// One part and what becomes of it.
  public struct Item: Hashable, Sendable {
    /// The place of the message in the request.
    public var message: Int

    /// The place of the part in its message.
    public var part: Int

    /// The place within the content of a tool's result; `nil` for parts of messages.
    public var nested: Int?

    /// What becomes of it.
    public var fate: Fate

    /// Why, in one sentence; `nil` for what is kept.
    public var reason: String?
  }

  /// The model.
  public var model: ModelReference

  /// Every part, in order.
  public var items: [Item]

  /// Why nothing can be sent; empty when the conversation can go on with the model.
  public var blocks: [String]

  /// What the reader of an answer would be told.
  public var warnings: [Warning]

  /// Whether the conversation can go on with the model.
  public var isPortable: Bool { blocks.isEmpty }

  /// The parts that fare so.
  public func items(_ fate: Fate) -> [Item] { items.filter { $0.fate == fate } }

  /// The public JSON form.
  public var json: JSON {
    .object([
      ("model", JSON(model.description)), ("portable", JSON(isPortable)),
      ("blocks", .array(blocks.map { JSON($0) })),
      (
        "parts",
        .array(
          items.map {
            .object([
              ("message", JSON($0.message)), ("part", JSON($0.part)),
              ("nested", JSON(optional: $0.nested)), ("fate", JSON($0.fate.rawValue)),
              ("reason", JSON(optional: $0.reason)),
            ])
          })
      ), ("warnings", .array(warnings.map(\.json))),
    ])
  }
}
