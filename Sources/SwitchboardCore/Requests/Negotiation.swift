/// What became of a request on its way into a vendor's form.
///
/// A request that is `strict` fails where a warning would be given.
public struct Negotiation: Sendable {
  /// Whether warnings are failures.
  public let isStrict: Bool

  /// What is known of the model.
  public let model: ModelDescriptor

  /// The warnings so far.
  public private(set) var warnings: [Warning] = []

  /// Begins a negotiation.
  public init(isStrict: Bool, model: ModelDescriptor) {
    self.isStrict = isStrict
    self.model = model
  }

  /// Notes a change of meaning or a loss; equal warnings are noted once.
  ///
  /// - Throws: ``SwitchboardError`` of kind `unsupported` when the request is strict.
  public mutating func warn(_ code: Warning.Code, _ message: String) throws {
    if isStrict {
      throw SwitchboardError(
        .unsupported, "\(message) The request is strict, so nothing was sent.",
        model: model.model)
    }
    let warning = Warning(code, message)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The value of an option, or `nil` with a warning when the model refuses the option.
  public mutating func accept<Value>(_ parameter: ChatParameter, _ value: Value?) throws -> Value? {
    guard let value else { return nil }
    if model.rejects.contains(parameter) {
      try drop(parameter)
      return nil
    }
    return value
  }

  /// Notes that an option was left out, when there is a value.
  public mutating func refuse(_ parameter: ChatParameter, _ value: Any?) throws {
    if value != nil { try drop(parameter) }
  }

  private mutating func drop(_ parameter: ChatParameter) throws {
    try warn(
      .droppedParameter,
      "Option '\(parameter.rawValue)' is not taken by '\(model.model)' and was left out.")
  }
}
