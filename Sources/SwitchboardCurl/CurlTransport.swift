#if os(Linux)
public import SwitchboardWire

/// Carries requests with libcurl, on one thread of its own.
///
/// Connections are kept and shared; HTTP/2 is spoken where a server offers it. The thread starts with
/// the first exchange and ends when the transport and its exchanges are gone.
///
/// The environment is read once, when the transport is made: `https_proxy`, `http_proxy` (in lower
/// case only), `all_proxy` and `no_proxy` as curl reads them, with this machine always reached
/// directly; `SSL_CERT_FILE`, `SSL_CERT_DIR` and `CURL_CA_BUNDLE` for private certificate
/// authorities. There is no way to leave certificates unchecked.
public final class CurlTransport: HTTPTransport {
  private let engine: CurlEngine

  /// Creates a transport; nothing is opened before the first exchange.
  ///
  /// - Parameters:
  ///   - connectionsPerHost: The most connections to one host; further exchanges wait for a free
  ///     one, and their connect deadline with them.
  ///   - environment: The variables to read; `nil` for those of the process.
  public init(connectionsPerHost: Int = 1024, environment: [String: String]? = nil) {
    engine = CurlEngine(
      CurlSettings(connectionsPerHost: connectionsPerHost, environment: environment))
  }

  /// Makes an exchange; nothing is sent before its first `head()` or `next()`.
  public func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    CurlExchange(request, engine: engine)
  }
}
#endif
