import SwitchboardCore

/// Foundation's reading of the same bytes, in a process of its own.
enum FoundationPeer {
  /// Seconds of processor time that one operation takes.
  ///
  /// - Parameters:
  ///   - operation: `chunk` or `tree`.
  ///   - bytes: What is read.
  ///   - count: How often.
  ///   - expected: What must be found.
  static func seconds(
    _ operation: String, _ bytes: [UInt8], count: Int, expected: String
  ) throws -> Double {
    let child = try ChildProcess([operation, "\(count)"], of: besideThisOne("FoundationPeer"))
    child.send(bytes)
    let answer = String(decoding: child.readAll(), as: UTF8.self)
    let words = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard child.end() == 0, words.count == 2, let nanoseconds = Double(words[0]) else {
      throw SwitchboardError(.server, "Foundation's process failed.")
    }
    try expect(words[1].dropLast() == expected, "values were lost")
    return nanoseconds / 1e9
  }
}
