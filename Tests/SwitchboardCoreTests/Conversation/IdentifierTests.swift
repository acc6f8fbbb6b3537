import SwitchboardCore
import Testing

struct IdentifierTests {
  @Test(arguments: [
    ("anthropic/claude-sonnet-5", "anthropic", "claude-sonnet-5"),
    ("router/openai/gpt-5.5", "router", "openai/gpt-5.5"),
    ("bedrock/amazon.titan-v2:0", "bedrock", "amazon.titan-v2:0"), ("a/", "a", ""),
    ("/m", "", "m"), ("a//m", "a", "/m"),
  ])
  func `a reference is split at the first slash`(text: String, vendor: String, model: String) {
    let reference = ModelReference(text)
    #expect(reference.vendor?.rawValue == vendor)
    #expect(reference.model == model)
    #expect(reference.description == text)
  }

  @Test func `a model alone has no vendor`() {
    let reference: ModelReference = "gpt-5.5"
    #expect(reference.vendor == nil)
    #expect(reference.description == "gpt-5.5")
    #expect(ModelReference("").model.isEmpty)
  }

  @Test func `an origin asks its model again, not the one that answered`() {
    let origin = Origin(vendor: "a", kind: "k", model: "m", responseModel: "m-2026")
    #expect(origin.reference == "a/m")
  }

  @Test func `names are ordered and shown as they are`() {
    #expect(VendorID("a") < "b")
    #expect(VendorKind("a") < "b")
    #expect("\(VendorID("a"))\(VendorKind("b"))" == "ab")
  }
}
