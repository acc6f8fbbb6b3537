#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlBackPressureTests {
  @Test func `a server that pushes 64 MB is held up while the reader is away`() async throws {
    let pieces = 1024
    let piece = [UInt8](repeating: 0x61, count: 64 << 10)
    let script = LoopbackScript.stream().raw([])
    let server = try LoopbackServer(
      (0..<pieces).reduce(script) { all, _ in all.chunk(piece) }.end())
    let transport = CurlTransport(environment: [:])
    let exchange = transport.exchange(.get(server.url()))
    _ = try await exchange.head()

    let written = try await server.blocking()
    // What is under way lies in the two socket buffers of the system, not with us.
    #expect(written < 24 << 20)
    let first = try #require(try await exchange.next())
    #expect(first.bytes.count >= 256 << 10)
    #expect(first.bytes.count <= 288 << 10)

    var count = first.bytes.count
    var largest = 0
    while let chunk = try await exchange.next() {
      count += chunk.bytes.count
      largest = max(largest, chunk.bytes.count)
    }
    #expect(count == pieces * piece.count)
    #expect(largest <= 288 << 10)
  }

  @Test func `one held stream holds up no other`() async throws {
    let server = try LoopbackServer { request in
      request.target == "/held"
        ? .stream().chunkForever([UInt8](repeating: 0, count: 1 << 16)) : .respond(body: "x")
    }
    let transport = CurlTransport(environment: [:])
    let held = transport.exchange(.get(server.url("/held")))
    _ = try await held.head()
    try await server.blocking()
    for _ in 0..<20 {
      #expect(try await transport.exchange(.get(server.url("/other"))).body() == "x")
    }
    held.cancel()
    try await server.closing()
  }
}
#endif
