/// The address of a vendor as the configuration may give it.
///
/// Strict on purpose: what is not plainly an address is refused, so that no two readers of it can
/// take it for different hosts.
enum BaseAddress {
  /// What is wrong with an address, as the end of a sentence that starts with the field's name.
  struct Problem: Error, Hashable {
    var words: String

    init(_ words: String) { self.words = words }
  }

  /// Checks an address.
  ///
  /// - Returns: The address, scheme and host in small letters, without a slash at its end.
  static func check(_ text: String) throws(Problem) -> String {
    guard let colon = text.firstRange(of: "://") else {
      throw Problem("must be an absolute address, as 'https://api.example.com/v1'")
    }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw Problem("must start with 'https://' or 'http://'")
    }
    let rest = text[colon.upperBound...]
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !refused.contains($0) }) else {
      throw Problem("must be written in ASCII without spaces, quotes or backslashes")
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = rest[authority.endIndex...]
    guard !authority.contains("@") else {
      throw Problem("must not hold a user name or password; use 'key'")
    }
    guard !path.contains("?") else { throw Problem("must not hold a query ('?…')") }
    guard !path.contains("#") else { throw Problem("must not hold a fragment ('#…')") }
    try check(path: path)
    let (host, port) = try split(authority)
    guard scheme == "https" || isLoopback(host) else {
      throw Problem(
        """
        must start with 'https://', because the key would travel unprotected; 'http://' is for \
        this machine alone (localhost, 127.0.0.1, [::1])
        """)
    }
    var address = "\(scheme)://\(host)\(port)\(path)"
    while address.hasSuffix("/") { address.removeLast() }
    return address
  }

  private static let refused = Set(#""<>\^`{|}"#.utf8)

  private static func check(path: Substring) throws(Problem) {
    for part in path.split(separator: "/") where part == "." || part == ".." {
      throw Problem("must not hold '.' or '..' as a part of its path")
    }
    var rest = path.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[rest.index(after: percent)...]
      guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHexDigit) else {
        throw Problem("holds a '%' that two hexadecimal digits do not follow")
      }
    }
  }

  /// Splits host and port, and checks both.
  private static func split(_ authority: Substring) throws(Problem) -> (String, String) {
    var host = authority
    var port = ""
    // The colons inside the brackets of an IPv6 address (RFC 3986 §3.2.2) start no port.
    let end = authority.firstIndex(of: "]") ?? authority.startIndex
    if authority.first == "[", authority[end] != "]" {
      throw Problem("has a host whose bracket is not closed")
    }
    if let colon = authority[end...].firstIndex(of: ":") {
      host = authority[..<colon]
      let digits = authority[authority.index(after: colon)...]
      guard digits.utf8.allSatisfy(isDigit), let number = Int(digits), (1...65_535).contains(number)
      else { throw Problem("must have a port from 1 to 65535, or none") }
      port = ":\(number)"
    }
    let name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") {
      let inside = name.dropFirst().dropLast()
      guard inside.utf8.allSatisfy({ isHexDigit($0) || $0 == 0x3A || $0 == 0x2E }),
        inside.contains(":")
      else { throw Problem("has a host in brackets that is no IPv6 address") }
      return (name, port)
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy {
          isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }
    guard isName else {
      throw Problem("must name a host after '//', of letters, digits, '-' and '.'")
    }
    return (name, port)
  }

  /// Whether a host is this machine: 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 or localhost.
  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.first == "127" else { return false }
    // Leading zeros are octal to some readers.
    return parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
