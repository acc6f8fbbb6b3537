import SwitchboardCloudAccounts
import SwitchboardCore
import SwitchboardWire

/// Shows the keys of an entry with each request, and learns from refusals.
final class BedrockDoor: Sendable {
  private let vendor: VendorID
  private let ring: KeyRing
  private let finder: AWSKeyFinder
  private let signer: AWSSigner
  private let shown = Locked<AWSKeys?>(nil)

  init(
    vendor: VendorID, ring: KeyRing, finder: AWSKeyFinder, signer: AWSSigner = AWSSigner()
  ) {
    self.vendor = vendor
    self.ring = ring
    self.finder = finder
    self.signer = signer
  }

  /// What must not be seen in messages.
  var secrets: @Sendable () -> [Secret] { ring.secretsForRedaction }

  /// What is missing when no call can be made.
  var missingKey: String? {
    if ring.isEmpty, finder.bearer != nil { return nil }
    if !ring.isEmpty, let missing = ring.missing(for: vendor) { return missing }
    do {
      for credential in ring.present {
        guard case .aws(let way) = credential.scheme else { return nil }
        if way == "default", finder.bearer != nil { return nil }
        _ = try finder.keys(way)
      }
      if ring.isEmpty { _ = try finder.keys("default") }
      return nil
    } catch {
      return (error as? SwitchboardError)?.message ?? String(describing: error)
    }
  }

  /// Adds the fields that say who asks: a key that is sent as it stands, or a signature.
  func open(_ request: inout HTTPRequest, region: String) async throws {
    let credential = try ring.nextCredential(for: vendor)
    switch credential?.scheme {
    case nil, .aws("default"):
      // AWS's own order: the key of Bedrock goes before the keys of the account.
      if let bearer = finder.bearer {
        show(bearer, in: &request)
      } else {
        sign(&request, try finder.keys("default"), region)
      }
    case .aws(let way):
      sign(&request, try finder.keys(way), region)
    case .secret:
      guard let secret = try await credential?.secret() else { return }
      // The id of a pair of keys, which is what AWS_ACCESS_KEY_ID holds, cannot be sent alone.
      if finder.surroundings.value("AWS_ACCESS_KEY_ID") == secret.reveal() {
        sign(&request, try finder.keys("environment"), region)
      } else {
        show(secret, in: &request)
      }
    case .gcp:
      throw SwitchboardError(
        .configuration, "Vendor '\(vendor)' is AWS's; keys of Google Cloud do not open it.")
    }
  }

  /// Looks at a refusal, after which the same request may be worth another try.
  ///
  /// A clock that is wrong here is set, and keys that ran out may have been replaced meanwhile.
  func learn(from error: inout SwitchboardError, head: HTTPResponseHead) {
    let code = (error.code ?? "").lowercased()
    if ["invalidsignatureexception", "requesttimetooskewed", "requestexpired"].contains(code) {
      if signer.learn(fromDate: head.headers["date"]) { error.shouldRetry = true }
    } else if code.hasPrefix("expiredtoken") {
      if haveNewKeys { error.shouldRetry = true }
    }
  }

  /// Whether the places of the keys hold others than those that were shown last.
  private var haveNewKeys: Bool {
    var ways = ring.isEmpty ? ["default"] : []
    for credential in ring.present {
      if case .aws(let way) = credential.scheme { ways.append(way) }
    }
    let used = shown.withLock { $0 }
    return ways.contains { way in
      do { return try finder.keys(way) != used } catch { return false }
    }
  }

  private func show(_ bearer: Secret, in request: inout HTTPRequest) {
    ring.conceal(bearer)
    request.headers["authorization"] = "Bearer \(bearer.reveal())"
  }

  private func sign(_ request: inout HTTPRequest, _ keys: AWSKeys, _ region: String) {
    ring.conceal(keys.secret)
    if let token = keys.token { ring.conceal(token) }
    shown.withLock { $0 = keys }
    signer.sign(&request, keys: keys, region: region)
  }
}
