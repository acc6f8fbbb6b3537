public import SwitchboardCore

/// Reckons the prompt tokens of requests without any vendor's vocabulary.
///
/// A request costs what its ``fixed(of:profile:)`` part and its messages cost, each by itself: the sum
/// of the parts is the whole, so a planner may add messages up one by one. Only the sum is then put
/// right by what was learned from the usage that vendors reported (``TokenCalibration``).
///
/// - Complexity: O(n) in the bytes of what is reckoned.
public struct TokenEstimator: Sendable {
  /// What was learned until now.
  public var calibration: TokenCalibration

  /// Creates an estimator.
  public init(calibration: TokenCalibration = TokenCalibration()) {
    self.calibration = calibration
  }

  /// The tokens of a message, its frame included, as reckoned without calibration.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - profile: How the model's tokens are reckoned; `nil` reckons carefully.
  /// - Returns: At least one.
  public func message(_ message: Message, profile: TokenProfile?) -> Int {
    PromptMeasure(of: message).tokens(profile ?? .unknown)
  }

  /// The tokens of what a request holds beside its messages: system text, tools, the schema of the
  /// answer and what the vendor adds, as reckoned without calibration.
  public func fixed(of request: ChatRequest, profile: TokenProfile?) -> Int {
    PromptMeasure(fixedOf: request).tokens(profile ?? .unknown)
  }

  /// The tokens of a text alone, without any frame or calibration.
  public func text(_ text: String, profile: TokenProfile?) -> Int {
    PromptMeasure(ofText: text).tokens(profile ?? .unknown)
  }

  /// The prompt tokens of a request for a model, with what was learned of it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - facts: What is known of the model.
  ///   - model: The model's full name, by which calibration knows it; `nil` reckons without.
  /// - Returns: The tokens, rounded up.
  public func input(
    of request: ChatRequest, for facts: ModelDescriptor, as model: ModelReference? = nil
  ) -> Int {
    let reckoned = RequestMeasure(of: request).tokens(facts.tokens)
    return model.map { calibration.tokens(reckoned, for: $0) } ?? reckoned
  }
}
