import SwitchboardCore

/// What the program ends with.
struct ExitCode: Hashable, Sendable, Comparable {
  /// The number that the shell sees.
  var number: Int32

  static let done = ExitCode(number: 0)
  static let usage = ExitCode(number: 2)
  static let authentication = ExitCode(number: 3)
  static let limit = ExitCode(number: 4)
  static let filter = ExitCode(number: 5)
  static let contextLength = ExitCode(number: 6)
  static let vendor = ExitCode(number: 7)
  static let noRoute = ExitCode(number: 8)
  static let interrupted = ExitCode(number: 130)

  /// The one table: kinds of failure and the code that each ends with.
  ///
  /// A kind that is not in it ends with ``vendor``; `invalidRequest` without a status is our own
  /// complaint about the command line or the request and ends with ``usage``.
  private static let table: [(code: ExitCode, kinds: [SwitchboardError.Kind])] = [
    (usage, [.configuration]),
    (authentication, [.authentication, .permission]),
    (limit, [.rateLimited, .quota, .budget]),
    (filter, [.contentFilter]),
    (contextLength, [.contextLength]),
    (
      vendor, [.server, .overloaded, .timeout, .network, .truncated, .decoding, .notFound]
    ),
    (noRoute, [.noRoute, .unsupported]),
    (interrupted, [.cancelled]),
  ]

  /// The code of a failure.
  static func of(_ failure: SwitchboardError) -> ExitCode {
    if failure.kind == .invalidRequest { return failure.status == nil ? usage : vendor }
    return table.first { $0.kinds.contains(failure.kind) }?.code ?? vendor
  }

  /// The code of an answer: one that was filtered or refused is there to be read, and yet no success.
  static func of(_ finish: FinishReason) -> ExitCode {
    finish.kind == .contentFilter || finish.kind == .refusal ? filter : done
  }

  /// The higher number is the worse.
  static func < (a: ExitCode, b: ExitCode) -> Bool { a.number < b.number }

  /// The codes for the help.
  static let help = """
    Exit codes: 0 done; 2 usage, configuration, or conversations that cannot be read or
    kept; 3 authentication, permission; 4 rate limit, quota, budget; 5 content filter,
    refusal; 6 context too long; 7 vendor or network failure; 8 no route can do it; 130
    interrupted.

    """
}
