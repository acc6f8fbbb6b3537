public import SwitchboardCore

/// Which models were considered for a request, which was chosen, and why not the others.
public struct Decision: Sendable {
  /// What became of a candidate.
  public enum Verdict: String, Sendable, Hashable {
    /// It is asked first.
    case chosen
    /// It is asked when those before it fail.
    case spare
    /// It is not asked.
    case excluded
  }

  /// Why a candidate was left out, or what speaks against it.
  public struct Reason: Sendable, Hashable {
    /// The kinds of reasons.
    public enum Code: String, Sendable, Hashable, CaseIterable {
      /// The model cannot do what is needed.
      case missingCapability
      /// Nobody knows whether it can.
      case unknownCapability
      /// The conversation and the answer do not fit its window.
      case window
      /// It cannot give so long an answer.
      case maxOutput
      /// It does not take media of this type, or not in this way.
      case mediaType
      /// It does not take media so large.
      case mediaSize
      /// It does not take so many pieces of media.
      case mediaCount
      /// Its entry has no key.
      case noKey
      /// The vendor has retired it.
      case retired
      /// The caller's budget is used up.
      case budget
      /// It was told to wait.
      case coolDown
      /// It failed too often of late.
      case breakerOpen
      /// The caller's own limit is reached.
      case rateLimit
      /// Nothing is known of it.
      case unknownModel
    }

    /// The kind.
    public var code: Code

    /// One sentence for people.
    public var message: String

    /// What is needed.
    public var need: String?

    /// What there is.
    public var have: String?

    /// Creates a reason.
    public init(_ code: Code, _ message: String, need: String? = nil, have: String? = nil) {
      self.code = code
      self.message = message
      self.need = need
      self.have = have
    }
  }

  /// One model that was considered.
  public struct Candidate: Sendable {
    /// The model.
    public var model: ModelReference

    /// What became of it.
    public var verdict: Verdict

    /// Why.
    public var reasons: [Reason]

    /// What the answer should cost.
    public var expectedCost: Cost

    /// What of the conversation it would be sent; `nil` when it is not sent a conversation, or none
    /// fits it.
    public var plan: ContextPlan?
  }

  /// What was asked for.
  public var answer: Requirement.Answer

  /// The route; `nil` when the request named its model.
  public var route: String?

  /// How the order was found; `nil` when the request named its model.
  public var policy: Route.Policy?

  /// What the request needs.
  public var requires: [Ability]

  /// The estimated tokens of the prompt for the model that is asked first.
  public var inputTokens: Int

  /// The tokens of room for the answer.
  public var outputTokens: Int

  /// The models that will be asked, in order.
  public var order: [ModelReference]

  /// Every model that was considered: those of the order first, then those left out.
  public var candidates: [Candidate]
}

extension Decision {
  /// The public JSON form; what was asked for stands in it when it was pictures.
  public var json: JSON {
    .object([
      ("answer", answer == .text ? .missing : JSON(answer.rawValue)),
      ("route", JSON(optional: route)), ("policy", JSON(optional: policy?.rawValue)),
      ("requires", .array(requires.map { JSON($0.rawValue) })),
      (
        "tokens",
        [
          "input": JSON(inputTokens), "output": JSON(outputTokens), "quality": "estimated",
        ]
      ),
      ("order", .array(order.map { JSON($0.description) })),
      ("candidates", .array(candidates.map(\.json))),
    ])
  }
}

extension Decision {
  /// What was asked for, in a decision as it is stored.
  static func answer(in json: JSON) -> Requirement.Answer {
    json["answer"].string.flatMap(Requirement.Answer.init) ?? .text
  }
}

extension Decision.Candidate {
  var json: JSON {
    .object([
      ("model", JSON(model.description)), ("verdict", JSON(verdict.rawValue)),
      (
        "reasons",
        .array(
          reasons.map {
            .object([
              ("code", JSON($0.code.rawValue)), ("message", JSON($0.message)),
              ("need", JSON(optional: $0.need)), ("have", JSON(optional: $0.have)),
            ])
          })
      ),
      ("expectedCost", expectedCost.json), ("context", plan?.json ?? .missing),
    ])
  }
}
