import SwitchboardCloudAccounts
import SwitchboardConformance
import SwitchboardCore
import SwitchboardDigest
import SwitchboardWire
import Testing

@testable import SwitchboardGemini

/// Vertex AI with the credentials that Google's own tools leave behind.
struct GoogleAccountTests {
  /// A person's file, as `gcloud auth application-default login` writes it.
  private static let person = """
    {"type":"authorized_user","client_id":"id.apps","client_secret":"canary-secret",\
    "refresh_token":"1//canary+refresh","quota_project_id":"payer"}
    """

  private static let answer =
    #"{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"#
    + #""finishReason":"STOP"}]}"#

  private static let wellKnown = "/home/kim/.config/gcloud/application_default_credentials.json"

  /// A vendor whose default credentials are files, over a transport that answers with tokens.
  private struct Desk {
    var variables: [String: String] = [:]
    var files: [String: String] = [:]
    var token = ScriptedResponse(#"{"access_token":"ya29.canary","expires_in":3599}"#)

    func provider() throws -> (GeminiProvider, ScriptedTransport) {
      let (variables, files, token) = (variables, files, token)
      let transport = ScriptedTransport { request, _ in
        request.url.contains("googleapis.com/v1/") ? ScriptedResponse(answer) : token
      }
      let credential = Credential(scheme: .gcp("default"), place: "Google", isPresent: true) {
        Secret("")
      }
      let provider = try GeminiProvider(
        configuration: VendorConfiguration(
          id: "work", kind: "vertex", keys: KeyRing([credential]),
          values: ["project": "p", "location": "global"]),
        transport: transport,
        surroundings: UserSurroundings(
          variable: { $0 == "HOME" ? "/home/kim" : variables[$0] },
          file: { files[$0].map { Array($0.utf8) } }))
      return (provider, transport)
    }

    func ask() async throws -> [HTTPRequest] {
      let (provider, transport) = try provider()
      var chat = ChatRequest("Hello", model: "work/gemini-2.5-flash")
      chat.stream = false
      #expect(try await provider.reply(to: chat).text == "Hi")
      return transport.requests
    }

    func failure() async throws -> SwitchboardError? {
      do {
        _ = try await ask()
        return nil
      } catch let error as SwitchboardError {
        return error
      }
    }
  }

  /// Where a person's file may lie.
  static let places: [([String: String], String)] = [
    ([:], wellKnown), (["GOOGLE_APPLICATION_CREDENTIALS": "/k/mine.json"], "/k/mine.json"),
    (["GOOGLE_APPLICATION_CREDENTIALS": "~/mine.json"], "/home/kim/mine.json"),
    (["CLOUDSDK_CONFIG": "/sdk"], "/sdk/application_default_credentials.json"),
  ]

  @Test(arguments: places)
  func `a person's credentials are exchanged for a token`(
    variables: [String: String], path: String
  ) async throws {
    let requests = try await Desk(variables: variables, files: [path: Self.person]).ask()
    #expect(requests.count == 2)
    #expect(requests[0].method == "POST")
    #expect(requests[0].url == "https://oauth2.googleapis.com/token")
    #expect(requests[0].headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(
      String(decoding: requests[0].body, as: UTF8.self)
        == "grant_type=refresh_token&client_id=id.apps&client_secret=canary-secret"
        + "&refresh_token=1%2F%2Fcanary%2Brefresh")
    #expect(requests[1].headers["authorization"] == "Bearer ya29.canary")
    #expect(requests[1].headers["x-goog-user-project"] == "payer")
    #expect(requests[1].headers["x-goog-api-key"] == nil)
  }

