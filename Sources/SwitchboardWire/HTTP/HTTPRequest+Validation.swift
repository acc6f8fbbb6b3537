package import SwitchboardCore

/// Where a request goes: what a failure may say about its address.
package struct HTTPOrigin: Sendable, Hashable, CustomStringConvertible {
  /// Whether the connection is encrypted.
  package var isSecure: Bool

  /// The host in lower case, an IPv6 address without its brackets.
  package var host: String

  /// The port, the scheme's own when the address names none.
  package var port: Int

  /// Creates an origin.
  package init(isSecure: Bool, host: String, port: Int) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
  }

  /// Host and port; never a path or a query, which may carry secrets.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether the host is this machine.
  package var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    return host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 0x2E || isDigit($0) }
  }
}

extension HTTPRequest {
  /// Checks that the request can be sent as it stands and cannot say more than its author meant.
  ///
  /// A line feed in a header value would start a second field, a second framing field would start a
  /// second request, and credentials in an address would end up in logs.
  ///
  /// - Returns: Where the request goes.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`; it quotes no value.
  @discardableResult
  package func validate() throws(SwitchboardError) -> HTTPOrigin {
    guard !method.isEmpty, method.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }) else {
      throw invalid("An HTTP method is written in capital letters only; nothing was sent.")
    }
    for (index, field) in headers.fields.enumerated() {
      try check(field, at: index)
    }
    return try checkedOrigin()
  }

  private func check(_ field: HTTPFields.Field, at index: Int) throws(SwitchboardError) {
    guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
      throw invalid(
        "The name of header field \(index + 1) is not a token (RFC 9110 §5.1); nothing was sent.")
    }
    guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw invalid(
        "The value of header field \(field.name) has a line feed or another control character; "
          + "nothing was sent.")
    }
    switch field.name.lowercased() {
    case "transfer-encoding":
      throw invalid("The transport frames the body; leave Transfer-Encoding out.")
    case "content-length" where field.value != String(body.count):
      throw invalid("Content-Length does not match the body; leave it to the transport.")
    default:
      break
    }
  }

  private func checkedOrigin() throws(SwitchboardError) -> HTTPOrigin {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw invalid("The address must be percent-encoded ASCII without spaces; nothing was sent.")
    }
    let lower = url.prefix(8).lowercased()
    let isSecure = lower == "https://"
    guard isSecure || lower.hasPrefix("http://") else {
      throw invalid("The address must start with https:// or http://; nothing was sent.")
    }
    let authority = url.utf8.dropFirst(isSecure ? 8 : 7)
      .prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    guard !authority.contains(0x40) else {
      throw invalid("The address must not carry a user name or password; use a header field.")
    }
    guard let (host, rest) = Self.splitHost(Substring(authority)) else {
      throw invalid("The address has no valid host; nothing was sent.")
    }
    guard !rest.isEmpty else {
      return HTTPOrigin(isSecure: isSecure, host: host, port: isSecure ? 443 : 80)
    }
    guard rest.first == ":", rest.utf8.count <= 6, rest.utf8.dropFirst().allSatisfy(isDigit),
      let port = Int(rest.dropFirst()), (1...65_535).contains(port)
    else {
      throw invalid("The port of the address is not a number from 1 to 65535; nothing was sent.")
    }
    return HTTPOrigin(isSecure: isSecure, host: host, port: port)
  }

  /// The host in lower case and what follows it; `nil` for a form that two readers of addresses
  /// could take for different hosts.
  private static func splitHost(_ authority: Substring) -> (host: String, rest: Substring)? {
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let host = authority[authority.index(after: authority.startIndex)..<end].lowercased()
      let isAddress = host.utf8.allSatisfy {
        isDigit($0) || ($0 >= 0x61 && $0 <= 0x66) || $0 == 0x3A || $0 == 0x2E
      }
      guard isAddress, host.contains(":") else { return nil }
      return (host, authority[authority.index(after: end)...])
    }
    let end = authority.firstIndex(of: ":") ?? authority.endIndex
    let host = authority[..<end].lowercased()
    let isName = host.utf8.allSatisfy {
      isDigit($0) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
    }
    return isName && !host.isEmpty ? (host, authority[end...]) : nil
  }

  private func invalid(_ message: String) -> SwitchboardError {
    SwitchboardError(.invalidRequest, message)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// Whether a byte may stand in a header name (RFC 9110 §5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
  default: false
  }
}
