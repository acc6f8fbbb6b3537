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
    if origin.model.isEmpty {
      throw SwitchboardError(.invalidRequest, "The request names no model.", vendor: origin.vendor)
    }
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
      let converse = try ConverseRequest(request, origin: origin, kind: kind, model: model)
      return source(
        ConverseMachine(converse, failure: failure), body: converse.body,
        operation: streams ? "converse-stream" : "converse", limits: limits,
        deadlines: request.deadlines)
    case .invoke:
      let invoke = try InvokeRequest(request, origin: origin, kind: kind, model: model)
      return source(
        InvokeMachine(invoke, origin: origin, failure: failure), body: invoke.body,
        operation: streams ? "invoke-with-response-stream" : "invoke", limits: limits,
        deadlines: request.deadlines)
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
