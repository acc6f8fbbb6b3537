import SwitchboardCloudAccounts
import SwitchboardCore
import SwitchboardForms
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

struct AWSSignerTests {
  /// A request and the signature that botocore 1.44.8 reckons for it.
  struct Vector: Sendable, CustomTestStringConvertible {
    var model: String
    var base: String
    var operation: String
    var token: String?
    var region: String
    var time: Double
    var signature: String

    var testDescription: String { model }
  }

  static let body = Array(#"{"messages":[{"role":"user","content":[{"text":"hi"}]}]}"#.utf8)
  static let march2025 = 1_741_064_767.0  // 2025-03-04T05:06:07Z

  static let vectors: [Vector] = [
    Vector(
      model: "acme.plum-v1:0", base: "https://bedrock-runtime.us-east-1.amazonaws.com",
      operation: "converse-stream", region: "us-east-1", time: march2025,
      signature: "21eefab2c04f5e5c113d1d6531cb6c2887645bcd0d7ec6263df459f76208885b"),
    Vector(
      model: "acme.plum-v1:0", base: "https://bedrock-runtime.us-east-1.amazonaws.com",
      operation: "converse-stream", token: "FwoTOKEN//+plus==", region: "us-east-1",
      time: march2025,
      signature: "3914c2ba8685228e507f57a9c5f85602f06ebfefe9f03683c4b5a13bb8dc123d"),
    Vector(
      model:
        "arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/ab12cd34ef56",
      base: "https://bedrock-runtime.eu-west-1.amazonaws.com", operation: "converse",
      region: "eu-west-1", time: 1_796_083_199.9,  // 2026-11-30T23:59:59Z
      signature: "c77bc5a401f08b7b5955e7b73bee6ca154cc22d8dff7c7bf2ebc3f567f2e3ebf"),
    Vector(
      model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", base: "http://127.0.0.1:8123/x/y",
      operation: "invoke", region: "us-east-1", time: 1_795_996_800,  // 2026-11-30T00:00:00Z
      signature: "b62db088733c7b64986331418bf69f22c8fae12b9c3a826d3021e908a794f84b"),
  ]

  static func signed(_ vector: Vector, by signer: AWSSigner) throws -> HTTPRequest {
    let address = BedrockAddress(vendor: "aws", baseURL: vector.base, region: vector.region)
    let place = try address.place(vector.operation, model: vector.model)
    var request = HTTPRequest(
      url: place.url, headers: ["content-type": "application/json"], body: body)
    let keys = AWSKeys(
      id: "AKIDEXAMPLE0TEST", secret: Secret("wJalrTESTONLYsecret/K7MDENG+fake"),
      token: vector.token.map { Secret($0) })
    signer.sign(&request, keys: keys, region: place.region)
    return request
  }

  @Test(arguments: vectors)
  func `signs as botocore does`(vector: Vector) throws {
    let request = try Self.signed(vector, by: AWSSigner(now: { vector.time }))
    let names =
      "content-type;host;x-amz-date" + (vector.token == nil ? "" : ";x-amz-security-token")
    let stamp = request.headers["x-amz-date"] ?? ""
    #expect(
      request.headers["authorization"]
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE0TEST/\(stamp.prefix(8))/\(vector.region)/bedrock"
        + "/aws4_request, SignedHeaders=\(names), Signature=\(vector.signature)")
    #expect(request.headers["x-amz-security-token"] == vector.token)
  }

  @Test func `one signer serves other keys, days and regions in any order`() throws {
    let now = Locked(0.0)
    let signer = AWSSigner(now: { now.withLock { $0 } })
    for vector in Self.vectors + Self.vectors.reversed() {
      now.withLock { $0 = vector.time }
      let request = try Self.signed(vector, by: signer)
      #expect(request.headers["authorization"]?.hasSuffix(vector.signature) == true)
    }
  }

  @Test func `the scheme's own port is not part of the host`() throws {
    var vector = Self.vectors[0]
    vector.base += ":443"
    let request = try Self.signed(vector, by: AWSSigner(now: { Self.march2025 }))
    #expect(request.headers["authorization"]?.hasSuffix(vector.signature) == true)
  }

