public import SwitchboardCore

/// The ids of tool calls as a vendor allows them.
///
/// Ids come from other vendors when a conversation moves. One that does not fit is replaced by a text
/// made from it, the same every time, and no two ids of a conversation get the same one.
public struct CallIDs: Sendable {
  /// Which ids a vendor allows.
  public struct Rule: Sendable, Hashable {
    /// The characters allowed beside ASCII letters and digits.
    public var others: String

    /// The shortest and the longest id.
    public var lengths: ClosedRange<Int>

    /// Creates a rule.
    public init(others: String = "_-", lengths: ClosedRange<Int>) {
      self.others = others
      self.lengths = lengths
    }
  }

  private let rule: Rule
  private var sent: [String: String] = [:]
  private var taken: Set<String> = []

  /// Begins a conversation; ids that fit keep themselves.
  public init(for messages: [Message], rule: Rule) {
    self.rule = rule
    let ids = messages.flatMap(\.toolCalls).map(\.id)
    for id in ids where fits(id) {
      sent[id] = id
      taken.insert(id)
    }
    for id in ids where sent[id] == nil {
      var salt = 0
      var candidate = Self.made(from: id, salt: salt, length: rule.lengths)
      while taken.contains(candidate) {
        salt += 1
        candidate = Self.made(from: id, salt: salt, length: rule.lengths)
      }
      sent[id] = candidate
      taken.insert(candidate)
    }
  }

  /// The id to send.
  public func id(for id: String) -> String { sent[id] ?? id }

  private func fits(_ id: String) -> Bool {
    rule.lengths.contains(id.utf8.count)
      && id.unicodeScalars.allSatisfy { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
          || ("0"..."9").contains(scalar) || rule.others.unicodeScalars.contains(scalar)
      }
  }

  /// Letters and digits from the FNV-1a hash of the id (64 bits, drawn on for every character).
  private static func made(from id: String, salt: Int, length: ClosedRange<Int>) -> String {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(salt)/\(id)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var bytes: [UInt8] = []
    for _ in 0..<min(max(length.lowerBound, 16), length.upperBound) {
      bytes.append(alphabet[Int(hash % 62)])
      hash = (hash / 62) ^ (hash &* 0x100_0000_01b3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
