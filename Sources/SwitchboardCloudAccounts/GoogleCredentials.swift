import SwitchboardCore
import SwitchboardDigest
import SwitchboardWire

/// A file of application default credentials: of a person, or of an account for programs.
struct GoogleCredentials: Sendable {
  /// Where tokens are given, whatever a file says: it is never sent elsewhere
  /// (developers.google.com/identity/protocols/oauth2/service-account).
  static let tokenAddress = "https://oauth2.googleapis.com/token"

  /// Where it lies.
  let path: String

  private let json: JSON

  /// The project that pays for a person's calls.
  var project: String? { json["quota_project_id"].string }

  /// What must not be seen in messages.
  var secrets: [Secret] {
    ["client_secret", "refresh_token", "private_key"].compactMap { json[$0].string }.map {
      Secret($0)
    }
  }

  /// The file, where there is one.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication` when it cannot be read.
  static func find(in surroundings: UserSurroundings) throws -> GoogleCredentials? {
    let named = surroundings.value("GOOGLE_APPLICATION_CREDENTIALS")
    let folder = surroundings.value("CLOUDSDK_CONFIG") ?? "~/.config/gcloud"
    let path = named ?? "\(folder)/application_default_credentials.json"
    guard let bytes = surroundings.file(path) else {
      if named == nil { return nil }
      throw failure("'\(path)', which GOOGLE_APPLICATION_CREDENTIALS names, cannot be read.")
    }
    do {
      return GoogleCredentials(path: path, json: try JSON(parsing: bytes))
    } catch {
      throw failure("'\(path)' holds no credentials of Google: it is not JSON.")
    }
  }

  private init(path: String, json: JSON) {
    self.path = path
    self.json = json
  }

  /// What is sent for a token.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication` for credentials of another kind.
  func form(at time: Double) throws -> [(String, String)] {
    switch json["type"].string {
    case "authorized_user":
      return [
        ("grant_type", "refresh_token"), ("client_id", try text("client_id")),
        ("client_secret", try text("client_secret")),
        ("refresh_token", try text("refresh_token")),
      ]
    case "service_account":
      return [
        ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
        ("assertion", try assertion(at: time)),
      ]
    case let type:
      throw Self.failure(
        """
        '\(path)' holds credentials of type '\(type ?? "unknown")', which are not followed here; \
        write `key: { command: ["gcloud", "auth", "print-access-token"] }`.
        """)
    }
  }

  /// A token for a token, signed by the account (RFC 7523 §2.1).
  private func assertion(at time: Double) throws -> String {
    let head: JSON = .object([
      ("alg", "RS256"), ("typ", "JWT"), ("kid", json["private_key_id"]),
    ])
    let claims: JSON = [
      "iss": JSON(try text("client_email")),
      "scope": "https://www.googleapis.com/auth/cloud-platform", "aud": JSON(Self.tokenAddress),
      "iat": JSON(Int(time)), "exp": JSON(Int(time) + 3600),
    ]
    let signed = "\(Self.webText(head.encoded())).\(Self.webText(claims.encoded()))"
    guard
      let signature = RSASignature.sha256(Array(signed.utf8), privateKey: try text("private_key"))
    else {
      throw Self.failure("The private key in '\(path)' cannot be used to sign on this system.")
    }
    return "\(signed).\(Self.webText(signature))"
  }

  private func text(_ member: String) throws -> String {
    guard let text = json[member].string, !text.isEmpty else {
      throw Self.failure(
        "'\(path)' has no '\(member)'; run `gcloud auth application-default login`.")
    }
    return text
  }

  /// Base64 for addresses, without padding (RFC 4648 §5).
  private static func webText(_ bytes: [UInt8]) -> String {
    Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func failure(_ message: String) -> SwitchboardError {
    SwitchboardError(.authentication, message)
  }
}
