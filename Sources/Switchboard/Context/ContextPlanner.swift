public import SwitchboardCore

/// Decides what of a conversation is sent to a model whose window is too small for all of it.
///
/// A pure function of request, policy and facts. What every plan keeps:
/// - Instructions stay, also those between turns.
/// - The turn that is to be answered stays, from its words of the user on.
/// - What is cut is cut before words of the user. So a call stays with its results and thinking with
///   its calls, and the first message that is kept, instructions aside, is the user's, unless the
///   whole history begins otherwise.
/// - Messages are kept whole or left out whole.
/// - Room for the answer is kept. An answer longer than what must stay leaves room for is shortened,
///   and the plan says so.
/// - Prompt and answer together never exceed the window.
///
/// The work grows with what is kept: history that is left out is never read, only looked over for
/// instructions.
public struct ContextPlanner: Sendable {
  /// What is left out of conversations that are too long.
  public var policy: ContextPolicy

  /// What was learned of models' tokens.
  public var calibration: TokenCalibration

  /// Creates a planner.
  public init(
    policy: ContextPolicy = ContextPolicy(), calibration: TokenCalibration = TokenCalibration()
  ) {
    self.policy = policy
    self.calibration = calibration
  }

  /// Plans what of a request is sent to a model.
  ///
  /// - Parameters:
  ///   - request: The request; its messages are the whole history.
  ///   - input: What is pinned, the summaries that exist, and a policy that wins over the planner's.
  ///   - model: What is known of the model.
  ///   - reference: The model's full name, by which calibration knows it; `nil` reckons without.
  /// - Returns: The plan.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `contextLength` when what must stay does
  ///   not fit; its sentence names the sections and their sizes.
  public func plan(
    _ request: ChatRequest, _ input: ContextInput = ContextInput(), for model: ModelDescriptor,
    as reference: ModelReference? = nil
  ) throws -> ContextPlan {
    let lengths = HistoryLengths(HistoryMeasure(request), model.tokens, memo: input.memo)
    let scale = TokenScale(factor: reference.map(calibration.factor) ?? 1)
    do {
      return try ContextDraft(lengths, input, policy: policy, for: model, scale: scale).plan()
    } catch {
      throw SwitchboardError(.contextLength, error.sentence, model: model.model)
    }
  }
}

/// How lengths become tokens of a model.
struct TokenScale {
  /// The tokens of one unit of length.
  let factor: Double

  /// Whether the whole request's tokens were counted by its vendor.
  var isExact = false

  init(factor: Double = 1) {
    self.factor = factor
  }

  /// A scale by which a length has so many tokens.
  init(tokens: Int, of length: Int, isExact: Bool) {
    factor = Double(max(1, tokens)) / Double(max(1, length))
    self.isExact = isExact
  }

  /// The tokens of a length, rounded up.
  func tokens(_ length: Int) -> Int {
    if factor == 1 { return length }
    let tokens = (Double(length) * factor - 1e-6).rounded(.up)
    return tokens < 9e18 ? max(0, Int(tokens)) : .max
  }

  /// The greatest length that may have so few tokens.
  func length(_ tokens: Int) -> Int {
    if factor == 1 { return tokens }
    let length = (Double(tokens) / factor).rounded(.up) + 1
    return length < 9e18 ? Int(length) : .max
  }
}
