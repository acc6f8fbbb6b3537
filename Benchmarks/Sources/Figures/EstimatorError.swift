import Glibc
import Switchboard
import SwitchboardCore

extension Benchmark {
  /// How far token estimates are from what tokenizers count.
  static let estimatorError = Benchmark(
    figures: [
      Figure(
        "estimatorErrorColdPercent", .atMost(15),
        "whole requests of 200 tokens and more, estimated by a model of which only the kind is known"
      ),
      Figure(
        "estimatorErrorCalibratedPercent", .atMost(5),
        "the same after the model has reported the tokens of the conversation's first three"),
    ]
  ) {
    var cold = Errors()
    var calibrated = Errors()
    var found = Findings()
    for conversation in try CountedTexts().conversations where !conversation.isFitted {
      for (name, turns) in conversation.tokens {
        guard let vocabulary = VocabularyRow.all.first(where: { $0.name == name })?.vocabulary
        else {
          throw SwitchboardError(.invalidRequest, "No kind of vocabulary stands for '\(name)'.")
        }
        let talk = Talk(conversation, turns, vocabulary)
        let group = VocabularyRow.group(of: conversation.name)
        let whole = talk.request(of: talk.turns.count)
        cold.add(whole.estimate, whole.truth, vocabulary: name, group: group)
        for error in talk.calibrated() {
          calibrated.add(error.estimate, error.truth, vocabulary: name, group: group)
        }
      }
    }
    found.figures = [
      "estimatorErrorColdPercent": JSON(measured: cold.mean),
      "estimatorErrorCalibratedPercent": JSON(measured: calibrated.mean),
    ]
    found.baselines = cold.details(prefix: "estimatorErrorCold").merging(
      calibrated.details(prefix: "estimatorErrorCalibrated"))
    if let folder = getenv("SWITCHBOARD_RECORDED").map({ String(cString: $0) }) {
      found.baselines = found.baselines.merging(try RecordedErrors(folder).details)
    } else {
      found.baselines["estimatorRecorded"] = "left out: SWITCHBOARD_RECORDED names no folder"
    }
    return found
  }
}

/// A conversation as one vocabulary counts it.
private struct Talk {
  let turns: [String]
  private let counts: [Int]
  private let profile: TokenProfile
  private static let model: ModelReference = "vendor/model"

  init(_ conversation: CountedTexts.Conversation, _ counts: [Int], _ vocabulary: TokenVocabulary) {
    turns = conversation.turns
    self.counts = counts
    profile = TokenProfile(vocabulary: vocabulary)
  }

  /// The request of the first turns, estimated without calibration, and what it has.
  ///
  /// The frames of messages are taken to be as the profile says: the truth is about text.
  func request(of count: Int) -> (estimate: Int, truth: Int) {
    let messages = turns.prefix(count).enumerated().map { place, text in
      place.isMultiple(of: 2) ? Message.user(text) : .assistant(text)
    }
    let facts = ModelDescriptor("model", tokens: profile)
    return (
      TokenEstimator().input(of: ChatRequest(messages: messages), for: facts),
      profile.perRequest + count * profile.perMessage + counts.prefix(count).reduce(0, +)
    )
  }

  /// Requests after the third, which have taught the model's factor.
  func calibrated() -> [(estimate: Int, truth: Int)] {
    // Where there are too few turns, every one of them makes a request, else every question.
    let step = turns.count < 7 ? 1 : 2
    let requests = stride(from: 1, through: turns.count, by: step).map { request(of: $0) }
    var calibration = TokenCalibration()
    for request in requests.prefix(3) {
      calibration.learn(reckoned: request.estimate, reported: request.truth, for: Self.model)
    }
    return requests.dropFirst(3).map {
      (calibration.tokens($0.estimate, for: Self.model), $0.truth)
    }
  }
}

/// Mean absolute errors, over all and by what they were made of.
private struct Errors {
  private var all: [Double] = []
  private var byVocabulary: [String: [Double]] = [:]
  private var byGroup: [String: [Double]] = [:]
  private var small = 0

  mutating func add(_ estimate: Int, _ truth: Int, vocabulary: String, group: String) {
    guard truth >= 200 else {
      small += 1
      return
    }
    let error = 100 * abs(Double(estimate) / Double(truth) - 1)
    all.append(error)
    byVocabulary[vocabulary, default: []].append(error)
    byGroup[group, default: []].append(error)
  }

  var mean: Double { all.isEmpty ? .nan : all.reduce(0, +) / Double(all.count) }

  func details(prefix: String) -> JSON {
    func means(_ errors: [String: [Double]]) -> JSON {
      .object(
        errors.sorted { $0.key < $1.key }.map {
          ($0.key, JSON(measured: $0.value.reduce(0, +) / Double($0.value.count)))
        })
    }
    return .object([
      (prefix + "ByVocabulary", means(byVocabulary)), (prefix + "ByGroup", means(byGroup)),
      (prefix + "Requests", JSON(all.count)), (prefix + "LeftOutBelow200Tokens", JSON(small)),
      (prefix + "WorstPercent", JSON(measured: all.max() ?? .nan)),
    ])
  }
}
