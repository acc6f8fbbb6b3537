import Foundation
public import SwitchboardWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries requests with `URLSession`, for Apple's systems.
///
/// One session lives as long as the transport and its exchanges. Proxies and certificate authorities
/// are those of the system.
///
/// On Linux it compiles and works, but nothing is linked to it: Foundation's networking there spins
/// a core while a stream waits and has no back-pressure.
public final class URLSessionTransport: HTTPTransport {
  private let owner: SessionOwner

  /// Creates a transport.
  ///
  /// - Parameter connectionsPerHost: The most connections to one host that does not speak HTTP/2.
  public init(connectionsPerHost: Int = 1024) {
    owner = SessionOwner(connectionsPerHost: connectionsPerHost)
  }

  /// Makes an exchange; nothing is sent before its first `head()` or `next()`.
  public func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    URLSessionExchange(request, owner: owner)
  }
}

/// Owns the session, which would keep itself and its delegate alive without an end.
final class SessionOwner: Sendable {
  let delegate = SessionDelegate()
  let session: URLSession

  init(connectionsPerHost: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connectionsPerHost
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The deadlines of each request are kept by its exchange; the session's own are out of the way.
    configuration.timeoutIntervalForRequest = 7 * 86_400
    configuration.timeoutIntervalForResource = 7 * 86_400
    // More than one callback at a time would put pieces of a body out of order.
    let queue = OperationQueue()
    queue.name = "switchboard-net"
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  deinit { session.invalidateAndCancel() }
}
