import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// How much a vendor may send in one event.
@Suite(.timeLimit(.minutes(10)))
struct LargeEventTests {
  /// A model that sends text alone.
  private static let writer = ModelDescriptor("m", cannot: [.imageOutput])

  private static func pieces(_ text: String, size: Int) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  @Test func `three mebibytes in one event come whole from a model that might paint`()
    async throws
  {
    let text = String(repeating: "QUJD", count: 3 << 18)
    let script = Self.pieces(Chat.text(text) + Chat.done, size: 16 << 10)
      .reduce(LoopbackScript.eventStream) { $0.chunk($1) }
    let server = try LoopbackServer(script.end())
    let reading = try await Line.router(at: server).read()
    #expect(reading.text.utf8.count == 3_145_728)
    #expect(reading.reply?.reply.finish.kind == .stop)
  }

  @Test(arguments: ["data: x", ": x", "x", "event: x", "data: {}\ndata: x"])
  func `an endless event is stopped at the limit`(start: String) async throws {
    let server = try LoopbackServer(
      .eventStream.chunk(Chat.text("Plums")).chunk(start)
        .chunkForever([UInt8](repeating: 0x61, count: 16 << 10)))
    let vendor = try Line.vendor(at: server, models: [Self.writer])
    let reading = try await Line.router(vendor).read()
    let failure = try #require(reading.failure)
    #expect(failure.kind == .decoding)
    #expect(failure.message.contains("1048576 bytes"))
    #expect(failure.partial?.text == "Plums")
    try await server.closing()
    // What the sockets hold comes on top of the limit.
    #expect(server.bytesWritten() < 16 << 20)
  }

  @Test func `an endless answer of small events is stopped at the limit`() async throws {
    // Comments are no events, but they are bytes.
    let line = Array((": " + String(repeating: "z", count: 65_532) + "\n\n").utf8)
    let server = try LoopbackServer(.eventStream.chunk(Chat.text("Plums")).chunkForever(line))
    let vendor = try Line.vendor(at: server, models: [Self.writer])
    let reading = try await Line.router(vendor).read()
    #expect(reading.failure?.kind == .decoding)
    #expect(reading.failure?.message.contains("67108864 bytes") == true)
    #expect(reading.text == "Plums")
    try await server.closing()
  }

  @Test func `a vendor that counts without end before it speaks fills no memory`() async throws {
    let count = Messages.event([
      "type": "message_delta", "delta": [:], "usage": ["output_tokens": 1],
    ])
    let line = try PieceByPiece(
      ([Messages.start] + (0..<50).map { _ in count + count + count } + [
        Messages.open(["type": "text", "text": ""]) + Messages.text("fig") + Messages.close()
          + Messages.end()
      ]).map { Array($0.utf8) })
    let router = try Line.router(.messages, at: line.server, transport: line.transport)
    let reading = try await router.read()
    #expect(reading.text == "fig")
    let before = reading.events.prefix { !$0.isContent }
    #expect(before.count { if case .usage = $0 { true } else { false } } == 1)
    #expect(reading.reply?.reply.usage?.output == 1)
  }
}
