/// What went wrong, in one form for every vendor and for the router itself.
///
/// `CancellationError` is never wrapped in it: cancelling is the caller's wish, not a failure.
public struct SwitchboardError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word of the JSON form.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word itself.
    public var description: String { rawValue }

    /// The vendor cannot make sense of the request.
    public static let invalidRequest = Kind(rawValue: "invalidRequest")
    /// The key is missing, false or expired.
    public static let authentication = Kind(rawValue: "authentication")
    /// A balance or spending cap is used up; waiting does not help.
    public static let quota = Kind(rawValue: "quota")
    /// The key may not do this.
    public static let permission = Kind(rawValue: "permission")
    /// There is no such model or address.
    public static let notFound = Kind(rawValue: "notFound")
    /// A deadline passed; ``SwitchboardError/phase`` says which.
    public static let timeout = Kind(rawValue: "timeout")
    /// The conversation does not fit the model's window.
    public static let contextLength = Kind(rawValue: "contextLength")
    /// Too many requests or tokens in too short a time; waiting helps.
    public static let rateLimited = Kind(rawValue: "rateLimited")
    /// The vendor failed.
    public static let server = Kind(rawValue: "server")
    /// The vendor has too much to do for anybody.
    public static let overloaded = Kind(rawValue: "overloaded")
    /// The vendor's filter stopped the prompt or the answer.
    public static let contentFilter = Kind(rawValue: "contentFilter")
    /// The model, or this version of the library, cannot do what was asked; nothing was sent.
    public static let unsupported = Kind(rawValue: "unsupported")
    /// No connection, or a broken one.
    public static let network = Kind(rawValue: "network")
    /// The answer ended without its end.
    public static let truncated = Kind(rawValue: "truncated")
    /// The answer is not of the vendor's form.
    public static let decoding = Kind(rawValue: "decoding")
    /// The caller stopped it; used in records, never thrown.
    public static let cancelled = Kind(rawValue: "cancelled")
    /// The caller's own budget is used up; nothing was sent.
    public static let budget = Kind(rawValue: "budget")
    /// No candidate of the route can do it; nothing was sent.
    public static let noRoute = Kind(rawValue: "noRoute")
    /// The configuration is wrong; nothing was sent.
    public static let configuration = Kind(rawValue: "configuration")
  }

  /// The phases of a call that have a deadline.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Opening the connection.
    case connect
    /// Waiting for the first content.
    case firstToken
    /// Waiting for the next content.
    case idle
    /// The whole call.
    case total
  }

  /// What kind of failure it is.
  public var kind: Kind

  /// One sentence: what, where, what to do.
  ///
  /// A vendor's own words are cut at 2 KiB, without secrets.
  public var message: String

  /// The entry that failed.
  public var vendor: VendorID?

  /// The model that was asked.
  public var model: String?

  /// The HTTP status (RFC 9110 §15).
  public var status: Int?

  /// The vendor's own code, cut as the message is.
  public var code: String?

  /// The vendor's id of the request, for its support.
  public var requestID: String?

  /// How long the vendor asks to wait.
  public var retryAfter: Duration?

  /// Whether the vendor itself says that the same request may be sent again.
  public var shouldRetry: Bool?

  /// Which deadline passed.
  public var phase: Phase?

  /// Whether the caller had been given content already.
  public var outputBegun: Bool

  /// What had been said until then.
  public var partial: Message?

  /// Every call that was made, when a router made them.
  public var attempts: [Attempt]

  /// The error below this one.
  public var underlying: (any Error)?

  /// Creates a failure.
  public init(
    _ kind: Kind, _ message: String, vendor: VendorID? = nil, model: String? = nil,
    status: Int? = nil, code: String? = nil, requestID: String? = nil,
    retryAfter: Duration? = nil, shouldRetry: Bool? = nil, phase: Phase? = nil,
    outputBegun: Bool = false, partial: Message? = nil, attempts: [Attempt] = [],
    underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = Self.cut(message)
    self.vendor = vendor
    self.model = model
    self.status = status
    self.code = code.map(Self.cut)
    self.requestID = requestID
    self.retryAfter = retryAfter
    self.shouldRetry = shouldRetry
    self.phase = phase
    self.outputBegun = outputBegun
    self.partial = partial
    self.attempts = attempts
    self.underlying = underlying
  }

  /// The kind and the sentence, with the entry and model where they are known.
  public var description: String {
    var place = ""
    if let vendor { place = " (\(vendor)\(model.map { "/\($0)" } ?? ""))" }
    return "\(kind)\(place): \(message)"
  }

  /// The failure without secrets: vendors repeat a key in their sentence, their code or their id.
  package func concealing(_ secrets: [Secret]) -> SwitchboardError {
    var failure = self
    failure.message = Secret.redact(secrets, in: failure.message)
    failure.code = failure.code.map { Secret.redact(secrets, in: $0) }
    failure.requestID = failure.requestID.map { Secret.redact(secrets, in: $0) }
    return failure
  }

  /// The longest message kept, in UTF-8 bytes.
  static let longestMessage = 2048

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestMessage else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: longestMessage - 3)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end]) + "…"
  }
}
