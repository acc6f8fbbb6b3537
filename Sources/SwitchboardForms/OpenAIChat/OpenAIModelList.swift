public import SwitchboardCore
public import SwitchboardWire

/// The list of models of a server of OpenAI's form (`GET /models`).
public struct OpenAIModelList: Sendable {
  private let vendor: VendorID
  private let url: String
  private let headers: @Sendable () async throws -> HTTPFields
  private let failures: FailureTable
  private let secrets: @Sendable () -> [Secret]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - vendor: The entry, for failures.
  ///   - url: The address of the list.
  ///   - headers: Header fields; keys are read here.
  ///   - failures: What the vendor's failures are.
  ///   - secrets: What must not be seen in messages.
  public init(
    vendor: VendorID, url: String, headers: @escaping @Sendable () async throws -> HTTPFields,
    failures: FailureTable, secrets: @escaping @Sendable () -> [Secret]
  ) {
    self.vendor = vendor
    self.url = url
    self.headers = headers
    self.failures = failures
    self.secrets = secrets
  }

  /// Reads the list, in the vendor's order.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError``; `CancellationError` when the task was cancelled.
  public func read(_ transport: any HTTPTransport) async throws -> [ModelDescriptor] {
    let (failures, secrets) = (failures, secrets)
    let call = WholeCall(vendor: vendor, secrets: secrets) { head, body in
      failures.failure(
        OpenAIFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
    }
    let json = try await call.json(over: transport) {
      HTTPRequest(method: "GET", url: url, headers: try await headers(), deadlines: .inquiry)
    }
    let rows = json["data"].kind == .array ? json["data"].elements : json.elements
    return rows.compactMap { row in
      guard let id = row["id"].string else { return nil }
      var model = ModelDescriptor(id)
      // llama.cpp, vLLM, Mistral, Groq and OpenRouter say how large the window is.
      model.window =
        row["meta"]["n_ctx"].int ?? row["context_length"].int ?? row["max_model_len"].int
        ?? row["context_window"].int ?? row["max_context_length"].int
      return model
    }
  }
}
