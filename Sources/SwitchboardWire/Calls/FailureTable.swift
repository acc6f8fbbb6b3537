public import SwitchboardCore

/// What a vendor says about a failure, read from its body.
public struct FailureReport: Sendable {
  /// The vendor's own sentence.
  public var message: String?

  /// The vendor's words for the failure: type, code, status word; the first is shown as the code.
  public var words: [String]

  /// The status, when the body holds one: vendors report failures in answers of status 200.
  public var status: Int?

  /// A waiting time in the body, as `34.07s`.
  public var retryDelay: String?

  /// Creates a report.
  public init(
    message: String? = nil, words: [String] = [], status: Int? = nil, retryDelay: String? = nil
  ) {
    self.message = message
    self.words = words
    self.status = status
    self.retryDelay = retryDelay
  }
}

/// A vendor's table from statuses and words to kinds of failure.
///
/// The first row that fits holds; what no row knows is read from the status alone.
public struct FailureTable: Sendable {
  /// One row.
  public struct Row: Sendable {
    let status: Int?
    let word: String?
    let text: String?
    let kind: SwitchboardError.Kind

    /// Creates a row; what is left out fits everything.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - word: A type or code, compared without regard to case.
    ///   - text: Words within the vendor's sentence, in lower case.
    ///   - kind: What such a failure is.
    public init(
      status: Int? = nil, word: String? = nil, text: String? = nil, kind: SwitchboardError.Kind
    ) {
      self.status = status
      self.word = word?.lowercased()
      self.text = text
      self.kind = kind
    }
  }

  private let rows: [Row]

  /// Creates a table.
  public init(_ rows: [Row]) { self.rows = rows }

  /// Names the failure that a vendor reports.
  ///
  /// - Parameters:
  ///   - report: What the body says.
  ///   - head: The status line and header fields; `nil` for a failure inside a stream.
  ///   - now: The time in seconds since 1970, for dates in header fields.
  ///   - secrets: What must not be seen in the message and the code.
  /// - Returns: The failure.
  public func failure(
    _ report: FailureReport, head: HTTPResponseHead?, now: Double, secrets: [Secret] = []
  ) -> SwitchboardError {
    let outer = head?.status
    let status = report.status ?? (outer.map { $0 >= 300 } == true ? outer : nil)
    let words = report.words.map { $0.lowercased() }
    let text = (report.message ?? "").lowercased()
    let row = rows.first { row in
      (row.status == nil || row.status == status)
        && (row.word.map(words.contains) ?? true)
        && (row.text.map(text.contains) ?? true)
    }
    let hint = RetryHint.read(
      headers: head?.headers ?? HTTPFields(), bodyText: report.message ?? "",
      bodyDelay: report.retryDelay, now: now)
    var message = report.message ?? ""
    if message.isEmpty {
      message =
        status.map { "The vendor answered with status \($0) and said no more." }
        ?? "The vendor reported a failure and said no more."
    }
    // Before it is cut: the beginning of a key is not found any more.
    message = Secret.redact(secrets, in: message)
    let kind = row?.kind ?? Self.kind(ofStatus: status)
    // No header makes a false key right or fills a balance.
    let isFinal = [.authentication, .permission, .quota].contains(kind)
    return SwitchboardError(
      kind, message, status: outer ?? report.status,
      code: report.words.first.map { Secret.redact(secrets, in: $0) }, retryAfter: hint.after,
      shouldRetry: isFinal && hint.shouldRetry == true ? false : hint.shouldRetry)
  }

  /// What a status means where the vendor says nothing finer (RFC 9110 §15.5–15.6; 529 is
  /// Anthropic's "overloaded").
  static func kind(ofStatus status: Int?) -> SwitchboardError.Kind {
    switch status {
    case 401: .authentication
    case 402: .quota
    case 403: .permission
    case 404: .notFound
    case 408, 504: .timeout
    case 429: .rateLimited
    case 503, 529: .overloaded
    case .some(300..<400): .invalidRequest
    case .some(400..<500): .invalidRequest
    default: .server
    }
  }
}
