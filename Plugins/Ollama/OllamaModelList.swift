import SwitchboardCore
import SwitchboardWire

/// Asks a server what it has and what each of its models can do.
struct OllamaModelList {
  let vendor: VendorID
  let baseURL: String
  let headers: @Sendable () async throws -> HTTPFields
  let secrets: @Sendable () -> [Secret]

  func read(_ transport: any HTTPTransport) async throws -> [ModelDescriptor] {
    let tags = try await ask(HTTPRequest(method: "GET", url: "\(baseURL)/api/tags"), transport)
    var models: [ModelDescriptor] = []
    for row in tags["models"].elements {
      guard let id = row["model"].string ?? row["name"].string else { continue }
      do {
        let request = HTTPRequest(
          url: "\(baseURL)/api/show", body: JSON.object([("model", JSON(id))]).encoded())
        models.append(Self.descriptor(id, try await ask(request, transport)))
      } catch let error as SwitchboardError where error.kind == .notFound {
        // It was removed between the two questions.
        continue
      } catch let error as SwitchboardError where error.status != nil || error.kind == .decoding {
        // A model whose files are broken is there all the same.
        models.append(ModelDescriptor(id))
      }
    }
    return models
  }

  /// The facts of `POST /api/show` (docs.ollama.com/api/show): `capabilities`, and the window under
  /// the name of the model's architecture.
  static func descriptor(_ id: String, _ show: JSON) -> ModelDescriptor {
    var model = ModelDescriptor(id, rejects: [.countPenalty])
    let info = show["model_info"]
    if let architecture = info["general.architecture"].string,
      let window = info["\(architecture).context_length"].int, window > 0
    {
      model.window = window
    }
    guard show["capabilities"].kind == .array else { return model }
    let words = Set(show["capabilities"].elements.compactMap(\.string))
    model.answersWithText = words.contains("completion")
    let abilities: [(String, Ability)] = [
      ("vision", .imageInput), ("tools", .tools), ("thinking", .reasoning),
    ]
    for (word, ability) in abilities {
      if words.contains(word) { model.can.insert(ability) } else { model.cannot.insert(ability) }
    }
    if model.answersWithText {
      model.can.formUnion([.streaming, .systemText, .structuredOutput])
    }
    model.inputs = words.contains("vision") ? OllamaModels.pictures : [MediaLimit("text/*")]
    return model
  }

  private func ask(_ request: HTTPRequest, _ transport: any HTTPTransport) async throws -> JSON {
    let secrets = secrets
    let call = WholeCall(vendor: vendor, secrets: secrets) { head, body in
      OllamaFailures.failure(body, head: head, secrets: secrets())
    }
    return try await call.json(over: transport) {
      var request = request
      request.headers = try await headers()
      if !request.body.isEmpty { request.headers["content-type"] = "application/json" }
      request.deadlines = .inquiry
      return request
    }
  }
}
