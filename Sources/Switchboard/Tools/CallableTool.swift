public import SwitchboardCore

/// A tool with the code that runs it.
public struct CallableTool: Sendable {
  /// What the model is told.
  public var definition: ToolDefinition

  let run: @Sendable (_ arguments: JSON) async throws -> [Part]

  /// Creates a tool that gives back text.
  ///
  /// - Parameters:
  ///   - name: The name for the model.
  ///   - description: What it does and when to use it, for the model.
  ///   - parameters: The arguments as a JSON Schema of an object.
  ///   - run: Runs it; arguments that do not fit the schema never reach it. What it throws is told to
  ///     the model as a failed result.
  public init(
    _ name: String, description: String? = nil,
    parameters: JSON = ["type": "object", "properties": [:]],
    run: @escaping @Sendable (_ arguments: JSON) async throws -> String
  ) {
    self.init(ToolDefinition(name: name, description: description, parameters: parameters)) {
      [.text(try await run($0))]
    }
  }

  /// Creates a tool that gives back parts, pictures among them.
  public init(
    _ definition: ToolDefinition,
    run: @escaping @Sendable (_ arguments: JSON) async throws -> [Part]
  ) {
    self.definition = definition
    self.run = run
  }
}

/// How far a conversation with tools may go.
public struct ToolRunLimits: Sendable, Hashable {
  /// The most answers of the model; at least 1.
  public var steps: Int

  /// From the start to the end.
  public var total: Duration

  /// The longest run of one tool.
  public var tool: Duration

  /// Creates limits.
  public init(
    steps: Int = 10, total: Duration = .seconds(600), tool: Duration = .seconds(60)
  ) {
    self.steps = max(1, steps)
    self.total = total
    self.tool = tool
  }
}

/// What a person or program says to a call before it runs.
public enum ToolApproval: Sendable, Hashable {
  /// It may run.
  case allowed
  /// It must not; the model is told why.
  case denied(reason: String)
}

/// What came of a conversation with tools.
public struct ToolRun: Sendable {
  /// How it ended.
  public enum End: Sendable, Hashable {
    /// The model answered without calling a tool.
    case answered
    /// The model wanted to go on after the last step allowed.
    case stepLimit
    /// The time was up between two steps.
    case timeLimit
  }

  /// How it ended.
  public var end: End

  /// Every answer of the model, in order; never empty.
  public var replies: [RoutedReply]

  /// What was said, to be added to the conversation: answers and results in turn.
  ///
  /// Every call in it has its result.
  public var messages: [Message]

  /// The visible text of the last answer.
  public var text: String { replies.last?.reply.text ?? "" }
}
