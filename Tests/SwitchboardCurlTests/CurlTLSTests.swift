#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(
  .timeLimit(.minutes(10)),
  .enabled(if: TLSServer.isAvailable, "needs the openssl command (apt-get install openssl)"))
struct CurlTLSTests {
  let server: TLSServer

  init() throws {
    server = try TLSServer()
  }

  @Test func `a certificate that nobody signed is refused, with the reason`() async throws {
    let transport = CurlTransport(environment: [:])
    let error = try await failure {
      try await transport.exchange(.get("https://127.0.0.1:\(server.port)/?key=secret")).head()
    }
    #expect(error.kind == .network)
    #expect(
      error.message.hasPrefix(
        "The certificate of 127.0.0.1:\(server.port) is not trusted (self-signed certificate)"))
    #expect(!error.message.contains("secret"))
  }

  @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
  func `a certificate named in the environment is trusted`(variable: String) async throws {
    let transport = CurlTransport(environment: [variable: server.certificate])
    let exchange = transport.exchange(.get("https://127.0.0.1:\(server.port)/"))
    #expect(try await exchange.head().status == 200)
    #expect(try await exchange.body().contains("TLSv1"))
  }

  @Test func `a certificate for another host is refused although it is trusted`() async throws {
    let transport = CurlTransport(environment: ["SSL_CERT_FILE": server.certificate])
    let error = try await failure {
      try await transport.exchange(.get("https://localhost:\(server.port)/")).head()
    }
    #expect(error.kind == .network)
    #expect(error.message.contains("is not trusted"))
    #expect(error.message.contains("localhost:\(server.port)"))
  }

  @Test func `a certificate file that is not there is a mistake in the configuration`()
    async throws
  {
    let transport = CurlTransport(environment: ["SSL_CERT_FILE": "/nowhere/authority.pem"])
    let error = try await failure {
      try await transport.exchange(.get("https://127.0.0.1:\(server.port)/")).head()
    }
    #expect(error.kind == .configuration)
    #expect(error.message.contains("SSL_CERT_FILE"))
  }

  @Test func `a server without TLS is told apart from one that is not there`() async throws {
    let plain = try LoopbackServer(.raw("HTTP/1.1 400 Bad\r\n\r\n").close())
    let answering = Task { try await plain.requests(atLeast: 1) }
    defer { answering.cancel() }
    let transport = CurlTransport(environment: [:])
    let request = HTTPRequest.get(
      "https://127.0.0.1:\(plain.port)/", [:], Deadlines(connect: .milliseconds(200)))
    let error = try await failure { try await transport.exchange(request).head() }
    #expect(error.kind == .network || error.phase == .connect)
  }

  @Test func `a proxy carries TLS through, and the certificate is still checked`() async throws {
    let proxy = try LoopbackServer(.tunnel(toPort: server.port))
    let address = "http://user:hunter2@127.0.0.1:\(proxy.port)"
    let trusting = CurlTransport(
      environment: ["https_proxy": address, "SSL_CERT_FILE": server.certificate])
    let request = HTTPRequest.get("https://vendor.test/v1", ["x-api-key": "k"])
    #expect(try await trusting.exchange(request).head().status == 200)
    let connect = try #require(proxy.requests.first)
    #expect(connect.method == "CONNECT")
    #expect(connect.target == "vendor.test:443")
    #expect(connect["x-api-key"] == nil)
    #expect(connect["proxy-authorization"] != nil)

    let careful = CurlTransport(environment: ["HTTPS_PROXY": address])
    let error = try await failure { try await careful.exchange(request).head() }
    #expect(error.kind == .network)
    #expect(error.message.contains("The certificate of vendor.test:443 is not trusted"))
  }
}
#endif
