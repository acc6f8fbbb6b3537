import SwitchboardBedrock
import SwitchboardCloudAccounts
import SwitchboardCore
import SwitchboardDigest
import SwitchboardWire

extension Benchmark {
  /// A request to a signed one.
  static let requestSigning = Benchmark(
    figures: [
      Figure("sigV4Us", .atMost(40), "signing a request to Bedrock with a body of 8 KB")
    ]
  ) {
    let signer = AWSSigner()
    let keys = AWSKeys(id: "AKIDFORBENCHMARKS", secret: Secret("for-the-benchmarks"))
    let body = Samples.history(for: "bedrock/amazon.nova-lite-v1:0").json.encoded()
    let request = HTTPRequest(
      url: "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse",
      headers: ["content-type": "application/json"], body: Array(body.prefix(8 << 10)))
    let count = 2_000
    let (signing, hashing, _) = try await Rounds.compare {
      try await Rounds.cpu(of: count) {
        for _ in 0..<count {
          var request = request
          signer.sign(&request, keys: keys, region: "us-east-1")
          try expect(request.headers["authorization"] != nil, "a request was not signed")
        }
      }
    } _: {
      try await Rounds.cpu(of: count) {
        for _ in 0..<count {
          try expect(SHA256.hash(request.body).count == 32, "a body was not hashed")
        }
      }
    }
    return Findings(
      figures: ["sigV4Us": JSON(measured: signing * 1e6)],
      baselines: ["sha256Of8KBUs": JSON(measured: hashing * 1e6)])
  }
}