  @Test func `the name of a model is one segment of the path`() throws {
    let url = try Self.signed(Self.vectors[2], by: AWSSigner(now: { 0 })).url
    #expect(
      url == "https://bedrock-runtime.eu-west-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3A"
        + "eu-west-1%3A123456789012%3Aapplication-inference-profile%2Fab12cd34ef56/converse")
  }

  @Test func `a wrong clock is set by the date of a refusal, once`() throws {
    let signer = AWSSigner(now: { 1_795_996_800 })
    #expect(!signer.learn(fromDate: nil))
    #expect(!signer.learn(fromDate: "yesterday"))
    #expect(!signer.learn(fromDate: "Mon, 30 Nov 2026 00:00:59 GMT"), "within a minute")
    #expect(signer.learn(fromDate: "Mon, 30 Nov 2026 01:00:00 GMT"))
    #expect(!signer.learn(fromDate: "Mon, 30 Nov 2026 01:00:01 GMT"), "known by now")
    let request = try Self.signed(Self.vectors[0], by: signer)
    #expect(request.headers["x-amz-date"] == "20261130T010000Z")
  }
}

struct BedrockAddressTests {
  @Test func `an ARN is called in its region`() throws {
    let address = BedrockAddress(vendor: "aws", baseURL: nil, region: "us-east-1")
    let arn = "arn:aws:bedrock:eu-west-1:1:inference-profile/eu.amazon.nova-lite-v1:0"
    #expect(try address.place("converse", model: arn).region == "eu-west-1")
    #expect(
      try address.place("converse", model: arn).url.hasPrefix(
        "https://bedrock-runtime.eu-west-1.amazonaws.com/model/"))
  }

  @Test(arguments: [
    "arn:aws:bedrock:evil.example/x:1:inference-profile/a", "arn:aws:bedrock:a@b:1:x/y",
    "arn:aws:bedrock::1:x/y", "arn:aws:bedrock:US-EAST-1:1:x/y", "arn:aws:bedrock:x:1",
  ])
  func `a model cannot name a host`(model: String) throws {
    let address = BedrockAddress(vendor: "aws", baseURL: nil, region: "us-east-1")
    #expect(
      try address.place("converse", model: model).url.hasPrefix(
        "https://bedrock-runtime.us-east-1.amazonaws.com/model/arn%3A"))
  }

  @Test func `an entry with an address signs for its own region`() throws {
    let address = BedrockAddress(
      vendor: "aws", baseURL: "https://vpce.example", region: "us-east-1")
    let place = try address.place("invoke", model: "arn:aws:bedrock:eu-west-1:1:x/y")
    #expect(place.region == "us-east-1")
    #expect(place.url.hasPrefix("https://vpce.example/model/arn"))
  }

  @Test func `China has a domain of its own`() throws {
    let address = BedrockAddress(vendor: "aws", baseURL: nil, region: "cn-north-1")
    #expect(
      try address.place("invoke", model: "m").url
        == "https://bedrock-runtime.cn-north-1.amazonaws.com.cn/model/m/invoke")
  }

  @Test func `without a region there is one sentence`() {
    let address = BedrockAddress(vendor: "aws", baseURL: nil, region: nil)
    #expect(address.missingRegion?.contains("AWS_REGION") == true)
    #expect { try address.place("invoke", model: "m") } throws: { error in
      (error as? SwitchboardError)?.kind == .configuration
    }
  }

  /// Names of models, what stands behind them, and who made that.
  static let names: [(String, String, String)] = [
    (
      "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-sonnet-4-5-20250929-v1:0",
      "anthropic"
    ),
    ("global.amazon.nova-2-lite-v1:0", "amazon.nova-2-lite-v1:0", "amazon"),
    ("in.moonshotai.kimi-k3", "moonshotai.kimi-k3", "moonshotai"),
    ("deepseek.v3.2", "deepseek.v3.2", "deepseek"),
    ("mistral.mistral-7b-instruct-v0:2", "mistral.mistral-7b-instruct-v0:2", "mistral"),
    ("arn:aws:bedrock:us-east-1::foundation-model/ai21.j2-mid-v1", "ai21.j2-mid-v1", "ai21"),
    (
      "arn:aws:bedrock:us-east-1:1:inference-profile/us.meta.llama4-scout-17b-instruct-v1:0",
      "meta.llama4-scout-17b-instruct-v1:0", "meta"
    ),
    (
      "arn:aws:sagemaker:us-east-1:1:endpoint/a.b", "arn:aws:sagemaker:us-east-1:1:endpoint/a.b", ""
    ),
    ("some-model", "some-model", ""), ("", "", ""),
  ]

  @Test(arguments: names)
  func `the model behind a name is found`(name: String, base: String, publisher: String) {
    #expect(BedrockModelID(name).base == base)
    #expect(BedrockModelID(name).publisher == publisher)
  }
}
