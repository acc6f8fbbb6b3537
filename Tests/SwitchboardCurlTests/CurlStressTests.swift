#if os(Linux)
import Glibc
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

/// What a long run must not leave behind; alone, because it counts what the whole process has open.
@Suite(.timeLimit(.minutes(10)))
struct CurlStressTests {
  /// A server that answers a path with the fate it names.
  private static func mixedServer() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.target {
      case "/whole": .respond(body: "whole")
      case "/stream": .stream().chunks(["a", "b", "c"]).end()
      case "/cut": .respond(body: "c", length: 9).close()
      case "/reset": .hangUpHard()
      case "/silence": .silence()
      default: .stream().chunk("first").stall()
      }
    }
  }

  @Test func `five hundred exchanges cancelled at random moments end, each in its own way`()
    async throws
  {
    let server = try Self.mixedServer()
    let transport = CurlTransport(environment: [:])
    let paths = ["/whole", "/stream", "/cut", "/reset", "/silence", "/stall"]
    try await withThrowingTaskGroup(of: Int.self) { group in
      for seed in 0..<32 {
        group.addTask {
          var random = SplitMix(state: UInt64(seed))
          var count = 0
          for _ in 0..<16 {
            let path = paths[Int(random.next() % UInt64(paths.count))]
            try await Self.run(transport.exchange(.post(server.url(path), "x")), &random)
            count += 1
          }
          return count
        }
      }
      var count = 0
      for try await done in group { count += done }
      #expect(count == 512)
    }
    #expect(try await transport.exchange(.get(server.url("/whole"))).body() == "whole")
  }

  /// Reads an exchange while another task cancels it, sooner or later.
  private static func run(_ exchange: any HTTPExchange, _ random: inout SplitMix) async throws {
    let steps = Int(random.next() % 60)
    let reader = Task {
      do {
        return try await exchange.body()
      } catch is CancellationError {
        return "cancelled"
      } catch let error as SwitchboardError {
        return error.kind.rawValue
      }
    }
    let byTask = random.next() % 3
    for _ in 0..<steps { await Task.yield() }
    if byTask == 0 { reader.cancel() } else { exchange.cancel() }
    let result = try await reader.value
    #expect(
      ["whole", "abc", "cancelled", "truncated", "network"].contains(result), "\(result)")
  }

  @Test func `no descriptor is left after three hundred requests of mixed fate`() async throws {
    // A process of its own would be needed to count exactly; instead the sockets to this server are
    // counted, which are nobody else's.
    let server = try Self.mixedServer()
    do {
      let transport = CurlTransport(environment: [:])
      for index in 0..<300 {
        let path = ["/whole", "/stream", "/cut", "/reset", "/stall", "/dropped"][index % 6]
        let exchange = transport.exchange(.post(server.url(path), "x"))
        switch path {
        case "/dropped": _ = try await exchange.head()
        case "/stall":
          _ = try await exchange.next()
          exchange.cancel()
        default: _ = try? await exchange.body()
        }
      }
      #expect(server.requests.count >= 300)
    }
    try await server.openConnections(atMost: 0)
    #expect(Self.socketsConnected(to: server.port) == 0)
  }

  /// How many of this process's sockets are connected to a port of this machine.
  private static func socketsConnected(to port: Int) -> Int {
    (0..<Int32(4096)).count { descriptor in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &length)
        }
      }
      return result == 0 && address.sin_family == sa_family_t(AF_INET)
        && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }
}

/// Numbers that look random and are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
#endif
