import Switchboard
import SwitchboardAnthropic
import SwitchboardBedrock
import SwitchboardCore
import SwitchboardGemini
import SwitchboardOpenAI
import SwitchboardOpenAICompatible

/// How far estimates are from the prompt tokens that vendors reported for recorded requests.
struct RecordedErrors {
  private var errors: [(id: String, estimate: Int, truth: Int, hasTools: Bool)] = []
  private var leftOut: [String: Int]

  init(_ folder: String) throws {
    let recorded = try RecordedRequests(folder)
    leftOut = recorded.leftOut
    for item in recorded.items {
      guard let facts = try Self.facts(item) else {
        leftOut["model without a profile", default: 0] += 1
        continue
      }
      let estimate = TokenEstimator().input(of: item.request, for: facts)
      errors.append((item.id, estimate, item.promptTokens, !item.request.tools.isEmpty))
    }
  }

  private static func facts(_ item: RecordedRequests.Item) throws -> ModelDescriptor? {
    let transport = CannedTransport([])
    let key = Secret("sk-for-the-benchmarks")
    let provider: any Provider
    switch item.vendor {
    case "openai", "azure": provider = OpenAIProvider(key: key, transport: transport)
    case "anthropic", "vertex": provider = AnthropicProvider(key: key, transport: transport)
    case "google": provider = GeminiProvider(key: key, transport: transport)
    case "bedrock":
      provider = try BedrockProvider(
        configuration: VendorConfiguration(
          id: "bedrock", kind: "bedrock", keys: KeyRing(), values: ["region": "us-east-1"]),
        transport: transport, surroundings: VendorRow.awsKeys)
    case "mistral", "deepseek", "groq":
      provider = try OpenAICompatibleProvider(
        configuration: VendorConfiguration(
          id: VendorID(rawValue: item.vendor), kind: VendorKind(rawValue: item.vendor),
          keys: KeyRing(), values: [:]), transport: transport)
    default: return nil
    }
    return provider.family(of: item.model).flatMap { $0.tokens == nil ? nil : $0 }
  }

  /// The errors, apart for requests with tools, of whose frames vendors say little.
  var details: JSON {
    func mean(hasTools: Bool) -> JSON {
      let errors = errors.filter { $0.hasTools == hasTools && $0.truth >= 200 }.map {
        100 * abs(Double($0.estimate) / Double($0.truth) - 1)
      }
      return errors.isEmpty ? .missing : JSON(measured: errors.reduce(0, +) / Double(errors.count))
    }
    return .object([
      ("estimatorRecordedTextPercent", mean(hasTools: false)),
      ("estimatorRecordedToolsPercent", mean(hasTools: true)),
      (
        "estimatorRecorded",
        .object(
          errors.map { ($0.id, JSON("\($0.estimate) for \($0.truth)")) })
      ),
      (
        "estimatorRecordedLeftOut",
        .object(leftOut.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
      ),
    ])
  }
}