  @Test func `a token is used until a minute before its end`() async throws {
    let time = Locked(1_000.0)
    let transport = ScriptedTransport(
      body: #"{"access_token":"one","expires_in":3600}"#,
      #"{"access_token":"two","expires_in":3600}"#)
    let account = GoogleAccount(
      vendor: "work", keys: KeyRing(), transport: transport,
      surroundings: UserSurroundings(
        variable: { $0 == "HOME" ? "/home/kim" : nil }, file: { _ in Array(Self.person.utf8) }),
      now: { time.withLock { $0 } })
    for (now, token, calls) in [
      (1_000.0, "one", 1), (4_539, "one", 1), (4_540, "two", 2), (4_541, "two", 2),
    ] {
      time.withLock { $0 = now }
      #expect(try await account.token().secret.reveal() == token)
      #expect(transport.requests.count == calls)
    }
  }

  #if !canImport(CryptoKit)
  private static let key = """
    MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAMA2pk9zhvuMkyUZXlY2K/SQ4ViJRhvnp0Tv5wNv\
    O2sM8mZXQoE6WdBqzXnWY2ibxNNn2swoJkOa0F52hGv/UR4HtxEDkJiIsCZ90UEvQbXVK3bhV6tnqa+DChNtiYLj\
    Rq1upd+x+ILxUYEr9azMBLUXT0pGJONqOB+694F8LPDrAgMBAAECgYAv6W9rPpDXAyNqi/hH5RjvzW1edFlVe1jm\
    hiY/ZOqatI93kyiwrarVmMm/JQGCgdF+INUZLqjbESv/X+uCQBIny4y5hG11OImvcCNfvddQdHdIUFlnwYcl+Wpj\
    FvkwtL4HurMK3BbDREkHfrAsWnkRohRNMg7LQqrjG69/8X7kAQJBAN/0sNyn5OCpL5yXkgp5fZYDDR6XkbgI7wE5\
    ihJOD9KLZZwyIhafesVU28cWr8KYNd5txjn4JtVdaboTgds1HIsCQQDbt0OM2UF6aSCZOG6vlBf30/dOYfKmnmC3\
    t4SSM45the3sG+V8u5SpKVfLzYPD4qdqbvEEdv8A0xkw/aRYhikhAkEAq7koVEm4yjtwcpYWOUnm7jvwt2BpL8BJ\
    45qHMHoCz+JrS1V1pfsrXFwxGXtf0cp8o81wjcqlnD1AcJm8nKUg+QJAbu6zo2yZu7VSaSnt8KZEB7O0vJWFjwyN\
    5pQ40hxHwBKL0tcu4fBPma0vD84+xess/fbvp4JxM7hhkrOtg6iRIQJAHIwzNeN+Ej96IvGlBLITHVFKTqI/MOEr\
    nIUN7MPmaqO5tPvu4XO6qRftGYntrtSOrv8S3Rp9btPA+XLgfeMELA==
    """

  @Test func `an account for programs signs for its token`() async throws {
    let file = JSON.object([
      ("type", "service_account"), ("client_email", "bot@p.iam"), ("private_key_id", "k1"),
      (
        "private_key",
        JSON("-----BEGIN PRIVATE KEY-----\n\(Self.key)\n-----END PRIVATE KEY-----\n")
      ),
      // It is not asked there, whatever the file says.
      ("token_uri", "https://evil.example/token"),
    ])
    let requests = try await Desk(files: [Self.wellKnown: file.text]).ask()
    #expect(requests[0].url == "https://oauth2.googleapis.com/token")
    let form = String(decoding: requests[0].body, as: UTF8.self)
    let start = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
    #expect(form.hasPrefix(start))
    let parts = form.dropFirst(start.count).split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    #expect(try Self.json(parts[0]).text == #"{"alg":"RS256","typ":"JWT","kid":"k1"}"#)
    let claims = try Self.json(parts[1])
    #expect(claims["iss"].string == "bot@p.iam")
    #expect(claims["aud"].string == "https://oauth2.googleapis.com/token")
    #expect(claims["scope"].string == "https://www.googleapis.com/auth/cloud-platform")
    #expect((claims["exp"].int ?? 0) - (claims["iat"].int ?? 0) == 3600)
    let pem = try #require(file["private_key"].string)
    #expect(
      Self.bytes(parts[2])
        == RSASignature.sha256(Array("\(parts[0]).\(parts[1])".utf8), privateKey: pem))
    #expect(requests[1].headers["x-goog-user-project"] == nil)
  }

