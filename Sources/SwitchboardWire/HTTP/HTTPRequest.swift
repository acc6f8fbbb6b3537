public import SwitchboardCore

/// One HTTP request as a vendor writes it.
public struct HTTPRequest: Sendable {
  /// The method, in capitals.
  public var method: String

  /// The absolute address, already percent-encoded; it is sent as it stands.
  public var url: String

  /// The header fields, in the order in which they are sent.
  public var headers: HTTPFields

  /// The body; empty for none.
  public var body: [UInt8]

  /// How long the call may take.
  public var deadlines: Deadlines

  /// Creates a request.
  public init(
    method: String = "POST", url: String, headers: HTTPFields = HTTPFields(), body: [UInt8] = [],
    deadlines: Deadlines = Deadlines()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.deadlines = deadlines
  }
}
