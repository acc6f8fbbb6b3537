package import SwitchboardCore
package import SwitchboardWire

/// What AWS gives to one who may ask: an id, a secret and, where they hold for a time only, a token.
package struct AWSKeys: Sendable, Hashable {
  package var id: String
  package var secret: Secret
  package var token: Secret?

  package init(id: String, secret: Secret, token: Secret? = nil) {
    self.id = id
    self.secret = secret
    self.token = token
  }
}

/// Finds keys where AWS's own tools look for them (AWS SDKs and Tools Reference Guide, "Settings
/// reference").
///
/// Everything is read anew for each call: keys that hold for a time only are replaced by others while
/// the program runs.
package struct AWSKeyFinder: Sendable {
  /// Where to look.
  package let surroundings: UserSurroundings

  /// Looks in a user's surroundings.
  package init(surroundings: UserSurroundings) { self.surroundings = surroundings }

  /// The key that is sent as it stands (Bedrock User Guide, "API keys").
  package var bearer: Secret? { surroundings.value("AWS_BEARER_TOKEN_BEDROCK").map { Secret($0) } }

  /// The region that the environment or the profile names.
  package var region: String? {
    surroundings.value("AWS_REGION") ?? surroundings.value("AWS_DEFAULT_REGION")
      ?? profile(surroundings.value("AWS_PROFILE") ?? "default")["region"]
  }

  /// The keys of a way: `default`, `environment` or the name of a profile.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication`, with what to do.
  package func keys(_ way: String) throws -> AWSKeys {
    if way == "environment" || way == "default", let keys = try fromEnvironment() { return keys }
    if way == "environment" {
      throw SwitchboardError(
        .authentication,
        "There are no AWS keys in the environment: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
      )
    }
    let name = way == "default" ? surroundings.value("AWS_PROFILE") ?? "default" : way
    return try keys(of: profile(name), named: name)
  }

  private func fromEnvironment() throws -> AWSKeys? {
    guard let id = surroundings.value("AWS_ACCESS_KEY_ID") else { return nil }
    guard let secret = surroundings.value("AWS_SECRET_ACCESS_KEY") else {
      throw SwitchboardError(
        .authentication, "AWS_ACCESS_KEY_ID is set but AWS_SECRET_ACCESS_KEY is not; set both.")
    }
    let token = surroundings.value("AWS_SESSION_TOKEN")
    return AWSKeys(id: id, secret: Secret(secret), token: token.map { Secret($0) })
  }

  private func keys(of profile: [String: String], named name: String) throws -> AWSKeys {
    if let id = profile["aws_access_key_id"], let secret = profile["aws_secret_access_key"] {
      return AWSKeys(
        id: id, secret: Secret(secret), token: profile["aws_session_token"].map { Secret($0) })
    }
    let others = [
      "credential_process", "role_arn", "sso_session", "sso_start_url", "login_session",
      "web_identity_token_file",
    ]
    if let other = others.first(where: { profile[$0] != nil }) {
      throw SwitchboardError(
        .authentication,
        """
        Profile '\(name)' gets its keys by '\(other)', which is not followed here; run \
        `eval "$(aws configure export-credentials --profile \(name) --format env)"` first.
        """)
    }
    throw SwitchboardError(
      .authentication,
      """
      There are no AWS keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give profile \
      '\(name)' keys with `aws configure --profile \(name)`.
      """)
  }

  /// What both files say of a profile; the file of credentials goes first.
  private func profile(_ name: String) -> [String: String] {
    func lines(_ variable: String, _ usual: String, _ section: String) -> [String: String] {
      let path = surroundings.value(variable) ?? "~/.aws/\(usual)"
      guard let bytes = surroundings.file(path) else { return [:] }
      return AWSKeyFinder.section(section, in: String(decoding: bytes, as: UTF8.self))
    }
    let credentials = lines("AWS_SHARED_CREDENTIALS_FILE", "credentials", name)
    let section = name == "default" ? name : "profile \(name)"
    return credentials.merging(lines("AWS_CONFIG_FILE", "config", section)) { first, _ in first }
  }

  /// The settings of one section; indented lines belong to a setting and are passed over.
  static func section(_ name: String, in text: String) -> [String: String] {
    var settings: [String: String] = [:]
    var isWanted = false
    for line in text.split(whereSeparator: \.isNewline) {
      guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else {
        continue
      }
      if first == "[" {
        let title = line.dropFirst().prefix { $0 != "]" }
        isWanted = title.split(whereSeparator: \.isWhitespace).joined(separator: " ") == name
      } else if isWanted, let equals = line.firstIndex(of: "=") {
        let value = trimmed(line[line.index(after: equals)...])
        if !value.isEmpty { settings[trimmed(line[..<equals]).lowercased()] = value }
      }
    }
    return settings
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
