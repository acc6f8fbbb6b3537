import SwitchboardCloudAccounts
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

/// An environment with files, which tests change while a program runs in it.
final class Surroundings: Sendable {
  private let variables: Locked<[String: String]>
  private let files: Locked<[String: String]>

  init(_ variables: [String: String] = [:], files: [String: String] = [:]) {
    self.variables = Locked(variables.merging(["HOME": "/home/kim"]) { first, _ in first })
    self.files = Locked(files)
  }

  func write(_ text: String, to path: String) { files.withLock { $0[path] = text } }

  func set(_ name: String, _ value: String?) { variables.withLock { $0[name] = value } }

  var aws: UserSurroundings {
    UserSurroundings(
      variable: { [variables] name in variables.withLock { $0[name] } },
      file: { [files] path in files.withLock { $0[path].map { Array($0.utf8) } } })
  }
}

struct AWSKeyFinderTests {
  static let credentials = """
    # personal
    [default]
    aws_access_key_id = AKIDEFAULT
    aws_secret_access_key = s/ecret+=
    [ work ]
    AWS_ACCESS_KEY_ID=AKIWORK
    aws_secret_access_key=two
    aws_session_token=tok==en
    s3 =
      aws_access_key_id = NESTED
    ; [default]
    """

  static let config = """
    [default]
    region = eu-west-1
    [profile work]
    region=us-west-2
    [profile signin]
    sso_session = corp
    [profile broker]
    credential_process = /usr/bin/keys
    """

  static let files = [
    "/home/kim/.aws/credentials": credentials, "/home/kim/.aws/config": config,
  ]

  /// The variables, the way, and the id, secret and token that are found.
  static let found: [([String: String], String, String, String, String?)] = [
    (
      ["AWS_ACCESS_KEY_ID": "AKIENV", "AWS_SECRET_ACCESS_KEY": "one"], "default", "AKIENV", "one",
      nil
    ),
    (
      [
        "AWS_ACCESS_KEY_ID": "ASIA", "AWS_SECRET_ACCESS_KEY": "one", "AWS_SESSION_TOKEN": "tok",
        "AWS_PROFILE": "work",
      ], "environment", "ASIA", "one", "tok"
    ),
    (
      ["AWS_ACCESS_KEY_ID": "AKIENV", "AWS_SECRET_ACCESS_KEY": "one"], "work", "AKIWORK", "two",
      "tok==en"
    ),
    ([:], "default", "AKIDEFAULT", "s/ecret+=", nil),
    (["AWS_ACCESS_KEY_ID": ""], "default", "AKIDEFAULT", "s/ecret+=", nil),
    (["AWS_PROFILE": "work"], "default", "AKIWORK", "two", "tok==en"),
    ([:], "work", "AKIWORK", "two", "tok==en"),
  ]

  @Test(arguments: found)
  func `keys are found where AWS's tools find them`(
    variables: [String: String], way: String, id: String, secret: String, token: String?
  ) throws {
    let finder = AWSKeyFinder(surroundings: Surroundings(variables, files: Self.files).aws)
    let keys = try finder.keys(way)
    #expect(keys.id == id)
    #expect(keys.secret.reveal() == secret)
    #expect(keys.token?.reveal() == token)
  }

  /// The variables, the way, and what the failure must speak of.
  static let missing: [([String: String], String, String)] = [
    ([:], "environment", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
    (["AWS_ACCESS_KEY_ID": "AKI"], "environment", "AWS_SECRET_ACCESS_KEY is not"),
    (["AWS_ACCESS_KEY_ID": "AKI"], "default", "AWS_SECRET_ACCESS_KEY is not"),
    ([:], "nobody", "aws configure --profile nobody"),
    ([:], "signin", "sso_session"), ([:], "broker", "credential_process"),
  ]

  @Test(arguments: missing)
  func `what is missing is said in one sentence`(
    variables: [String: String], way: String, words: String
  ) {
    let finder = AWSKeyFinder(surroundings: Surroundings(variables, files: Self.files).aws)
    #expect { try finder.keys(way) } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == .authentication && failure?.message.contains(words) == true
    }
  }

  @Test func `the region is found beside the keys`() {
    func region(_ variables: [String: String]) -> String? {
      AWSKeyFinder(surroundings: Surroundings(variables, files: Self.files).aws).region
    }
    #expect(region(["AWS_REGION": "a", "AWS_DEFAULT_REGION": "b"]) == "a")
    #expect(region(["AWS_DEFAULT_REGION": "b"]) == "b")
    #expect(region([:]) == "eu-west-1")
    #expect(region(["AWS_PROFILE": "work"]) == "us-west-2")
    #expect(region(["AWS_PROFILE": "nobody"]) == nil)
  }

  @Test func `files may lie elsewhere`() throws {
    let surroundings = Surroundings(
      ["AWS_SHARED_CREDENTIALS_FILE": "~/keys"], files: ["/home/kim/keys": Self.credentials])
    #expect(try AWSKeyFinder(surroundings: surroundings.aws).keys("default").id == "AKIDEFAULT")
  }