  private static func bytes(_ webText: String) -> [UInt8]? {
    let text = webText.replacing("-", with: "+").replacing("_", with: "/")
    return Base64.decode(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
  }

  private static func json(_ webText: String) throws -> JSON {
    try JSON(parsing: try #require(bytes(webText)))
  }
  #endif

  @Test func `a machine of Google's is asked for its own token`() async throws {
    for (variables, host) in [
      ([:], "169.254.169.254"), (["GCE_METADATA_HOST": "127.0.0.1:9"], "127.0.0.1:9"),
    ] {
      let requests = try await Desk(variables: variables).ask()
      #expect(requests[0].method == "GET")
      #expect(
        requests[0].url
          == "http://\(host)/computeMetadata/v1/instance/service-accounts/default/token")
      #expect(requests[0].headers["metadata-flavor"] == "Google")
      #expect(requests[1].headers["authorization"] == "Bearer ya29.canary")
    }
  }

  /// Files that are no credentials, or give no token, and what is said.
  static let refusals: [(String, ScriptedResponse?, SwitchboardError.Kind, String)] = [
    (
      person,
      ScriptedResponse(
        status: 400,
        #"{"error":"invalid_grant","error_description":"Bad 1//canary+refresh, canary-secret."}"#),
      .authentication, "invalid_grant, Bad (secret), (secret).; run `gcloud auth"
    ),
    (
      person, ScriptedResponse(status: 403, "no"), .authentication,
      "no token for the credentials in"
    ),
    (person, ScriptedResponse(status: 503, ""), .overloaded, "no token"),
    (person, ScriptedResponse("{}"), .decoding, "holds no token"),
    (person, ScriptedResponse("<html>"), .decoding, "not JSON"),
    ("{", nil, .authentication, "not JSON"), ("{}", nil, .authentication, "type 'unknown'"),
    (#"{"type":"external_account"}"#, nil, .authentication, "print-access-token"),
    (#"{"type":"authorized_user","client_id":"a"}"#, nil, .authentication, "no 'client_secret'"),
    (
      #"{"type":"service_account","client_email":"a","private_key":"canary-key"}"#, nil,
      .authentication, "cannot be used to sign"
    ),
  ]

  @Test(arguments: refusals.indices)
  func `credentials that give no token are one sentence without their secrets`(
    index: Int
  ) async throws {
    let (file, answer, kind, part) = Self.refusals[index]
    var desk = Desk(files: [Self.wellKnown: file])
    if let answer { desk.token = answer }
    let error = try await desk.failure()
    #expect(error?.kind == kind)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    #expect(error?.vendor == "work")
    #expect(error?.json.text.contains("canary") == false)
  }

  @Test func `a file that is named and not there is not passed over`() async throws {
    let desk = Desk(
      variables: ["GOOGLE_APPLICATION_CREDENTIALS": "/k/gone.json"],
      files: [Self.wellKnown: Self.person])
    let error = try await desk.failure()
    #expect(error?.kind == .authentication)
    #expect(error?.message.contains("/k/gone.json") == true)
  }

  @Test func `without credentials and away from Google one sentence says what to do`() async throws
  {
    /// A network on which nobody answers.
    struct Silence: HTTPTransport {
      final class Exchange: HTTPExchange {
        func head() async throws -> HTTPResponseHead {
          throw SwitchboardError(.network, "No route to host.")
        }
        func next() async throws -> HTTPChunk? { nil }
        func release() {}
        func cancel() {}
      }
      func exchange(_ request: HTTPRequest) -> any HTTPExchange { Exchange() }
    }
    let account = GoogleAccount(
      vendor: "work", keys: KeyRing(), transport: Silence(),
      surroundings: UserSurroundings(variable: { _ in nil }, file: { _ in nil }))
    await #expect {
      try await account.token()
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == .authentication && failure?.vendor == "work"
        && failure?.message.contains("gcloud auth application-default login") == true
    }
  }
}
