import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardWire

/// What `compare` is to ask, when that is more than one prompt once: a table of cases and variants.
struct MatrixArguments {
  static let prompts = Flag(
    "prompts", .text("FILE"), "Prompts to ask one after the other: .txt, .csv or .jsonl")
  static let skipBroken = Flag(
    "skip-broken", "Ask the prompts of a file that can be read, although some lines cannot")
  static let variable = Flag(
    "var", .text("NAME=VALUE"), "A value for {{NAME}} in prompts", isRepeatable: true)
  static let system = Flag(
    "system", .text("S"), "Instructions that lead the conversation; each more is another variant",
    isRepeatable: true)
  static let repeats = Flag(
    "repeat", .integer("N", 1...1000), "How often each prompt is asked (1)")

  /// The flags that ask for a table.
  static let flags = [prompts, skipBroken, variable, VariantAxes.vary, repeats]

  /// Whether a command line asks for one.
  static func areGiven(_ arguments: Arguments) -> Bool {
    flags.contains(where: arguments.has) || arguments.texts(system).count > 1
  }

  let session: Session
  private var arguments: Arguments { session.arguments }

  init(_ session: Session) { self.session = session }

  /// The table that is asked for; nothing in it has been asked yet.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`: one sentence.
  func evaluation(_ models: [ModelReference]) async throws -> Evaluation {
    var base = ChatRequest(messages: [])
    try await RequestArguments.apply(arguments, to: &base)
    base.system = nil
    let axes = VariantAxes(
      models: models, systems: arguments.texts(Self.system),
      options: try VariantAxes.options(arguments.texts(VariantAxes.vary)))
    let cases = try await cases(base)
    let evaluation = Evaluation(
      title: title(cases), startedAt: SystemTime.now(), variants: try axes.variants(),
      cases: cases, repeats: arguments.integer(Self.repeats) ?? 1)
    try check(evaluation)
    return evaluation
  }

  private func title(_ cases: [Evaluation.Case]) -> String {
    if let path = arguments.text(Self.prompts) {
      return path.split(separator: "/").last.map(String.init) ?? path
    }
    return ConversationTitle.make(from: cases.flatMap(\.request.messages)) ?? "A comparison"
  }

  private func cases(_ base: ChatRequest) async throws -> [Evaluation.Case] {
    let variables = try variables()
    let prompt = arguments.words.first
    guard let path = arguments.text(Self.prompts) else {
      if arguments.has(Self.skipBroken) {
        throw ArgumentParser.UsageError(
          message:
            "\(Self.skipBroken.written) is for a file of prompts: name one with \(Self.prompts.written).",
          command: "compare")
      }
      let request = try await RequestArguments.request(session, prompt: prompt, readsInput: false)
      let filled = try filled(request, variables)
      if case .text(let text) = request.messages.last?.parts.last?.content {
        try checkUse(of: variables, in: Template(text).variables)
      }
      return [filled]
    }
    guard let format = PromptFile.Format(path: path) else {
      throw SwitchboardError(
        .invalidRequest,
        "'\(path)' is no file of prompts by its name: it must end in .txt, .csv or .jsonl.")
    }
    var attachments: [Part] = []
    for path in arguments.texts(.image) { attachments.append(try await MediaFiles.picture(path)) }
    for path in arguments.texts(.file) { attachments.append(try await MediaFiles.document(path)) }
    let file = PromptFile(
      try await InputFile.bytes(path), format: format, template: prompt, variables: variables,
      base: base, attachments: attachments, readFile: InputFile.reader(besides: path))
    try report(file.faults, path)
    guard !file.cases.isEmpty else {
      throw SwitchboardError(.invalidRequest, "'\(path)' holds no prompt.")
    }
    if prompt != nil, !file.isTemplateUsed {
      throw SwitchboardError(
        .invalidRequest,
        "PROMPT is for lines that have no prompt of their own, and every line of '\(path)' has one; leave it out."
      )
    }
    try checkUse(of: variables, in: file.usedVariables)
    return file.cases
  }

  /// The one case of a prompt on the command line; its variables are filled in when there are any.
  ///
  /// The prompt is the last part; texts of files, which stand before it, are no templates.
  private func filled(
    _ request: ChatRequest, _ variables: [String: String]
  ) throws -> Evaluation.Case {
    var request = request
    request.system = nil
    if !variables.isEmpty, let message = request.messages.indices.last,
      let part = request.messages[message].parts.indices.last,
      case .text(let text) = request.messages[message].parts[part].content
    {
      request.messages[message].parts[part].content =
        .text(try Template(text).filled(with: variables))
    }
    return Evaluation.Case(name: "1", request: request, variables: variables)
  }

  /// A value that is put in nowhere is a slip in its name.
  private func checkUse(
    of variables: [String: String], in prompts: some Sequence<String>
  ) throws {
    let systems = arguments.texts(Self.system).flatMap { Template($0).variables }
    let used = Set(prompts).union(systems)
    guard let name = variables.keys.sorted().first(where: { !used.contains($0) }) else { return }
    throw SwitchboardError(
      .invalidRequest,
      "\(Self.variable.written) \(name): no prompt and no system text has the variable '\(name)'.")
  }

  /// A broken line ends it before anything is asked, unless the others shall be asked without it.
  private func report(_ faults: [PromptFile.Fault], _ path: String) throws {
    guard let first = faults.first else { return }
    if arguments.has(Self.skipBroken) {
      for fault in faults {
        session.notes.say("'\(path)', line \(fault.line) is left out: \(fault.message)")
      }
      return
    }
    let others =
      faults.count == 1
      ? "" : " So it is with \(faults.count - 1) more: \(Self.listed(faults.dropFirst()))."
    throw SwitchboardError(
      .invalidRequest,
      "'\(path)', line \(first.line): \(first.message)\(others) Mend it, or ask the others with --skip-broken."
    )
  }

  private static func listed(_ faults: ArraySlice<PromptFile.Fault>) -> String {
    let lines = faults.prefix(10).map { "line \($0.line)" }.joined(separator: ", ")
    return faults.count > 10 ? lines + " …" : lines
  }

  private func variables() throws -> [String: String] {
    var variables: [String: String] = [:]
    for text in arguments.texts(Self.variable) {
      let (name, value) = try VariantAxes.pair(text, Self.variable)
      variables[name] = value
    }
    return variables
  }

  /// What would fail in every cell of a column is said before anything is asked.
  private func check(_ evaluation: Evaluation) throws {
    for system in Set(evaluation.variants.compactMap(\.system)) {
      let template = Template(system)
      for item in evaluation.cases {
        do {
          _ = try template.filled(with: item.variables)
        } catch let error as SwitchboardError {
          throw SwitchboardError(
            .invalidRequest, "\(Self.system.written), for case '\(item.name)': \(error.message)")
        }
      }
    }
  }
}
