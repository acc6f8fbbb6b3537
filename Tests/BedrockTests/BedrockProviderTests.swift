import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

struct BedrockProviderTests {
  static func configuration(
    _ credentials: [Credential] = [], values: [String: JSON] = [:]
  ) -> VendorConfiguration {
    VendorConfiguration(
      id: "aws", kind: "bedrock", keys: KeyRing(credentials), values: values)
  }

  static func make(
    _ configuration: VendorConfiguration, _ surroundings: Surroundings = Surroundings()
  ) throws -> BedrockProvider {
    try BedrockProvider(
      configuration: configuration, transport: ScriptedTransport("{}"),
      surroundings: surroundings.aws)
  }

  @Test func `a vendor that was set up needs a region`() {
    #expect { try Self.make(Self.configuration()) } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == .configuration && failure?.message.contains("region") == true
    }
    #expect(throws: Never.self) {
      _ = try Self.make(Self.configuration(), Surroundings(["AWS_REGION": "us-east-1"]))
      _ = try Self.make(
        Self.configuration(), Surroundings(files: AWSKeyFinderTests.files))
    }
  }

  @Test func `a vendor that is on because of a key says that its region is missing`() throws {
    let vendor = try Self.make(Self.configuration([Credential(Secret("ABSK"))]))
    #expect(vendor.missingKey?.contains("AWS_REGION") == true)
  }

  @Test(arguments: ["us east", "evil.example/", "US-EAST-1", "a", ""])
  func `a region is a word`(region: String) {
    #expect {
      try Self.make(Self.configuration(values: ["region": JSON(region)]))
    } throws: { error in
      (error as? SwitchboardError)?.kind == .configuration
    }
  }

  @Test func `an entry that names no key finds those of AWS's files`() throws {
    let usual = BedrockProvider.kinds[0].usualKeys.map {
      Credential(place: "$\($0)", isPresent: false) { Secret("") }
    }
    let vendor = try Self.make(
      Self.configuration(usual), Surroundings(files: AWSKeyFinderTests.files))
    #expect(vendor.missingKey == nil)
    let named = Credential(place: "$MY_KEY", isPresent: false) { Secret("") }
    let other = try Self.make(
      Self.configuration([named], values: ["region": "us-east-1"]),
      Surroundings(files: AWSKeyFinderTests.files))
    #expect(other.missingKey?.contains("$MY_KEY") == true)
  }

  @Test func `a request without a model is refused`() async throws {
    await #expect {
      try await Vendor.make(ScriptedTransport("{}")).reply(to: ChatRequest("a"))
    } throws: { error in
      (error as? SwitchboardError)?.kind == .invalidRequest
    }
  }

  @Test func `nothing is sent before iteration`() throws {
    let transport = ScriptedTransport("{}")
    _ = try Vendor.make(transport).events(for: ChatRequest("a", model: "aws/amazon.nova-pro-v1:0"))
    #expect(transport.requests.isEmpty)
  }

  @Test func `models under a geography or an ARN share the facts of their base`() throws {
    let vendor = try Vendor.make(ScriptedTransport("{}"))
    let base = vendor.family(of: "anthropic.claude-opus-5")
    #expect(base?.window == 1_000_000)
    #expect(vendor.family(of: "global.anthropic.claude-opus-5") == base)
    #expect(
      vendor.family(of: "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-5")
        == base)
    #expect(vendor.family(of: "anthropic.claude-opus-5-5")?.prices?.input == USD("4"))
    #expect(vendor.family(of: "anthropic.claude-from-the-future")?.window == nil)
    #expect(vendor.family(of: "newcomer.model") == nil)
    #expect(vendor.models.contains { $0.model == "amazon.nova-pro-v1:0" })
  }

  @Test func `models that have left are known with their day`() throws {
    let vendor = try Vendor.make(ScriptedTransport("{}"))
    #expect(vendor.family(of: "ai21.j2-mid-v1")?.retires == Day("2024-08-31"))
    #expect(
      vendor.family(of: "us.anthropic.claude-3-7-sonnet-20250219-v1:0")?.retires
        == Day("2026-04-28"))
    #expect(!vendor.models.contains { $0.model.hasPrefix("ai21.j2") })
  }

  @Test func `what the user says of a model goes before the table`() throws {
    let id = "us.amazon.nova-pro-v1:0"
    let facts = BedrockFacts(configured: [ModelDescriptor(id, window: 7)])
    #expect(facts.facts(for: id).window == 7)
    #expect(facts.facts(for: id).maxOutput == 10_000)
    #expect(facts.facts(for: "amazon.nova-pro-v1:0").window == 300_000)
    #expect(facts.facts(for: "some-model") == ModelDescriptor("some-model"))
  }

  @Test func `no model has an ability and lacks it`() {
    for model in BedrockModels.models + BedrockModels.families {
      #expect(model.can.isDisjoint(with: model.cannot), "\(model.model)")
    }
  }
}
