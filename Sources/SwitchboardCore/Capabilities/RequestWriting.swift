/// A vendor that can show how it writes a request, without sending it.
///
/// ## Implementing
/// - What is shown is what ``TextProvider/events(for:)`` sends: both come from one writer, so that
///   they cannot disagree.
/// - No key is read and nothing is sent.
public protocol RequestWriting: TextProvider {
  /// A request in the vendor's own form.
  ///
  /// - Parameter request: The request; its `model` names the model.
  /// - Returns: The body that would be sent, and what changed on the way.
  /// - Throws: ``SwitchboardError`` where the vendor refuses the request before sending it.
  func written(_ request: ChatRequest) throws -> WrittenRequest
}

/// A request in a vendor's own form.
public struct WrittenRequest: Sendable {
  /// The body.
  public var body: JSON

  /// What changed on the way.
  public var warnings: [Warning]

  /// Creates a written request.
  public init(body: JSON, warnings: [Warning]) {
    self.body = body
    self.warnings = warnings
  }
}
