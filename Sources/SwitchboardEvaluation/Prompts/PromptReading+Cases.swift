import SwitchboardCore

extension PromptReading {
  mutating func makeCase(
    _ line: Int, name: String = "", prompt: String? = nil, system: String? = nil,
    variables own: [String: String] = [:], checks: [Check] = [],
    request: ChatRequest? = nil
  ) throws -> Evaluation.Case {
    let values = variables.merging(own) { $1 }
    var request = request ?? base
    if let system { request.system = try filled(system, with: values) }
    let isTemplated = prompt == nil && request.messages.isEmpty && template != nil
    if let prompt = isTemplated ? template : prompt {
      request.messages.append(.user(attachments + [.text(try filled(prompt, with: values))]))
    }
    if isTemplated { isTemplateUsed = true }
    if request.messages.isEmpty {
      throw SwitchboardError(
        .invalidRequest, "There is no prompt; give the line one, or the whole run a template.")
    }
    return Evaluation.Case(
      name: name, line: line, request: request, variables: values, checks: checks)
  }

  private mutating func filled(
    _ text: String, with values: [String: String]
  ) throws -> String {
    let template = Template(text)
    usedVariables.formUnion(template.variables)
    return try template.filled(with: values)
  }

  mutating func makeCase(
    _ line: Int, _ row: [String: String]
  ) throws -> Evaluation.Case {
    var row = row
    let (name, prompt, system) = (
      row.removeValue(forKey: "name"), row.removeValue(forKey: "prompt"),
      row.removeValue(forKey: "system")
    )
    var checks: [Check] = []
    for column in row.keys.sorted() where column.hasPrefix("check.") {
      guard let text = row.removeValue(forKey: column), !text.isEmpty else { continue }
      let check = String(column.dropFirst("check.".count))
      checks += try Check.all(in: .object([(check, Self.value(text, of: check))]))
    }
    return try makeCase(
      line, name: name ?? "", prompt: prompt.flatMap { $0.isEmpty ? nil : $0 },
      system: system.flatMap { $0.isEmpty ? nil : $0 }, variables: row, checks: checks)
  }

  /// A field is text; the checks that want something else read it as JSON.
  private static func value(_ text: String, of check: String) throws -> JSON {
    guard ["json", "jsonSchema", "maxFirstTokenMs", "similar"].contains(check) else {
      return JSON(text)
    }
    do {
      return try JSON(parsing: text)
    } catch {
      if check == "similar" { return JSON(text) }
      throw SwitchboardError(.invalidRequest, "The field 'check.\(check)' is not JSON: \(error)")
    }
  }

  mutating func makeCase(_ line: Int, _ json: CheckedJSON) throws -> Evaluation.Case {
    let known = ["name", "prompt", "request", "system", "variables", "checks"]
    for (key, _) in json.json.members where !known.contains(key) {
      let near = NearestWords.find(key, in: known, limit: 1)
      throw SwitchboardError(
        .invalidRequest,
        "There is no field '\(key)'; "
          + (near.first.map { "did you mean '\($0)'?" } ?? "use \(known.joined(separator: ", "))."))
    }
    var own: [String: String] = [:]
    if json["variables"].exists {
      let members = try json["variables"].object()
      for (key, value) in members.json.members {
        // A number or a list is put into the prompt as its JSON text.
        own[key] = value.string ?? value.text
      }
    }
    let request =
      json["request"].exists
      ? try ChatRequest(json: json["request"].json, readFile: readFile) : nil
    return try makeCase(
      line, name: json["name"].optionalID() ?? "",
      prompt: json["prompt"].optionalString().flatMap { $0.isEmpty ? nil : $0 },
      system: json["system"].optionalString(), variables: own,
      checks: json["checks"].exists ? Check.all(in: json["checks"]) : [], request: request)
  }
}
