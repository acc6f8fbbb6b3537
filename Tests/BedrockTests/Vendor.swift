import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire

@testable import SwitchboardBedrock

extension ScriptedTransport {
  /// A transport that answers every request with pieces of a body.
  convenience init(_ pieces: [[UInt8]], headers: HTTPFields = HTTPFields()) {
    var response = ScriptedResponse(headers: headers, "")
    response.pieces = pieces
    self.init(response)
  }

  /// A transport that answers every request with a text.
  convenience init(_ body: String, status: Int = 200, headers: HTTPFields = HTTPFields()) {
    self.init(ScriptedResponse(status: status, headers: headers, body))
  }
}

/// Vendors for tests, with keys of their own and none of the machine's.
enum Vendor {
  static func make(
    _ transport: any HTTPTransport, way: String? = nil, key: Secret = Secret("ABSK-test"),
    values: [String: JSON] = ["region": "us-east-1"], models: [ModelDescriptor] = []
  ) throws -> BedrockProvider {
    var values = values
    values["protocol"] = way.map { JSON($0) }
    return try BedrockProvider(
      configuration: VendorConfiguration(
        id: "aws", kind: "bedrock", keys: KeyRing(key), models: models, values: values),
      transport: transport, surroundings: Surroundings().aws)
  }

  /// The body that a request becomes.
  static func body(
    _ request: ChatRequest, model: String, way: String? = "invoke",
    answer: String = #"{"completion":"a"}"#
  ) async throws -> (text: String, url: String, warnings: [Warning.Code]) {
    var request = request
    request.model = ModelReference(vendor: "aws", model: model)
    request.stream = false
    let transport = ScriptedTransport(answer)
    let reply = try await make(transport, way: way).reply(to: request)
    let sent = transport.requests[0]
    return (
      String(decoding: sent.body, as: UTF8.self), sent.url, reply.warnings.map(\.code)
    )
  }

  /// The reply that bytes become, checked against the grammar.
  static func reply(
    _ pieces: [[UInt8]], model: String, way: String? = "invoke", stream: Bool = true,
    headers: HTTPFields = HTTPFields()
  ) async throws -> ChatReply {
    var request = ChatRequest("a", model: ModelReference(vendor: "aws", model: model))
    request.stream = stream
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    let provider = try make(ScriptedTransport(pieces, headers: headers), way: way)
    do {
      for try await event in provider.events(for: request) {
        try grammar.check(event)
        accumulator.add(event)
      }
    } catch var error as SwitchboardError {
      error.partial = accumulator.hasContent ? accumulator.message(incomplete: .failed) : nil
      throw error
    }
    return try accumulator.reply()
  }
}
