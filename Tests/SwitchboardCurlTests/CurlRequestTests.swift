#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlRequestTests {
  static let secret = "sk-secret"

  @Test(arguments: [
    ("X-Key", "\(secret)\r\nX-Evil: 1"), ("X-Key", "\(secret)\nX-Evil: 1"),
    ("X-Key", "\(secret)\r"),
    ("X-Key", "\(secret)\0"), ("X-Key", "\(secret)\u{7F}"), ("X-Key\r\nX-Evil", "1"),
    ("X Key", "1"), ("", "1"), ("X-Key:", "1"), ("X-Kéy", "1"), ("Transfer-Encoding", "chunked"),
    ("Content-Length", "7"),
  ])
  func `a header field that says more than it should is refused and nothing is sent`(
    name: String, value: String
  ) async throws {
    let server = try LoopbackServer()
    let transport = CurlTransport(environment: [:])
    let request = HTTPRequest.post(server.url(), "x", HTTPFields([.init(name: name, value: value)]))
    let error = try await failure { try await transport.exchange(request).head() }
    #expect(error.kind == .invalidRequest)
    #expect(!error.message.contains(Self.secret))
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: ["GE T", "get", "", "GET\r\nX: 1", "POST / HTTP/1.1"])
  func `a method that is none is refused`(method: String) async throws {
    let server = try LoopbackServer()
    let transport = CurlTransport(environment: [:])
    let error = try await failure {
      try await transport.exchange(HTTPRequest(method: method, url: server.url())).head()
    }
    #expect(error.kind == .invalidRequest)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    "", "127.0.0.1", "/path", "ftp://a/", "file:///etc/passwd", "http://", "http:///x",
    "http://a b/", "http://a/\r\nX: 1", "http://user:\(secret)@a/", "http://a:0/",
    "http://a:70000/",
    "http://a:1:2/", "http://a:x/", "http://a\\@b/", "http://[::1/", "http://[a.b]/", "http://ä/",
    "http://a/ä", "http://a%2Fb/", "gopher://a/", "http://a;b/",
  ])
  func `an address that is none is refused`(url: String) async throws {
    let transport = CurlTransport(environment: [:])
    let error = try await failure { try await transport.exchange(.get(url)).head() }
    #expect(error.kind == .invalidRequest)
    #expect(!error.message.contains(Self.secret))
  }

  @Test(arguments: [
    ("http://A.example/x?y", "a.example:80"), ("https://a.example", "a.example:443"),
    ("HTTPS://a.example:8443?k=\(secret)", "a.example:8443"), ("http://[::1]:80/#f", "[::1]:80"),
  ])
  func `an address is told by host and port alone`(url: String, origin: String) throws {
    #expect(try HTTPRequest.get(url).validate().description == origin)
  }

  @Test(arguments: [
    ("localhost", true), ("x.localhost", true), ("127.0.0.1", true), ("127.9.9.9", true),
    ("[::1]", true), ("127.evil.example", false), ("localhost.example", false), ("10.0.0.1", false),
  ])
  func `this machine is known by its names`(host: String, isLoopback: Bool) throws {
    #expect(try HTTPRequest.get("http://\(host)/").validate().isLoopback == isLoopback)
  }
}
#endif
