#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlProxyTests {
  private func proxied(
    _ variable: String, _ proxy: LoopbackServer, direct: String = ""
  ) -> CurlTransport {
    let address = "http://user:hunter2@127.0.0.1:\(proxy.port)"
    return CurlTransport(environment: [variable: address, "no_proxy": direct])
  }

  @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
  func `a plain request goes to the proxy with its whole address`(variable: String) async throws {
    let proxy = try LoopbackServer(.respond(body: "by proxy"))
    let exchange = proxied(variable, proxy).exchange(.get("http://vendor.test/v1?a=b"))
    #expect(try await exchange.body() == "by proxy")
    #expect(proxy.requests.first?.target == "http://vendor.test/v1?a=b")
  }

  @Test func `HTTP_PROXY in capitals is not believed`() async throws {
    let proxy = try LoopbackServer()
    let name = String(repeating: "a", count: 70) + ".invalid"
    let error = try await failure {
      try await proxied("HTTP_PROXY", proxy).exchange(.get("http://\(name)/")).head()
    }
    #expect(error.message.contains("cannot be resolved"))
    #expect(proxy.connectionCount == 0)
  }

  @Test func `this machine is reached without the proxy`() async throws {
    let proxy = try LoopbackServer()
    let server = try LoopbackServer(.respond(body: "direct"))
    let transport = proxied("http_proxy", proxy)
    for host in ["127.0.0.1", "localhost"] {
      let exchange = transport.exchange(.get("http://\(host):\(server.port)/"))
      #expect(try await exchange.body() == "direct")
    }
    #expect(proxy.connectionCount == 0)
  }

  @Test(arguments: ["invalid", ".invalid", "other.test, invalid", "*"])
  func `a host on the list is reached without the proxy`(list: String) async throws {
    let proxy = try LoopbackServer()
    let name = String(repeating: "a", count: 70) + ".invalid"
    let error = try await failure {
      try await proxied("http_proxy", proxy, direct: list).exchange(.get("http://\(name)/")).head()
    }
    #expect(error.message.contains("The name \(name) cannot be resolved"))
    #expect(proxy.connectionCount == 0)
  }

  @Test(arguments: ["http://vendor.test/", "https://vendor.test/"])
  func `a proxy that wants a password is told from a vendor that does`(url: String) async throws {
    let proxy = try LoopbackServer(
      .respond(407, ["Proxy-Authenticate": "Basic realm=\"hunter2\""], body: "no"))
    let transport = proxied("all_proxy", proxy)
    let error = try await failure { try await transport.exchange(.get(url)).head() }
    #expect(error.kind == .network)
    #expect(error.message.contains("127.0.0.1:\(proxy.port) wants a name and password (407)"))
    #expect(!error.message.contains("hunter2"))
    #expect(!error.message.contains("user"))
  }

  @Test func `a proxy that refuses or is not there is named without its password`() async throws {
    let proxy = try LoopbackServer(.respond(502, body: "no"))
    let transport = proxied("https_proxy", proxy)
    let refused = try await failure {
      try await transport.exchange(.get("https://vendor.test/")).head()
    }
    #expect(refused.kind == .network)
    #expect(
      refused.message.hasPrefix(
        "The proxy 127.0.0.1:\(proxy.port) refused the connection to vendor.test:443 with status 502"
      ))
    proxy.stop()
    let absent = try await failure {
      try await transport.exchange(.get("https://vendor.test/")).head()
    }
    #expect(absent.kind == .network)
    #expect(absent.message.contains("The proxy 127.0.0.1:\(proxy.port) refused the connection;"))
    #expect(!absent.message.contains("hunter2"))
  }
}
#endif
