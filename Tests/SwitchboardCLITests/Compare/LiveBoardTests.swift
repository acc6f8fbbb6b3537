import Switchboard
import SwitchboardConfiguration
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(10)))
struct LiveBoardTests {
  /// A terminal whose reader the test is; what is written to it waits there.
  private final class Window: Sendable {
    let master: Int32
    let slave: Int32

    init() throws {
      var (master, slave): (Int32, Int32) = (-1, -1)
      var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      let isOpen = Spawn.turn.withLock { _ in
        let isOpen = openpty(&master, &slave, nil, nil, &size) == 0
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return isOpen
      }
      try #require(isOpen)
      (self.master, self.slave) = (master, slave)
    }

    deinit {
      close(master)
      close(slave)
    }

    /// Writes until nothing more fits in.
    func fill() {
      let flags = fcntl(slave, F_GETFL)
      _ = fcntl(slave, F_SETFL, flags | O_NONBLOCK)
      let byte: [UInt8] = [0x2E]
      while systemWrite(slave, byte, 1) == 1 {}
      _ = fcntl(slave, F_SETFL, flags)
    }

    /// Reads until a text was shown.
    func read(until text: String) {
      var shown: [UInt8] = []
      let end = Array(text.utf8)
      while let piece = Program.piece(master) {
        shown = shown.suffix(end.count) + piece
        if shown.firstRange(of: end) != nil { return }
      }
    }
  }

  @Test func `a terminal that stands still holds nobody up`() async throws {
    let window = try Window()
    window.fill()
    let board = LiveBoard(
      [CandidateView("a/m"), CandidateView("b/m")],
      output: StandardOutput(descriptor: window.slave), start: .now)
    let drawing = Task { try await board.run() }
    board.update(0) { $0.take(.started, now: .zero) }
    board.update(0) { $0.take(.events([.partStart(index: 0, .text)]), now: .zero) }
    // Much more than fits into the terminal; were the drawing waited for, this would never end.
    for _ in 0..<20_000 {
      board.update(0) {
        $0.take(.events([.partDelta(index: 0, text: "The water is still. ")]), now: .zero)
      }
    }
    #expect(board.views[0].text.utf8.count == 400_000)
    board.update(0) {
      $0.take(.events([.partDelta(index: 0, text: "The end.")]), now: .zero)
    }
    // The reader wakes up: it sees what stands there now, and none of the frames it missed.
    try await BlockingCall.run { window.read(until: "The end.") }
    board.end()
    try await drawing.value
  }

  @Test func `nobody who is over is stopped`() {
    let board = LiveBoard(
      [CandidateView("a/m"), CandidateView("b/m")], output: StandardOutput(descriptor: 1),
      start: .now)
    board.update(0) { $0.take(.failed(SwitchboardError(.server, "x")), now: .zero) }
    board.stop()
    #expect(board.views.map(\.stand) == [.failed("server"), .stopped])
  }
}
