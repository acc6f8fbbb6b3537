import LoopbackServer
import SwitchboardCore
import SwitchboardDigest
import SwitchboardTransport
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

/// What arrives at a server that reckons every signature anew, from nothing but the bytes it was sent.
@Suite(.timeLimit(.minutes(10)))
struct SignedWireTests {
  static let whole =
    #"{"output":{"message":{"content":[{"text":"kiwi"}]}},"stopReason":"end_turn"}"#

  /// The secrets that the server knows, by the id of their pair.
  static let secrets = [
    "AKIDEXAMPLE0TEST": "wJalrTESTONLYsecret/K7MDENG+fake", "AKINEW": "new/se+ret",
  ]

  /// The id with which a request is signed; `nil` when its signature is false.
  static func signer(of request: LoopbackRequest) -> String? {
    guard let header = request["authorization"], header.hasPrefix("AWS4-HMAC-SHA256 ") else {
      return nil
    }
    var fields: [Substring: Substring] = [:]
    for field in header.dropFirst(17).split(separator: ", ") {
      let halves = field.split(separator: "=", maxSplits: 1)
      fields[halves[0]] = halves.count == 2 ? halves[1] : ""
    }
    let credential = (fields["Credential"] ?? "").split(separator: "/").map(String.init)
    let names = (fields["SignedHeaders"] ?? "").split(separator: ";").map(String.init)
    guard credential.count == 5, let secret = secrets[credential[0]] else { return nil }
    var canonical = "\(request.method)\n\(request.target.replacing("%", with: "%25"))\n\n"
    for name in names {
      let values = request.fields.filter { $0.name.lowercased() == name }.map(\.value)
      canonical += "\(name):\(values.joined(separator: ","))\n"
    }
    canonical +=
      "\n\(names.joined(separator: ";"))\n\(Hex.encode(SHA256.hash(request.body)))"
    var key = Array("AWS4\(secret)".utf8)
    for step in credential.dropFirst() { key = HMAC.sha256(Array(step.utf8), key: key) }
    let text =
      "AWS4-HMAC-SHA256\n\(request["x-amz-date"] ?? "")\n"
      + credential.dropFirst().joined(separator: "/") + "\n"
      + Hex.encode(SHA256.hash(Array(canonical.utf8)))
    let signature = Hex.encode(HMAC.sha256(Array(text.utf8), key: key))
    let sent = ["host", "x-amz-date", "x-amz-security-token"].filter { request[$0] != nil }
    guard Set(names).isSuperset(of: sent), Set(names).count == names.count,
      fields["Signature"].map(String.init) == signature
    else { return nil }
    return credential[0]
  }

  static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      signer(of: request) == nil
        ? .respond(
          403, ["x-amzn-errortype": "InvalidSignatureException"], body: #"{"message":"no"}"#)
        : .respond(200, ["Content-Type": "application/json"], body: whole)
    }
  }

  static func reply(
    _ server: LoopbackServer, _ surroundings: Surroundings, model: String
  ) async throws -> ChatReply {
    let provider = try BedrockProvider(
      configuration: VendorConfiguration(
        id: "aws", kind: "bedrock", keys: KeyRing([]), baseURL: server.url(""),
        values: ["region": "us-east-1", "protocol": "converse"]),
      transport: PlatformTransport.make(), surroundings: surroundings.aws)
    var request = ChatRequest("hi 🥝", model: ModelReference(vendor: "aws", model: model))
    request.stream = false
    return try await provider.reply(to: request)
  }

  @Test(
    arguments: [
      "acme.plum-v1:0", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "a b/c+d~e%3A!",
      "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/ab12cd34ef56",
    ], [nil, "FwoTOKEN//+plus=="])
  func `what arrives is what was signed`(model: String, token: String?) async throws {
    let surroundings = Surroundings([
      "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE0TEST",
      "AWS_SECRET_ACCESS_KEY": "wJalrTESTONLYsecret/K7MDENG+fake",
    ])
    surroundings.set("AWS_SESSION_TOKEN", token)
    let server = try Self.server()
    #expect(try await Self.reply(server, surroundings, model: model).text == "kiwi")
    #expect(server.requests.count == 1)
    #expect(server.requests[0]["x-amz-security-token"] == token)
    #expect(server.requests[0].fields.count { $0.name.lowercased() == "host" } == 1)
  }

  @Test func `a server that knows another secret is not fooled`() async throws {
    let surroundings = Surroundings([
      "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE0TEST", "AWS_SECRET_ACCESS_KEY": "another",
    ])
    let server = try Self.server()
    await #expect {
      try await Self.reply(server, surroundings, model: "acme.plum-v1:0")
    } throws: { error in
      (error as? SwitchboardError)?.kind == .authentication
    }
  }

  @Test func `keys that were replaced on disk are used by the next call`() async throws {
    func file(_ id: String, _ secret: String) -> String {
      "[default]\naws_access_key_id=\(id)\naws_secret_access_key=\(secret)\n"
    }
    let path = "/home/kim/.aws/credentials"
    let surroundings = Surroundings(
      files: [path: file("AKIDEXAMPLE0TEST", "wJalrTESTONLYsecret/K7MDENG+fake")])
    let server = try Self.server()
    _ = try await Self.reply(server, surroundings, model: "acme.plum-v1:0")
    surroundings.write(file("AKINEW", "new/se+ret"), to: path)
    _ = try await Self.reply(server, surroundings, model: "acme.plum-v1:0")
    #expect(server.requests.map(Self.signer) == ["AKIDEXAMPLE0TEST", "AKINEW"])
  }
}