  @Test func `the process's own files are read`() {
    #expect(UserSurroundings.process.file("/nonexistent/credentials") == nil)
    #expect(UserSurroundings.process.value("PATH") != nil)
  }
}

struct BedrockDoorTests {
  static let time = 1_795_996_800.0

  static func door(_ surroundings: Surroundings, _ credentials: [Credential]) -> BedrockDoor {
    BedrockDoor(
      vendor: "aws", ring: KeyRing(credentials),
      finder: AWSKeyFinder(surroundings: surroundings.aws),
      signer: AWSSigner(now: { time }))
  }

  static func aws(_ way: String) -> Credential {
    Credential(scheme: .aws(way), place: "AWS", isPresent: true) { Secret("") }
  }

  static func authorization(_ door: BedrockDoor) async throws -> String {
    var request = HTTPRequest(
      url: "https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse")
    try await door.open(&request, region: "us-east-1")
    return request.headers["authorization"] ?? ""
  }

  static let pair = ["AWS_ACCESS_KEY_ID": "AKIENV", "AWS_SECRET_ACCESS_KEY": "one-secret"]

  @Test func `a key of Bedrock is sent as it stands`() async throws {
    let door = Self.door(Surroundings(Self.pair), [Credential(Secret("ABSK-key"))])
    #expect(try await Self.authorization(door) == "Bearer ABSK-key")
    #expect(door.missingKey == nil)
    #expect(door.secrets() == [Secret("ABSK-key")])
  }

  @Test func `the id of a pair of keys is never sent alone`() async throws {
    let door = Self.door(Surroundings(Self.pair), [Credential(Secret("AKIENV"))])
    #expect(
      try await Self.authorization(door).hasPrefix("AWS4-HMAC-SHA256 Credential=AKIENV/20261130/"))
    #expect(door.secrets().contains(Secret("one-secret")))
  }

  @Test func `a key of Bedrock in the environment goes before the pair`() async throws {
    let surroundings = Surroundings(
      Self.pair.merging(["AWS_BEARER_TOKEN_BEDROCK": "ABSK"]) { first, _ in first })
    #expect(try await Self.authorization(Self.door(surroundings, [])) == "Bearer ABSK")
    #expect(
      try await Self.authorization(Self.door(surroundings, [Self.aws("default")])) == "Bearer ABSK")
    #expect(
      try await Self.authorization(Self.door(surroundings, [Self.aws("environment")])).hasPrefix(
        "AWS4"))
  }

  @Test func `without keys one sentence says where they were looked for`() {
    #expect(Self.door(Surroundings(), []).missingKey?.contains("aws configure") == true)
    #expect(
      Self.door(Surroundings(), [Self.aws("environment")]).missingKey?.contains("environment")
        == true)
    #expect(Self.door(Surroundings(Self.pair), []).missingKey == nil)
  }

  static func refusal(_ word: String, date: String?) -> (SwitchboardError, HTTPResponseHead) {
    var headers: HTTPFields = ["x-amzn-errortype": "\(word):http://internal.amazon.com/"]
    headers["date"] = date
    let head = HTTPResponseHead(status: 403, headers: headers)
    return (BedrockFailures.failure(head, Array(#"{"message":"no"}"#.utf8), secrets: []), head)
  }

  @Test func `keys that ran out are looked for again`() async throws {
    let surroundings = Surroundings(files: AWSKeyFinderTests.files)
    let door = Self.door(surroundings, [Self.aws("work")])
    #expect(try await Self.authorization(door).contains("AKIWORK"))
    var (error, head) = Self.refusal("ExpiredTokenException", date: nil)
    door.learn(from: &error, head: head)
    #expect(error.kind == .authentication)
    #expect(error.shouldRetry == nil, "the same keys are there")
    surroundings.write(
      "[work]\naws_access_key_id=AKINEW\naws_secret_access_key=three\n",
      to: "/home/kim/.aws/credentials")
    (error, head) = Self.refusal("ExpiredTokenException", date: nil)
    door.learn(from: &error, head: head)
    #expect(error.shouldRetry == true)
    #expect(try await Self.authorization(door).contains("AKINEW"))
  }

  @Test func `a refusal for the time is worth another try, any other is not`() {
    let door = Self.door(Surroundings(Self.pair), [])
    let date = "Mon, 30 Nov 2026 00:20:00 GMT"
    var (error, head) = Self.refusal("AccessDeniedException", date: date)
    door.learn(from: &error, head: head)
    #expect(error.shouldRetry == nil)
    (error, head) = Self.refusal("InvalidSignatureException", date: date)
    door.learn(from: &error, head: head)
    #expect(error.shouldRetry == true)
    (error, head) = Self.refusal("InvalidSignatureException", date: date)
    door.learn(from: &error, head: head)
    #expect(error.shouldRetry == nil, "the clock is set already")
  }
}
