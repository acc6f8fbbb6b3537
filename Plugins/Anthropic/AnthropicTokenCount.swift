import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Counts the tokens of a request (platform.claude.com/docs/en/api/messages/count_tokens).
struct AnthropicTokenCount: Sendable {
  let origin: Origin
  let model: ModelDescriptor
  let url: String
  let headers: @Sendable () async throws -> HTTPFields
  let secrets: @Sendable () -> [Secret]

  /// The members of a request that the operation takes; it refuses the others.
  private static let counted: Set<String> = [
    "model", "messages", "system", "tools", "tool_choice", "thinking", "output_config",
    "cache_control", "mcp_servers", "context_management", "speed",
  ]

  func count(_ request: ChatRequest, _ transport: any HTTPTransport) async throws -> Int {
    let call = AnthropicFailureTable.call(origin.vendor, model: origin.model, secrets)
    let json = try await call.json(over: transport) { try await httpRequest(for: request) }
    guard let count = json["input_tokens"].int, count >= 0 else {
      throw SwitchboardError(
        .decoding, "The vendor's answer has no number 'input_tokens'.", vendor: origin.vendor,
        model: origin.model)
    }
    return count
  }

  func httpRequest(for request: ChatRequest) async throws -> HTTPRequest {
    let chat = try AnthropicMessagesRequest(
      request, origin: origin, model: model, envelope: [("model", JSON(origin.model))])
    var fields = try await headers()
    fields["content-type"] = "application/json"
    let members = chat.body.members.filter { Self.counted.contains($0.key) }
    return HTTPRequest(
      url: url, headers: fields, body: JSON.object(members.map { ($0.key, $0.value) }).encoded(),
      deadlines: request.deadlines)
  }
}
