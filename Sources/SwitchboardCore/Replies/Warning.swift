/// Word that the meaning of a request changed on its way, or that something was left out.
///
/// Spelling, placement and the merging of equal roles are no warnings.
public struct Warning: Hashable, Sendable {
  /// What kind of change it was.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word of the JSON form.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word itself.
    public var description: String { rawValue }

    /// An option that the model does not take was left out.
    public static let droppedParameter = Code(rawValue: "droppedParameter")
    /// An option was sent as another of like meaning.
    public static let translatedParameter = Code(rawValue: "translatedParameter")
    /// An option was brought into the range that the model takes.
    public static let clampedParameter = Code(rawValue: "clampedParameter")
    /// A value that the vendor demands and the request lacks was put in.
    public static let defaultInserted = Code(rawValue: "defaultInserted")
    /// A tool was given another name for this vendor.
    public static let toolRenamed = Code(rawValue: "toolRenamed")
    /// A message that the vendor demands was put in.
    public static let messageInserted = Code(rawValue: "messageInserted")
    /// A part that the vendor cannot be sent was left out.
    public static let droppedPart = Code(rawValue: "droppedPart")
    /// Thinking of another vendor was left out.
    public static let droppedReasoning = Code(rawValue: "droppedReasoning")
    /// A JSON Schema was rewritten.
    public static let schemaChanged = Code(rawValue: "schemaChanged")
    /// Nothing is known of the model.
    public static let unknownModel = Code(rawValue: "unknownModel")
    /// Nobody knows whether the model can do what the request needs.
    public static let unknownCapability = Code(rawValue: "unknownCapability")
    /// The vendor has retired the model.
    public static let retiredModel = Code(rawValue: "retiredModel")
    /// Part of the conversation was left out to fit the window.
    public static let historyCut = Code(rawValue: "historyCut")
    /// The vendor reported no usage.
    public static let estimatedUsage = Code(rawValue: "estimatedUsage")
    /// The mock vendor answered.
    public static let mock = Code(rawValue: "mock")
  }

  /// What kind of change it was.
  public var code: Code

  /// One sentence for people.
  public var message: String

  /// Creates a warning.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
