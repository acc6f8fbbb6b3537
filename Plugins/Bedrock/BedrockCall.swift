import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// One call to Bedrock.
struct BedrockCall: Sendable {
  let origin: Origin
  let address: BedrockAddress
  let door: BedrockDoor
  let transport: any HTTPTransport

  /// The running answer to a request.
  func source(
    for request: ChatRequest, kind: VendorKind, model: ModelDescriptor, way: BedrockWay
  ) throws -> any EventSource {
    let secrets = door.secrets
    let failure: @Sendable (JSON) -> SwitchboardError = { json in
      BedrockFailures.failure(
        json.encoded(), word: BedrockFailures.word(in: json), secrets: secrets())
    }
    let limits = model.cannot.contains(.imageOutput) ? ReplyLimits() : ReplyLimits.media
    // A model that cannot stream answers whole.
    let streams = request.stream && !model.cannot.contains(.streaming)
    switch way {
    case .converse:
      let converse = try converse(request, kind: kind, model: model)
      return source(
        ConverseMachine(converse, failure: failure), body: converse.body,
        operation: streams ? "converse-stream" : "converse", limits: limits,
        deadlines: request.deadlines)
    case .invoke:
      let invoke = try invoke(request, kind: kind, model: model)
      return source(
        InvokeMachine(invoke, origin: origin, failure: failure), body: invoke.body,
        operation: streams ? "invoke-with-response-stream" : "invoke", limits: limits,
        deadlines: request.deadlines)
    }
  }

  /// A request in the form of Converse.
  func converse(
    _ request: ChatRequest, kind: VendorKind, model: ModelDescriptor
  ) throws -> ConverseRequest {
    try checkModel()
    return try ConverseRequest(request, origin: origin, kind: kind, model: model)
  }

  /// A request in the form of the model's maker.
  func invoke(
    _ request: ChatRequest, kind: VendorKind, model: ModelDescriptor
  ) throws -> InvokeRequest {
    try checkModel()
    return try InvokeRequest(request, origin: origin, kind: kind, model: model)
  }

  private func checkModel() throws {
    if origin.model.isEmpty {
      throw SwitchboardError(.invalidRequest, "The request names no model.", vendor: origin.vendor)
    }
  }

  private func source<Machine: ReplyMachine>(
    _ machine: Machine, body: JSON, operation: String, limits: ReplyLimits, deadlines: Deadlines
  ) -> any EventSource {
    let (door, secrets) = (door, door.secrets)
    let decoder = EventStreamReplyDecoder(machine, limits: limits) { body, word in
      BedrockFailures.failure(body, word: word, secrets: secrets())
    }
    let call = HTTPEventSource.Call(
      origin: origin, decoder: decoder, secrets: secrets,
      request: { try await self.request(body, operation: operation, deadlines: deadlines) },
      failure: { head, body in
        var error = BedrockFailures.failure(head, body, secrets: secrets())
        door.learn(from: &error, head: head)
        return error
      })
    return HTTPEventSource(call, transport: transport)
  }

  /// The signed request of an operation.
  func request(
    _ body: JSON, operation: String, deadlines: Deadlines
  ) async throws -> HTTPRequest {
    let place = try address.place(operation, model: origin.model)
    var request = HTTPRequest(
      url: place.url, headers: ["content-type": "application/json"], body: body.encoded(),
      deadlines: deadlines)
    try await door.open(&request, region: place.region)
    return request
  }
}
