import SwitchboardCore

/// What the mock shall answer, written as JSON5: a list of rules, of which the first that fits
/// holds.
///
/// ```json5
/// [
///   // The first two calls are refused; then this rule is used up, and the others hold.
///   { times: 2, fault: { status: 429, headers: { "retry-after": "2" }, message: "Slow down." } },
///   { when: { model: "tools", contains: "weather", turn: 1 },
///     reply: { toolCalls: [{ name: "get_weather", arguments: { city: "Paris" } }] } },
///   { when: { afterTools: true }, reply: { text: "It is sunny." } },
///   { when: { prompt: "hello" }, times: 1,
///     reply: { reasoning: "A greeting.", chunks: ["Hel", "lo!"], finish: "stop" },
///     latency: { firstToken: "300ms", perToken: "20ms" } },
/// ]
/// ```
///
/// **A rule** has, all optional: `when`, `reply`, `fault`, `latency`, and `times`, after which many
/// answers it no longer fits. Without a `reply` the mock answers as it would without a script. What
/// no rule fits is answered so too. Pictures heed `fault` and `latency` alone.
///
/// **when**: all that is given must hold. `model`: its id. `prompt`: the newest text of the user,
/// whole. `contains`: a text, or a list of texts, that are all in it. Both pass over case. `turn`:
/// 1 for the first message of the user. `afterTools`: whether the newest message holds results of
/// tools.
///
/// **reply**: one of `text`, `chunks` (the pieces as they are handed out), `json` (any value, as
/// text) and `tokens` (so many pieces of made-up prose). Beside it `reasoning` (a text),
/// `toolCalls` (a list of `name`, `arguments` and, if wanted, `id`), `images` (a list of texts that
/// are painted, or of `prompt` and `size`), `finish` (a word of the JSON form, or `reason` and
/// `message`), `usage` (`input`, `cachedInput`, `output`, `reasoning`), and `warnings` (a list of
/// `code` and `message`).
///
/// **fault**: exactly one of `status` (300 to 599, with `headers`), `refuse: true` (no connection),
/// `stallAfter: N` (after N tokens nothing comes until the reader gives up), `cutAfter: N` (the end
/// without a finish), `garbleAfter: N` (bytes that mean nothing), `failAfter: N` (a failure within
/// the stream, of `kind`), and `firstToken: "30s"`. Beside it `message`, `code`, and `times`, after
/// which many occurrences all is well. Faults of one `name` are counted together; counts belong to
/// the provider.
///
/// **latency**: `firstToken` and `perToken`, durations as `300ms`, `1.5s`, `2m`.
///
/// The same form without `when` and `times` may stand in a request: `vendorOptions: {mock: {fault:
/// {…}}}`. It goes before the script.
public struct MockScript: Sendable {
  let rules: [MockRule]

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - bytes: JSON5 text in UTF-8.
  ///   - name: What the script is called in complaints.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` with line and column.
  public init(_ bytes: [UInt8], name: String = "The mock's script") throws {
    let list = try CheckedJSON5(parsing: bytes, named: name, complaints: .configuration)
    rules = try list.elements().enumerated().map { index, node in
      try node.object(of: ["when", "reply", "fault", "latency", "times"])
      return try MockRule(node, key: "rule \(index)")
    }
  }

  /// Reads a script from a text.
  ///
  /// - Throws: As ``init(_:name:)``.
  public init(_ text: String) throws { try self.init(Array(text.utf8)) }
}

/// What the conditions of a rule speak of.
struct MockQuestion {
  var model: String
  var prompt: String
  var turn = 1
  var isAfterTools = false
}

/// One rule of a script, or what the options of a request say.
struct MockRule: Sendable {
  private var conditions: [@Sendable (MockQuestion) -> Bool] = []
  let reply: MockReply?
  let fault: MockFault?
  let latency: MockLatency.Times?
  let times: Int?
  /// What its answers are counted under.
  let key: String

  /// Whether the rule speaks of a question.
  func fits(_ question: MockQuestion) -> Bool { conditions.allSatisfy { $0(question) } }

  init(_ node: CheckedJSON5, key: String) throws {
    self.key = key
    times = try node["times"]?.integer()
    reply = try node["reply"].map { try MockReply($0) }
    fault = try node["fault"].map { try MockFault($0, key: key) }
    try node["latency"]?.object(of: ["firstToken", "perToken"])
    latency = try node["latency"].map { node in
      MockLatency.Times(
        firstToken: try node["firstToken"]?.duration() ?? .zero,
        perToken: try node["perToken"]?.duration() ?? .zero)
    }
    guard let when = node["when"] else { return }
    try when.object(of: ["model", "prompt", "contains", "turn", "afterTools"])
    if let model = try when["model"]?.string() { conditions.append { $0.model == model } }
    if let prompt = try when["prompt"]?.string().lowercased() {
      conditions.append { $0.prompt.lowercased() == prompt }
    }
    if let contains = when["contains"] {
      let texts = contains.json.kind == .array ? try contains.elements() : [contains]
      for text in try texts.map({ try $0.string().lowercased() }) {
        conditions.append { $0.prompt.lowercased().contains(text) }
      }
    }
    if let turn = try when["turn"]?.integer() { conditions.append { $0.turn == turn } }
    if let isAfter = try when["afterTools"]?.bool() {
      conditions.append { $0.isAfterTools == isAfter }
    }
  }

  /// Reads the options that a request has for the mock; `nil` when there are none.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  init?(options: JSON?) throws {
    guard let options else { return nil }
    let node = try CheckedJSON5(
      parsing: options.encoded(), named: "Field 'vendorOptions.mock'", complaints: .invalidRequest)
    try node.object(of: ["reply", "fault", "latency"])
    try self.init(node, key: "options")
  }
}
