/// How long one call may take, phase by phase.
///
/// Every limit is a duration on a monotonic clock. The idle clock stands still while the reader,
/// not the vendor, is slow.
public struct Deadlines: Sendable, Hashable {
  /// From the start of the call to an open connection, name lookup and TLS included.
  public var connect: Duration

  /// From the start of the call to the first byte of content.
  public var firstToken: Duration

  /// The longest silence between two pieces of content.
  public var idle: Duration

  /// From the start of the call to its end.
  public var total: Duration

  /// Creates deadlines; the defaults are those of the configuration file.
  public init(
    connect: Duration = .seconds(5), firstToken: Duration = .seconds(60),
    idle: Duration = .seconds(60), total: Duration = .seconds(600)
  ) {
    self.connect = connect
    self.firstToken = firstToken
    self.idle = idle
    self.total = total
  }

  /// For a small question that is answered at once, such as what models there are: 15 s of silence,
  /// 30 s in all.
  public static let inquiry = Deadlines(
    firstToken: .seconds(15), idle: .seconds(15), total: .seconds(30))

  /// The same for an answer that comes whole, such as a picture: nothing is heard of it until it is
  /// done.
  public var untilWhole: Deadlines {
    var deadlines = self
    deadlines.firstToken = max(firstToken, total)
    deadlines.idle = max(idle, total)
    return deadlines
  }
}
