import SwitchboardCore
import SwitchboardDigest
package import SwitchboardWire

/// Signs requests to Bedrock (AWS IAM User Guide, "Create a signed AWS API request").
///
/// The signing key holds for a day and is kept. So is the distance between this clock and AWS's, once
/// an answer told it: signatures are good for five minutes.
package final class AWSSigner: Sendable {
  private struct SigningKey {
    var keys: AWSKeys
    var day: String
    var region: String
    var bytes: [UInt8]
  }

  private struct State {
    var ahead = 0.0
    var key: SigningKey?
  }

  private static let service = "bedrock"
  private let now: @Sendable () -> Double
  private let state = Locked(State())

  package init(now: @escaping @Sendable () -> Double = { SystemTime.now() }) {
    self.now = now
  }

  /// Adds the header fields that say who asks.
  package func sign(_ request: inout HTTPRequest, keys: AWSKeys, region: String) {
    let (day, time) = Self.stamp(now() + state.withLock { $0.ahead })
    let (host, path) = Self.split(request.url)
    request.headers["x-amz-date"] = time
    if let token = keys.token { request.headers["x-amz-security-token"] = token.reveal() }

    var signed: [(name: String, value: String)] = [("host", host)]
    for field in request.headers.fields { signed.append((field.name.lowercased(), field.value)) }
    signed.sort { $0.name < $1.name }
    let names = signed.map(\.name).joined(separator: ";")
    let canonical =
      "\(request.method)\n\(Self.encodedAgain(path))\n\n"
      + signed.map { "\($0.name):\($0.value)\n" }.joined()
      + "\n\(names)\n\(Hex.encode(SHA256.hash(request.body)))"
    let scope = "\(day)/\(region)/\(Self.service)/aws4_request"
    let text =
      "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Hex.encode(SHA256.hash(Array(canonical.utf8))))"
    let signature = Hex.encode(
      HMAC.sha256(Array(text.utf8), key: signingKey(keys, day: day, region: region)))
    request.headers["authorization"] =
      "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope), SignedHeaders=\(names), "
      + "Signature=\(signature)"
  }

  /// Learns from the date of a refusal how far AWS's clock is ahead of this one.
  ///
  /// - Returns: Whether a signature would now bear another time, so that trying again makes sense.
  package func learn(fromDate text: String?) -> Bool {
    let now = now()
    guard let date = text.flatMap({ HTTPDate.parse($0, now: now) }) else { return false }
    return state.withLock { state in
      let ahead = Double(date) - now
      guard (ahead - state.ahead).magnitude > 60 else { return false }
      state.ahead = ahead
      return true
    }
  }

  private func signingKey(_ keys: AWSKeys, day: String, region: String) -> [UInt8] {
    let kept = state.withLock { $0.key }
    if let kept, kept.day == day, kept.region == region, kept.keys == keys { return kept.bytes }
    var bytes = Array("AWS4\(keys.secret.reveal())".utf8)
    for step in [day, region, Self.service, "aws4_request"] {
      bytes = HMAC.sha256(Array(step.utf8), key: bytes)
    }
    let key = SigningKey(keys: keys, day: day, region: region, bytes: bytes)
    state.withLock { $0.key = key }
    return bytes
  }

  /// `20261130` and `20261130T090507Z`.
  private static func stamp(_ time: Double) -> (day: String, time: String) {
    let date = Day(secondsSince1970: time)
    let day = String(date.description.filter { $0 != "-" })
    let seconds = Int(time.rounded(.down)) - date.number * 86_400
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return (day, "\(day)T\(two(seconds / 3600))\(two(seconds / 60 % 60))\(two(seconds % 60))Z")
  }

  /// The `host` field as the transport sends it, without the scheme's own port, and the path.
  private static func split(_ url: String) -> (host: String, path: String) {
    let isSecure = url.hasPrefix("https:")
    guard let scheme = url.firstRange(of: "://") else { return ("", url) }
    let rest = url[scheme.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var host = rest[..<slash].lowercased()
    let port = isSecure ? ":443" : ":80"
    if host.hasSuffix(port) { host.removeLast(port.utf8.count) }
    return (host, slash == rest.endIndex ? "/" : String(rest[slash...]))
  }

  /// The path as it is signed: for every service but S3, what stands encoded in the address is
  /// encoded once more, the slashes between segments left alone.
  private static func encodedAgain(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { Percent.encode(String($0)) }.joined(separator: "/")
  }
}
