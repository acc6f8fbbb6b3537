/// What a turn needs: the words so far, and how the answer should be made.
public struct ChatRequest: Hashable, Sendable {
  /// The caller's own name for the request; it comes back with the reply.
  public var id: String?

  /// The model, named in full; no other is tried.
  ///
  /// `nil` lets a route choose.
  public var model: ModelReference?

  /// The route that chooses when no model is named; `nil` is the route `default`.
  public var route: String?

  /// Instructions that lead the conversation.
  public var system: String?

  /// The conversation so far, newest last.
  public var messages: [Message]

  /// The tools that the model may call.
  public var tools: [ToolDefinition]

  /// Whether the model may, must or must not call tools; `nil` is the vendor's default, `auto`.
  public var toolChoice: ToolChoice?

  /// A form that the answer must have; `nil` for free text.
  public var output: OutputFormat?

  /// Numbers that steer the answer.
  public var options: ChatOptions

  /// How much the model should think; `nil` is the vendor's default.
  public var reasoning: ReasoningEffort?

  /// Whether to use the vendor's streaming endpoint.
  public var stream: Bool

  /// Whether to fail with `unsupported`, before any call, where a warning would be given.
  public var strict: Bool

  /// Abilities needed on top of those that the request itself implies.
  public var require: [Ability]

  /// Members merged into the wire body of a kind, last.
  public var vendorOptions: [VendorKind: JSON]

  /// How long the call may take; not part of the JSON form.
  public var deadlines: Deadlines

  /// Creates a request.
  public init(
    id: String? = nil, model: ModelReference? = nil, route: String? = nil, system: String? = nil,
    messages: [Message], tools: [ToolDefinition] = [], toolChoice: ToolChoice? = nil,
    output: OutputFormat? = nil, options: ChatOptions = ChatOptions(),
    reasoning: ReasoningEffort? = nil, stream: Bool = true, strict: Bool = false,
    require: [Ability] = [], vendorOptions: [VendorKind: JSON] = [:],
    deadlines: Deadlines = Deadlines()
  ) {
    self.id = id
    self.model = model
    self.route = route
    self.system = system
    self.messages = messages
    self.tools = tools
    self.toolChoice = toolChoice
    self.output = output
    self.options = options
    self.reasoning = reasoning
    self.stream = stream
    self.strict = strict
    self.require = require
    self.vendorOptions = vendorOptions
    self.deadlines = deadlines
  }

  /// Creates a request of one user text.
  public init(_ text: String, model: ModelReference? = nil) {
    self.init(model: model, messages: [.user(text)])
  }
}

/// A tool that a model may call.
public struct ToolDefinition: Hashable, Sendable {
  /// The name, as the caller knows it.
  public var name: String

  /// What it does and when to use it, for the model.
  public var description: String?

  /// The arguments as a JSON Schema of an object.
  public var parameters: JSON

  /// Creates a tool; without parameters it takes none.
  public init(
    name: String, description: String? = nil,
    parameters: JSON = ["type": "object", "properties": [:]]
  ) {
    self.name = name
    self.description = description
    self.parameters = parameters
  }
}

/// Whether a model may call tools.
public enum ToolChoice: Hashable, Sendable {
  /// As it likes.
  case auto
  /// Not at all.
  case none
  /// At least one.
  case required
  /// The tool of this name.
  case named(String)
}

/// A form that an answer must have.
public struct OutputFormat: Hashable, Sendable {
  /// A name for the form, for vendors that want one.
  public var name: String?

  /// The JSON Schema; `nil` asks for any JSON.
  public var schema: JSON?

  /// JSON, of a schema where one is given.
  public static func json(name: String? = nil, schema: JSON? = nil) -> OutputFormat {
    OutputFormat(name: name, schema: schema)
  }

  private init(name: String?, schema: JSON?) {
    self.name = name
    // `nil` can be taken for JSON's `null`, as in `condition ? schema : nil`.
    if let schema, !schema.isNull { self.schema = schema }
  }
}

/// Numbers that steer an answer; `nil` everywhere means the vendor's default.
public struct ChatOptions: Hashable, Sendable {
  /// The longest answer, in tokens, thinking included.
  public var maxOutputTokens: Int?

  /// How far the model strays from the likeliest word; 0 to 1 or 2, by vendor.
  public var temperature: Double?

  /// Only the likeliest words that together have this probability; 0 to 1.
  public var topP: Double?

  /// Only this many of the likeliest words.
  public var topK: Int?

  /// Texts that end the answer.
  public var stop: [String]

  /// A number that makes answers repeatable where the vendor can.
  public var seed: Int?

  /// How strongly words already used are held back, by how often; −2 to 2.
  public var frequencyPenalty: Double?

  /// How strongly words already used are held back, once used; −2 to 2.
  public var presencePenalty: Double?

  /// How strongly repeated tokens are held back by count; AI21 Jurassic-2 alone knows it.
  public var countPenalty: Double?

  /// Creates options.
  public init(
    maxOutputTokens: Int? = nil, temperature: Double? = nil, topP: Double? = nil,
    topK: Int? = nil, stop: [String] = [], seed: Int? = nil, frequencyPenalty: Double? = nil,
    presencePenalty: Double? = nil, countPenalty: Double? = nil
  ) {
    self.maxOutputTokens = maxOutputTokens
    self.temperature = temperature
    self.topP = topP
    self.topK = topK
    self.stop = stop
    self.seed = seed
    self.frequencyPenalty = frequencyPenalty
    self.presencePenalty = presencePenalty
    self.countPenalty = countPenalty
  }
}

/// How much a model should think before it answers.
public enum ReasoningEffort: Hashable, Sendable {
  /// A word of the scale.
  case effort(Level)
  /// At most so many tokens of thinking.
  case budget(tokens: Int)

  /// The words of the scale.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// A little.
    case low
    /// Some.
    case medium
    /// Much.
    case high
  }

  /// Whether no thinking is wished.
  package var isOff: Bool { self == .effort(.none) || self == .budget(tokens: 0) }
}
