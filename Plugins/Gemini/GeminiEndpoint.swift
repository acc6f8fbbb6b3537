import SwitchboardCloudAccounts
import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Where one entry's requests go, and how they say who asks.
struct GeminiEndpoint: Sendable {
  /// The address of the Gemini API (ai.google.dev/api).
  static let geminiAPI = "https://generativelanguage.googleapis.com/v1beta"

  let id: VendorID
  let kind: VendorKind
  let baseURL: String
  let keys: KeyRing
  let transport: any HTTPTransport
  private let account: GoogleAccount

  init(
    id: VendorID, kind: VendorKind, baseURL: String, keys: KeyRing, transport: any HTTPTransport,
    surroundings: UserSurroundings = .process
  ) {
    self.id = id
    self.kind = kind
    self.baseURL = baseURL
    self.keys = keys
    self.transport = transport
    self.account = GoogleAccount(
      vendor: id, keys: keys, transport: transport, surroundings: surroundings)
  }

  init(
    configuration: VendorConfiguration, transport: any HTTPTransport,
    surroundings: UserSurroundings = .process
  ) throws {
    let isVertex = configuration.kind == "vertex"
    for credential in configuration.keys.present {
      switch credential.scheme {
      case .secret: continue
      case .gcp where isVertex: continue
      case .gcp, .aws:
        throw SwitchboardError(
          .configuration,
          """
          Vendor '\(configuration.id)' of kind '\(configuration.kind)' is not opened by \
          \(credential.place); give it a key, as { env: "\(isVertex ? "TOKEN" : "GEMINI_API_KEY")" }.
          """)
      }
    }
    self.init(
      id: configuration.id, kind: configuration.kind,
      baseURL: try configuration.baseURL
        ?? (isVertex ? Self.vertexAI(configuration) : Self.geminiAPI),
      keys: configuration.keys, transport: transport, surroundings: surroundings)
  }

  /// The address of Vertex AI for a project: each location has its host, `global` and the two of
  /// several regions among them (cloud.google.com/vertex-ai/generative-ai/docs/learn/locations).
  private static func vertexAI(_ configuration: VendorConfiguration) throws -> String {
    let project = try name("project", configuration)
    let location = try name("location", configuration)
    let host =
      switch location {
      case "global": "aiplatform.googleapis.com"
      case "us", "eu": "aiplatform.\(location).rep.googleapis.com"
      default: "\(location)-aiplatform.googleapis.com"
      }
    return "https://\(host)/v1/projects/\(project)/locations/\(location)/publishers/google"
  }

  /// A field that becomes a part of the address; ids of projects may hold a domain and a colon.
  private static func name(_ field: String, _ configuration: VendorConfiguration) throws -> String {
    guard let text = configuration.values[field]?.string, !text.isEmpty else {
      throw SwitchboardError(
        .configuration, "Vendor '\(configuration.id)' needs '\(field)', or a 'baseURL'.")
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
        || field == "project" && "-.:".unicodeScalars.contains(scalar) || scalar == "-"
    }
    guard isPlain else {
      throw SwitchboardError(
        .configuration,
        "Field '\(field)' of vendor '\(configuration.id)' may hold small letters, digits and '-'.")
    }
    return text
  }

  /// The address of a model; the operation is appended.
  func address(of model: String) -> String {
    // The vendor writes `models/` in front of its ids, and people copy it.
    let id = model.hasPrefix("models/") ? String(model.dropFirst(7)) : model
    return "\(baseURL)/models/\(Percent.encode(id))"
  }

  /// The key travels in a header field, never in the address, which ends up in logs.
  var authorization: @Sendable () async throws -> HTTPFields {
    let (keys, id, isVertex, account) = (keys, id, kind == "vertex", account)
    return {
      var fields = HTTPFields()
      guard let credential = try keys.nextCredential(for: id) else { return fields }
      if case .gcp = credential.scheme {
        let token = try await account.token()
        fields.append("authorization", "Bearer \(token.secret.reveal())")
        if let project = token.project { fields.append("x-goog-user-project", project) }
        return fields
      }
      let key = try await credential.secret()
      keys.conceal(key)
      if isVertex {
        fields.append("authorization", "Bearer \(key.reveal())")
      } else {
        fields.append("x-goog-api-key", key.reveal())
      }
      return fields
    }
  }

  /// One call whose answer is whole and small; `body` is missing for a GET.
  func answer(
    _ url: String, body: JSON = .missing, model: String? = nil, deadlines: Deadlines
  ) async throws -> JSON {
    let secrets = keys.secretsForRedaction
    let call = WholeCall(vendor: id, model: model, secrets: secrets) { head, body in
      GeminiFailureTable.table.failure(
        GeminiFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
    }
    return try await call.answer(over: transport, limit: 256 << 20) {
      var fields = try await authorization()
      if body.exists { fields["content-type"] = "application/json" }
      return HTTPRequest(
        method: body.exists ? "POST" : "GET", url: url, headers: fields,
        body: body.exists ? body.encoded() : [], deadlines: deadlines)
    } read: {
      try JSON(parsing: $0, limits: .media)
    }
  }

  /// ai.google.dev/api/tokens; Vertex AI takes the members themselves, and fewer of them
  /// (cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens).
  func countTokens(of body: JSON, model: String, _ deadlines: Deadlines) async throws -> Int {
    let question: JSON
    if kind == "vertex" {
      question = .object(
        ["contents", "systemInstruction", "tools", "generationConfig"].map { ($0, body[$0]) })
    } else {
      let whole = JSON.object([("model", JSON("models/\(model)"))]).merging(body)
      question = ["generateContentRequest": whole]
    }
    let answer = try await answer(
      "\(address(of: model)):countTokens", body: question, model: model, deadlines: deadlines)
    guard let count = answer["totalTokens"].int, count >= 0 else {
      throw SwitchboardError(
        .decoding, "The vendor's answer has no 'totalTokens'.", vendor: id, model: model)
    }
    return count
  }
}
