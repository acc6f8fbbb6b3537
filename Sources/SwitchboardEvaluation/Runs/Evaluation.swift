public import SwitchboardCore

/// What a matrix of prompts and models gave: the table that checks, judges, picks and reports read.
///
/// A case is a row, a variant a column; each pair is asked one time or several. It is a value with a
/// JSON form, so a run can be kept, resumed, judged later and sent to somebody.
public struct Evaluation: Sendable {
  /// What the run is called; the report's title.
  public var title: String

  /// When it began, in seconds since 1970 (UTC).
  public var startedAt: Double

  /// The columns, in the order asked.
  public var variants: [Variant]

  /// The rows, in the order of their file.
  public var cases: [Case]

  /// How often each pair is asked; 1 or more.
  public var repeats: Int

  /// What was asked until now, in any order; at most one for each case, variant and repetition.
  ///
  /// Writing to the list reads it whole; putting in one cell with `set` does not.
  public var cells: [Cell] {
    get { table.cells }
    set { table = CellTable(newValue) }
  }

  private var table: CellTable

  /// What judges said.
  public var judgements: [Judgement]

  /// What people picked.
  public var picks: [Pick]

  /// Creates a run that has asked nothing yet.
  public init(
    title: String, startedAt: Double, variants: [Variant], cases: [Case], repeats: Int = 1,
    cells: [Cell] = [], judgements: [Judgement] = [], picks: [Pick] = []
  ) {
    self.title = title
    self.startedAt = startedAt
    self.variants = variants
    self.cases = cases
    self.repeats = repeats
    self.table = CellTable(cells)
    self.judgements = judgements
    self.picks = picks
  }

  /// The cell in a place; `nil` when it was not asked.
  public func cell(at place: Place) -> Cell? { table[place] }

  /// Puts a cell in its place.
  ///
  /// - Complexity: O(1).
  public mutating func set(_ cell: Cell) { table.set(cell) }

  /// Puts a pick in its row.
  public mutating func set(_ pick: Pick) {
    picks.removeAll { $0.row == pick.row }
    picks.append(pick)
  }
}

extension Evaluation {
  /// One column: who is asked and how.
  public struct Variant: Hashable, Sendable {
    /// What the column is called; unique in the run.
    public var name: String

    /// The model.
    public var model: ModelReference

    /// The system text of this column, a ``Template`` for the case's variables; `nil` leaves the
    /// case's own.
    public var system: String?

    /// Options of this column, laid over the case's own.
    public var options: ChatOptions

    /// Creates a column.
    public init(
      name: String, model: ModelReference, system: String? = nil,
      options: ChatOptions = ChatOptions()
    ) {
      self.name = name
      self.model = model
      self.system = system
      self.options = options
    }
  }

  /// One row: what is asked, and what a good answer must hold.
  public struct Case: Hashable, Sendable {
    /// What the row is called; unique in the run.
    public var name: String

    /// The line of the prompt file, from 1; `nil` when it came from elsewhere.
    public var line: Int?

    /// What is asked: the request without model; its variables are filled in.
    public var request: ChatRequest

    /// The values that were filled in, by name.
    public var variables: [String: String]

    /// What a good answer must hold.
    public var checks: [Check]

    /// Creates a row.
    public init(
      name: String, line: Int? = nil, request: ChatRequest, variables: [String: String] = [:],
      checks: [Check] = []
    ) {
      self.name = name
      self.line = line
      self.request = request
      self.variables = variables
      self.checks = checks
    }
  }

  /// The place of an answer in the table.
  public struct Place: Hashable, Sendable {
    /// The row, from 0.
    public var row: Int

    /// The column, from 0.
    public var column: Int

    /// The repetition, from 0.
    public var repetition: Int

    /// Creates a place.
    public init(row: Int, column: Int, repetition: Int = 0) {
      self.row = row
      self.column = column
      self.repetition = repetition
    }
  }

  /// One answer, or why there is none.
  public struct Cell: Sendable {
    /// What became of the question.
    public enum Outcome: Sendable {
      /// The answer.
      case reply(ChatReply)
      /// It failed.
      case failure(SwitchboardError)
      /// It was not asked; one sentence says why.
      case skipped(String)
    }

    /// Where it stands.
    public var place: Place

    /// What became of it.
    public var outcome: Outcome

    /// Whether an earlier run's answer was used.
    public var isCached: Bool

    /// What became of the case's checks, in their order; empty when there is no answer.
    public var results: [CheckResult]

    /// Creates a cell.
    public init(
      place: Place, outcome: Outcome, isCached: Bool = false, results: [CheckResult] = []
    ) {
      self.place = place
      self.outcome = outcome
      self.isCached = isCached
      self.results = results
    }
  }

  /// What a judge said of two answers to one case.
  public struct Judgement: Hashable, Sendable {
    /// Who is better.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// The first of the two.
      case first
      /// The second of the two.
      case second
      /// Neither.
      case tie
      /// The judge's two answers, for both orders, do not agree.
      case inconsistent
      /// An answer of the judge was not one that was asked for.
      case nonsense
    }

    /// The row.
    public var row: Int

    /// The repetition of both answers.
    public var repetition: Int

    /// The column of the first answer.
    public var first: Int

    /// The column of the second answer.
    public var second: Int

    /// Who judged.
    public var judge: ModelReference

    /// Who is better.
    public var verdict: Verdict

    /// The judge's own words, as far as they are of use.
    public var reason: String?

    /// What the judge's calls cost, as far as it is known; `nil` when it is not.
    public var cost: USD?

    /// Creates a judgement.
    public init(
      row: Int, repetition: Int = 0, first: Int, second: Int, judge: ModelReference,
      verdict: Verdict, reason: String? = nil, cost: USD? = nil
    ) {
      self.row = row
      self.repetition = repetition
      self.first = first
      self.second = second
      self.judge = judge
      self.verdict = verdict
      self.reason = reason
      self.cost = cost
    }
  }

  /// What a person picked in a row.
  public struct Pick: Hashable, Sendable {
    /// The row.
    public var row: Int

    /// The column of the best answer; `nil` for a tie of all.
    public var column: Int?

    /// Creates a pick.
    public init(row: Int, column: Int?) {
      self.row = row
      self.column = column
    }
  }
}
