import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardCLI

/// A kind of vendor in one of its protocols, asked without a network.
struct AskedVendor: Sendable, CustomTestStringConvertible {
  var kind: VendorKind
  var spoken: String?
  var model: String

  var testDescription: String { spoken.map { "\(kind) \($0)" } ?? kind.rawValue }

  /// The key of every vendor, which may be seen in requests alone.
  static let key = "canary-5f1c9a7e3b"

  /// Every kind that the program has, but the one that answers itself, in every protocol it speaks.
  static let all: [AskedVendor] = vendors.flatMap { $0.kinds }.filter { $0.kind != "mock" }
    .flatMap { kind in
      let model = kind.kind == "bedrock" ? "anthropic.claude-haiku-4-5-20251001-v1:0" : "some-model"
      for case let field in kind.fields where field.name == "protocol" {
        guard case .choice(let words) = field.form else { continue }
        return words.map { AskedVendor(kind: kind.kind, spoken: $0, model: model) }
      }
      return [AskedVendor(kind: kind.kind, model: model)]
    }

  /// The vendor over a transport, set up as an entry of the configuration would.
  func provider(_ transport: any HTTPTransport) throws -> any TextProvider {
    let type = try #require(vendors.first { $0.kinds.contains { $0.kind == kind } })
    let fields = try #require(type.kinds.first { $0.kind == kind }).fields.map(\.name)
    let values: [String: JSON] = [
      "protocol": JSON(optional: spoken), "region": "us-east-1", "project": "p",
      "location": "us-central1",
    ].filter { fields.contains($0.key) && $0.value.exists }
    let provider = try type.init(
      configuration: VendorConfiguration(
        id: "v", kind: kind, keys: KeyRing(Secret(Self.key)),
        baseURL: kind == "vertex" ? nil : "https://vendor.example/v1", values: values),
      transport: transport)
    return try #require(provider as? any TextProvider)
  }

  /// What is sent for a request, whatever is answered.
  func sent(_ request: ChatRequest) async throws -> JSON {
    var request = request
    request.model = ModelReference(vendor: "v", model: model)
    let transport = ScriptedTransport(status: 500, body: "{}")
    do {
      _ = try await provider(transport).reply(to: request)
    } catch let error as SwitchboardError {
      try #require(error.status == 500, "\(error)")
    }
    try #require(transport.requests.count == 1)
    return try transport.lastBody()
  }
}

extension JSON {
  /// Whether texts stand in it, one behind the other.
  func holds(_ texts: [String]) -> Bool {
    var rest = text[...]
    for text in texts {
      guard let range = rest.firstRange(of: text) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Every value in it, itself among them.
  var everything: [JSON] {
    [self] + (elements + members.map(\.value)).flatMap(\.everything)
  }
}
