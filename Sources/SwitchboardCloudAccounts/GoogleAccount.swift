package import SwitchboardCore
package import SwitchboardWire

/// Access tokens for Google's application default credentials
/// (cloud.google.com/docs/authentication/application-default-credentials).
///
/// They are looked for in the file that GOOGLE_APPLICATION_CREDENTIALS names, in that of `gcloud auth
/// application-default login`, and at the metadata server of a machine of Google's. What is found is
/// exchanged for a token, which is used until a minute before its end.
package final class GoogleAccount: Sendable {
  /// What is sent in place of a key.
  package struct Token: Sendable {
    package var secret: Secret
    /// Who pays, where that is not the account's own project.
    package var project: String?
    /// Until when it is used, in seconds since 1970.
    package var end: Double
  }

  private let vendor: VendorID
  private let keys: KeyRing
  private let transport: any HTTPTransport
  private let surroundings: UserSurroundings
  private let now: @Sendable () -> Double
  private let kept = Locked<Token?>(nil)

  package init(
    vendor: VendorID, keys: KeyRing, transport: any HTTPTransport, surroundings: UserSurroundings,
    now: @escaping @Sendable () -> Double = { SystemTime.now() }
  ) {
    self.vendor = vendor
    self.keys = keys
    self.transport = transport
    self.surroundings = surroundings
    self.now = now
  }

  /// A token, asked for when there is none.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication` when nobody gives one.
  package func token() async throws -> Token {
    let time = now()
    if let token = kept.withLock({ $0 }), time < token.end { return token }
    let token = try await fetch(time)
    keys.conceal(token.secret)
    kept.withLock { $0 = token }
    return token
  }

  private func fetch(_ time: Double) async throws -> Token {
    guard let file = try GoogleCredentials.find(in: surroundings) else {
      return try await machineToken(time)
    }
    for secret in file.secrets { keys.conceal(secret) }
    let body = try file.form(at: time).map { "\($0)=\(Percent.encode($1))" }
      .joined(separator: "&")
    let json = try await call("the credentials in '\(file.path)'").json(over: transport) {
      HTTPRequest(
        url: GoogleCredentials.tokenAddress,
        headers: ["content-type": "application/x-www-form-urlencoded"], body: Array(body.utf8),
        deadlines: .inquiry)
    }
    return try token(json, project: file.project, time)
  }

  /// The token of the account that a machine of Google's runs under
  /// (cloud.google.com/compute/docs/access/authenticate-workloads).
  private func machineToken(_ time: Double) async throws -> Token {
    let host = surroundings.value("GCE_METADATA_HOST") ?? "169.254.169.254"
    do {
      let json = try await call("this machine's account").json(over: transport) {
        HTTPRequest(
          method: "GET",
          url: "http://\(host)/computeMetadata/v1/instance/service-accounts/default/token",
          headers: ["metadata-flavor": "Google"],
          deadlines: Deadlines(
            connect: .seconds(1), firstToken: .seconds(5), idle: .seconds(5), total: .seconds(5)))
      }
      return try token(json, project: nil, time)
    } catch let error as SwitchboardError where [.network, .timeout].contains(error.kind) {
      throw SwitchboardError(
        .authentication,
        """
        There are no default credentials of Google: run `gcloud auth application-default login`, or \
        set GOOGLE_APPLICATION_CREDENTIALS.
        """, vendor: vendor, underlying: error)
    }
  }

  private func token(_ json: JSON, project: String?, _ time: Double) throws -> Token {
    guard let text = json["access_token"].string, !text.isEmpty else {
      throw SwitchboardError(.decoding, "Google's answer holds no token.", vendor: vendor)
    }
    let seconds = json["expires_in"].double ?? 0
    return Token(secret: Secret(text), project: project, end: time + max(0, seconds - 60))
  }

  private func call(_ who: String) -> WholeCall {
    let secrets = keys.secretsForRedaction
    return WholeCall(vendor: vendor, secrets: secrets) { head, body in
      let said: JSON
      do { said = try JSON(parsing: body) } catch { said = .missing }
      let words = [said["error"].string, said["error_description"].string].compactMap { $0 }
      var report = FailureReport(words: words.prefix(1).map { $0 })
      report.message =
        "Google gives no token for \(who)" + (words.isEmpty ? "" : ": ")
        + words.joined(separator: ", ") + "; run `gcloud auth application-default login`."
      var failure = FailureTable([.init(status: 400, kind: .authentication)]).failure(
        report, head: head, now: SystemTime.now(), secrets: secrets())
      if failure.kind == .permission { failure.kind = .authentication }
      return failure
    }
  }
}
