#if os(Linux)
import CCurl
import Glibc
import SwitchboardWire

/// What the environment and the owner say about connections, read once when a transport is made.
struct CurlSettings: Sendable {
  /// The most connections to one host.
  var connectionsPerHost: Int

  /// The proxies for encrypted and plain requests, as the environment spells them.
  var secureProxy: String?
  var plainProxy: String?

  /// The hosts that are reached without a proxy, as curl reads the list.
  var direct: String

  /// Certificates to trust beside, or for a file instead of, the system's.
  var certificateFile: String?
  var certificateFolder: String?

  /// Reads the variables that curl and OpenSSL read, with curl's order of precedence.
  ///
  /// - Parameters:
  ///   - connectionsPerHost: The most connections to one host.
  ///   - environment: The variables; `nil` for those of the process.
  init(connectionsPerHost: Int, environment: [String: String]?) {
    func read(_ names: String...) -> String? {
      for name in names {
        let value = environment.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
        if let value, !value.isEmpty { return value }
      }
      return nil
    }
    self.connectionsPerHost = max(1, connectionsPerHost)
    // A server that runs as CGI is handed the header field `Proxy:` as HTTP_PROXY, which is why that
    // name counts in lower case only (CVE-2016-5385).
    plainProxy = read("http_proxy", "all_proxy", "ALL_PROXY")
    secureProxy = read("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    direct = read("no_proxy", "NO_PROXY") ?? ""
    certificateFile = read("CURL_CA_BUNDLE", "SSL_CERT_FILE")
    certificateFolder = read("SSL_CERT_DIR")
  }

  /// The proxy for requests to an origin, `nil` for none; this machine is always reached directly.
  func proxy(for origin: HTTPOrigin) -> String? {
    origin.isLoopback ? nil : origin.isSecure ? secureProxy : plainProxy
  }

  /// Host and port of a proxy, without the name and password that its address may carry.
  static func place(ofProxy address: String) -> String {
    var rest = Substring(address)
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
    return String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}
#endif
