public import SwitchboardCore

// The JSON form of a run is a list of objects, one a line: the head with variants and cases first,
// then cells, judgements and picks as they came. So a run grows by appending, and one that was cut
// off is read as far as it goes.
extension Evaluation {
  /// The first line: everything but what was asked.
  public var head: JSON {
    .object([
      ("evaluation", 1), ("title", JSON(title)), ("startedAt", JSON(startedAt)),
      ("repeats", JSON(repeats)), ("variants", .array(variants.map(\.json))),
      ("cases", .array(cases.map(\.json))),
    ])
  }

  /// Every line.
  public var lines: [JSON] {
    [head] + cells.map(\.json) + judgements.map(\.json) + picks.map(\.json)
  }

  /// Begins a run from its first line.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the field.
  public init(head json: JSON) throws {
    let json = try CheckedJSON(json).object()
    guard try json["evaluation"].optionalInt() == 1 else {
      throw SwitchboardError(
        .invalidRequest,
        "The first line is not the head of a run of this version; give the file of a run.")
    }
    self.init(
      title: try json["title"].string(),
      startedAt: try json["startedAt"].optionalDouble() ?? 0,
      variants: try json["variants"].elements().map(Variant.init),
      cases: try json["cases"].elements().map(Case.init),
      repeats: try json["repeats"].optionalInt(1...1_000_000) ?? 1)
  }

  /// Takes one more line: a cell, a judgement or a pick.
  ///
  /// A cell or pick replaces the one before it in its place.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the field, or
  ///   says that there is no such place in the table.
  public mutating func take(_ json: JSON) throws {
    let line = try CheckedJSON(json).object()
    if line["cell"].exists {
      let cell = try Cell(line["cell"])
      try check(
        row: cell.place.row, columns: [cell.place.column], repetition: cell.place.repetition,
        line["cell"])
      set(cell)
    } else if line["judgement"].exists {
      let judgement = try Judgement(line["judgement"])
      try check(
        row: judgement.row, columns: [judgement.first, judgement.second],
        repetition: judgement.repetition, line["judgement"])
      judgements.append(judgement)
    } else if line["pick"].exists {
      let pick = try Pick(line["pick"])
      try check(row: pick.row, columns: pick.column.map { [$0] } ?? [], line["pick"])
      set(pick)
    } else {
      throw SwitchboardError(
        .invalidRequest, "The line holds no 'cell', 'judgement' or 'pick' of a run.")
    }
  }

  private func check(
    row: Int, columns: [Int], repetition: Int = 0, _ json: CheckedJSON
  ) throws {
    guard cases.indices.contains(row), columns.allSatisfy(variants.indices.contains),
      repetition < repeats
    else {
      throw json.wrong(
        "a place within \(cases.count) cases, \(variants.count) variants and \(repeats) repetitions"
      )
    }
  }
}

extension Evaluation.Variant {
  var json: JSON {
    var request = ChatRequest(messages: [])
    request.options = options
    return .object([
      ("name", JSON(name)), ("model", JSON(model.description)), ("system", JSON(optional: system)),
      ("options", request.json["options"]),
    ])
  }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    let options = try ChatRequest(
      json: .object([("messages", []), ("options", json["options"].json)]))
    self.init(
      name: try json["name"].string(), model: ModelReference(try json["model"].string()),
      system: try json["system"].optionalString(), options: options.options)
  }
}

extension Evaluation.Case {
  var json: JSON {
    .object([
      ("name", JSON(name)), ("line", JSON(optional: line)), ("request", request.json),
      (
        "variables",
        variables.isEmpty
          ? .missing
          : .object(variables.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
      ),
      ("checks", checks.isEmpty ? .missing : .array(checks.map(\.json))),
    ])
  }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    var variables: [String: String] = [:]
    if json["variables"].exists {
      let members = try json["variables"].object()
      for (key, _) in members.json.members { variables[key] = try members[key].string() }
    }
    self.init(
      name: try json["name"].string(), line: try json["line"].optionalInt(),
      request: try ChatRequest(json: json["request"].json), variables: variables,
      checks: try json["checks"].exists ? Check.all(in: json["checks"]) : [])
  }
}

extension Evaluation.Cell {
  /// The line of a run's file.
  public var json: JSON {
    let (reply, error, skipped): (JSON, JSON, JSON) =
      switch outcome {
      case .reply(let reply): (reply.json, .missing, .missing)
      case .failure(let error): (.missing, error.json, .missing)
      case .skipped(let why): (.missing, .missing, JSON(why))
      }
    return [
      "cell": .object([
        ("row", JSON(place.row)), ("column", JSON(place.column)),
        ("repetition", JSON(place.repetition)), ("reply", reply), ("error", error),
        ("skipped", skipped), ("cached", isCached ? true : .missing),
        ("checks", results.isEmpty ? .missing : .array(results.map(\.json))),
      ])
    ]
  }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    let outcome: Outcome =
      if json["reply"].exists {
        .reply(try ChatReply(json: json["reply"].json))
      } else if json["error"].exists {
        .failure(try SwitchboardError(json: json["error"].json))
      } else {
        .skipped(try json["skipped"].string())
      }
    self.init(
      place: Evaluation.Place(
        row: try json["row"].index(), column: try json["column"].index(),
        repetition: try json["repetition"].index()),
      outcome: outcome, isCached: try json["cached"].bool(default: false),
      results: try json["checks"].exists ? json["checks"].elements().map(CheckResult.init) : [])
  }
}

extension CheckResult {
  var json: JSON { .object([("met", JSON(isMet)), ("message", JSON(optional: message))]) }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(
      isMet: try json["met"].bool(default: false), message: try json["message"].optionalString())
  }
}

extension Evaluation.Judgement {
  /// The line of a run's file.
  public var json: JSON {
    [
      "judgement": .object([
        ("row", JSON(row)), ("repetition", JSON(repetition)), ("first", JSON(first)),
        ("second", JSON(second)), ("judge", JSON(judge.description)),
        ("verdict", JSON(verdict.rawValue)), ("reason", JSON(optional: reason)),
        ("cost", JSON(optional: cost?.description)),
      ])
    ]
  }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    guard let verdict = try json["verdict"].choice(Verdict.self) else {
      throw json["verdict"].wrong("a verdict")
    }
    let cost = try json["cost"].optionalString().map { text throws in
      guard let cost = USD(text) else {
        throw json["cost"].wrong("an amount in US dollars as decimal text")
      }
      return cost
    }
    self.init(
      row: try json["row"].index(), repetition: try json["repetition"].index(),
      first: try json["first"].index(), second: try json["second"].index(),
      judge: ModelReference(try json["judge"].string()), verdict: verdict,
      reason: try json["reason"].optionalString(), cost: cost)
  }
}

extension Evaluation.Pick {
  /// The line of a run's file.
  public var json: JSON {
    ["pick": .object([("row", JSON(row)), ("column", column.map { JSON($0) } ?? nil)])]
  }

  init(_ json: CheckedJSON) throws {
    let json = try json.object()
    self.init(row: try json["row"].index(), column: try json["column"].optionalInt())
  }
}

extension CheckedJSON {
  fileprivate func index() throws -> Int {
    guard let index = try optionalInt(0 ... .max) else { throw wrong("a whole number from 0") }
    return index
  }
}
