#if os(Linux)
import CCurl
import Glibc
import SwitchboardCore
import SwitchboardWire

/// What is known about a transfer that failed, turned into one sentence.
///
/// Hosts and ports are named, never a path, query, header value or proxy password.
struct CurlFailure {
  var code: CURLcode
  var origin: HTTPOrigin
  var proxy: String?
  var hasHead: Bool
  var received: Int
  var deadlines: Deadlines

  /// curl's own words; quoted for TLS alone, where they name nothing but hosts and certificates.
  var reason: String

  var systemError: Int32
  var proxyStatus: Int

  /// The failure to hand to the reader.
  var error: SwitchboardError {
    if code == CURLE_OPERATION_TIMEDOUT { return .timeout(.connect, deadlines, at: origin) }
    if hasHead { return cutShort }
    if proxyStatus == 407 { return Self.proxyWantsCredentials(place) }
    return SwitchboardError(kind, sentence)
  }

  private var kind: SwitchboardError.Kind {
    switch code {
    case CURLE_SSL_CACERT_BADFILE: .configuration
    case CURLE_URL_MALFORMAT: .invalidRequest
    default: .network
    }
  }

  /// The proxy's host and port, the origin's when there is none.
  private var place: String { proxy.map(CurlSettings.place(ofProxy:)) ?? "\(origin)" }

  private var peer: String { proxy == nil ? place : "The proxy \(place)" }

  private var sentence: String {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      "The name \(origin.host) cannot be resolved; check the address and the network."
    case CURLE_COULDNT_RESOLVE_PROXY:
      "The name of the proxy \(place) cannot be resolved; check the proxy variables."
    case CURLE_COULDNT_CONNECT:
      notConnected
    case CURLE_PEER_FAILED_VERIFICATION:
      "The certificate of \(origin) is not trusted (\(tlsReason)); check the host name, or name the "
        + "authority's file in SSL_CERT_FILE."
    case CURLE_SSL_CACERT_BADFILE:
      "The certificates to trust cannot be read; check SSL_CERT_FILE, SSL_CERT_DIR and "
        + "CURL_CA_BUNDLE."
    case CURLE_SSL_CONNECT_ERROR:
      "No TLS connection to \(origin) (\(tlsReason)); check that the port speaks TLS 1.2 or newer."
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      "\(origin) does not answer in HTTP; check the address and the port."
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      proxyStatus >= 300
        ? "\(peer) refused the connection to \(origin) with status \(proxyStatus); check the proxy."
        : "\(origin) closed the connection without an answer; try again."
    default:
      "The call to \(origin) failed (\(String(cString: curl_easy_strerror(code)))); try again."
    }
  }

  private var notConnected: String {
    switch systemError {
    case ECONNREFUSED:
      "\(peer) refused the connection; check that the service runs there."
    case EMFILE, ENFILE:
      "No file descriptor is left for \(origin); raise the limit of the process (ulimit -n)."
    case 0:
      "\(peer) cannot be reached; check the address and the network."
    default:
      "\(peer) cannot be reached (\(String(cString: strerror(systemError)))); check the network."
    }
  }

  private var cutShort: SwitchboardError {
    SwitchboardError(
      .truncated,
      "\(origin) broke its answer off after \(received) bytes of the body; try again.")
  }

  private var tlsReason: String {
    let prefix = "SSL certificate problem: "
    if reason.hasPrefix(prefix) { return String(reason.dropFirst(prefix.count)) }
    return reason.isEmpty ? String(cString: curl_easy_strerror(code)) : reason
  }
}

extension CurlFailure {
  /// Why a head is not handed out, `nil` when it is.
  static func refusal(
    of head: HTTPResponseHead, from origin: HTTPOrigin, proxy: String?
  ) -> SwitchboardError? {
    if head.status == 407, !origin.isSecure, let proxy {
      return proxyWantsCredentials(CurlSettings.place(ofProxy: proxy))
    }
    return head.codingRefusal(from: origin)
  }

  /// The answer's header lines are out of all proportion.
  static func headTooLarge(_ origin: HTTPOrigin) -> SwitchboardError {
    SwitchboardError(
      .network,
      "The header fields of the answer of \(origin) are larger than 256 KiB; check the address.")
  }

  private static func proxyWantsCredentials(_ place: String) -> SwitchboardError {
    SwitchboardError(
      .network,
      "The proxy \(place) wants a name and password (407); put them into the proxy variable.")
  }
}
#endif
