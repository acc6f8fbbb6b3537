public import SwitchboardCore

/// What a run says of each of its variants: answers, checks, wins, money and time.
///
/// ```swift
/// let summary = EvaluationSummary(evaluation)
/// for variant in summary.variants { print(variant.name, variant.quality?.rate.value ?? .nan) }
/// ```
///
/// A judgement for one of two is a win and a loss. `tie` and `inconsistent` are ties, which count half a
/// win for both; `nonsense` counts nothing and is told apart. A person's pick is a win over every other
/// variant that has an answer in the row, and a pick of none a tie of all of them.
public struct EvaluationSummary: Hashable, Sendable {
  /// Each variant, in the order of the run.
  public internal(set) var variants: [Variant]

  /// How often each variant beat each other; half of one counts a tie.
  ///
  /// `wins[i][j]` says how often i beat j.
  public internal(set) var wins: [[Double]]

  /// How many rows the run has.
  public let rows: Int

  /// How many rows have answers that differ, as ``Evaluation/differingRows`` has it.
  public internal(set) var differingRows: Int
}

extension EvaluationSummary {
  /// What a run says of one variant.
  public struct Variant: Hashable, Sendable {
    /// What the column is called.
    public let name: String

    /// The model.
    public let model: ModelReference

    /// Cells with an answer.
    public internal(set) var answered = 0

    /// Cells that failed.
    public internal(set) var failed = 0

    /// Cells that were not asked, for a reason.
    public internal(set) var skipped = 0

    /// Answers of an earlier run; among ``answered``.
    public internal(set) var cached = 0

    /// Checks of answers, and how many of them are met.
    ///
    /// Cells without an answer have none.
    public internal(set) var checks = Rate()

    /// Judged and picked wins.
    public internal(set) var won = 0

    /// Judged and picked losses.
    public internal(set) var lost = 0

    /// Judged and picked ties, inconsistent judgements among them.
    public internal(set) var tied = 0

    /// Judgements that say nothing.
    public internal(set) var nonsense = 0

    /// The natural logarithm of the strength of Bradley and Terry, whose mean over the variants that
    /// were compared is 0; `nil` where no finite strength is the likeliest.
    public internal(set) var strength: Double?

    /// The place by strength, from 1, or by rate of wins where there is no strength.
    ///
    /// Equals share it; `nil` for a variant that nobody compared.
    public internal(set) var rank: Int?

    /// What the answers cost, as far as it is known; those of earlier runs cost what they had cost.
    public internal(set) var cost = USD.zero

    /// Answers whose cost nobody knows.
    public internal(set) var unknownCosts = 0

    /// Tokens of the prompts, as far as they are known; `nil` where no answer tells.
    public internal(set) var inputTokens: Int?

    /// Tokens that were generated, as far as they are known; `nil` where no answer tells.
    public internal(set) var outputTokens: Int?

    /// Milliseconds to the first token.
    public internal(set) var firstToken = Quantiles()

    /// Generated tokens a second, as ``SwitchboardCore/ChatReply/tokensPerSecond`` has it.
    public internal(set) var tokensPerSecond = Quantiles()

    /// Milliseconds to the end of an answer.
    public internal(set) var total = Quantiles()

    /// Rows with two answers or more.
    public internal(set) var repeatedRows = 0

    /// Rows among them whose answers are not all the same text.
    public internal(set) var unstableRows = 0

    /// Whether every row asks with a seed.
    public internal(set) var isSeeded = false

    /// Cells that were asked.
    public var asked: Int { answered + failed }

    /// Comparisons, and how many are won; a tie counts half.
    public var wins: Rate {
      Rate(successes: Double(won) + Double(tied) / 2, trials: Double(won + tied + lost))
    }

    /// How good the answers are: the checks that are met where there are checks, else the wins; `nil`
    /// where there is neither.
    public var quality: Quality? {
      if checks.trials > 0 { return Quality(measure: .checks, rate: checks) }
      return wins.trials > 0 ? Quality(measure: .wins, rate: wins) : nil
    }

    /// What an answer of known cost costs on average; `nil` where there is none.
    public var costPerAnswer: USD? {
      let known = answered - unknownCosts
      return known > 0 ? USD(picodollars: cost.picodollars / Int64(known)) : nil
    }
  }

  /// Successes among trials.
  public struct Rate: Hashable, Sendable {
    /// The successes; half of one counts a tie.
    public internal(set) var successes = 0.0

    /// The trials.
    public internal(set) var trials = 0.0

    /// The rate, from 0 to 1; `nil` without trials.
    public var value: Double? { trials > 0 ? successes / trials : nil }

    /// The range in which the rate lies with a confidence of 95 %.
    public var interval: WilsonInterval { WilsonInterval(successes: successes, trials: trials) }
  }

  /// How good the answers of a variant are.
  public struct Quality: Hashable, Sendable {
    /// What it is measured by.
    public enum Measure: String, Hashable, Sendable {
      /// The checks that are met.
      case checks
      /// The comparisons that are won.
      case wins
    }

    /// What it is measured by.
    public let measure: Measure

    /// The rate.
    public let rate: Rate
  }

  /// Quantiles of what was measured; `nil` where nothing was.
  public struct Quantiles: Hashable, Sendable {
    /// How many values there are.
    public internal(set) var count = 0

    /// The median.
    public internal(set) var p50: Double?

    /// The value below which 90 % lie.
    public internal(set) var p90: Double?

    /// The value below which 99 % lie.
    public internal(set) var p99: Double?
  }
}
