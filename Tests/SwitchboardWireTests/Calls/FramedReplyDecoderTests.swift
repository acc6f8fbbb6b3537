import SwitchboardCore
import SwitchboardWire
import Testing

struct FramedReplyDecoderTests {
  private typealias Decoder = FramedReplyDecoder<LetterMachine>

  private struct Outcome: Equatable {
    var events: [StreamEvent]
    var failure: SwitchboardError.Kind?
  }

  /// All events of a body that comes in pieces, up to its end or its failure.
  private func decoded(
    _ pieces: [[UInt8]], _ framing: Decoder.Framing, limits: ReplyLimits = ReplyLimits()
  ) -> Outcome {
    var decoder = Decoder(LetterMachine(), framing: framing, limits: limits)
    var events: [StreamEvent] = []
    do {
      for piece in pieces { try decoder.decode(piece, into: &events) }
      try decoder.end(into: &events)
      return Outcome(events: events)
    } catch let error as SwitchboardError {
      return Outcome(events: events, failure: error.kind)
    } catch {
      return Outcome(events: events, failure: .init(rawValue: "\(type(of: error))"))
    }
  }

  private func decoded(_ text: String, _ framing: Decoder.Framing) -> Outcome {
    decoded([Array(text.utf8)], framing)
  }

  static let events = "data: a\n\nevent: n\ndata: b\n\n: ping\n\ndata: END\n\n"

  static let framings:
    [(body: String, framing: FramedReplyDecoder<LetterMachine>.Framing, texts: [String])] = [
      (events, .serverSentEvents, ["a", "nb"]),
      (#"{"error":1}"#, .serverSentEvents, [#"whole:{"error":1}"#]),
      ("[1]", .serverSentEvents, ["whole:[1]"]),
      ("<html>data: x\n\n", .serverSentEvents, ["whole:<html>data: x\n\n"]),
      (" \r\n\t{}", .serverSentEvents, ["whole:{}"]),
      ("\n\n" + events, .serverSentEvents, ["a", "nb"]),
      (": ping\n\n" + events, .serverSentEvents, ["a", "nb"]),
      ("a\n\nb\r\nEND\n", .lines, ["a", "b"]),
      ("{}\nEND", .lines, ["{}"]),
      ("\n\n[1]\nEND\n", .lines, ["[1]"]),
      ("<html>\nEND\n", .lines, ["whole:<html>\nEND\n"]),
      (events, .whole, ["whole:" + events]),
      ("{}\n", .whole, ["whole:{}\n"]),
      ("x", .whole, ["whole:x"]),
    ]

  @Test(arguments: framings.indices)
  func `the first byte that is no white space decides how a body is framed`(index: Int) {
    let (body, framing, texts) = Self.framings[index]
    let outcome = decoded(body, framing)
    #expect(outcome.events.texts == texts)
    #expect(outcome.events.isFinished)
    #expect(outcome.failure == nil)
  }

  @Test(arguments: framings.indices)
  func `a byte order mark before it changes nothing`(index: Int) {
    let (body, framing, texts) = Self.framings[index]
    for mark in ["\u{FEFF}", "\u{FEFF}\r\n"] {
      #expect(decoded(mark + body, framing).events.texts == texts)
    }
  }

  @Test(arguments: framings.indices, ["", "\u{FEFF}", "\u{FEFF} \n", " \r\n"])
  func `a body cut at every byte gives the same events`(index: Int, start: String) {
    let (body, framing, _) = Self.framings[index]
    let bytes = Array((start + body).utf8)
    let whole = decoded([bytes], framing)
    #expect(whole.failure == nil)
    for place in 0...bytes.count {
      let cut = decoded([Array(bytes[..<place]), Array(bytes[place...])], framing)
      #expect(cut == whole, "cut at \(place)")
    }
    #expect(decoded(bytes.map { [$0] }, framing) == whole)
  }

  @Test(
    arguments: [
      FramedReplyDecoder<LetterMachine>.Framing.serverSentEvents, .lines, .whole,
    ], ["", " ", "\r\n\r\n", "\u{FEFF}"])
  func `an answer without a body is truncated`(
    framing: FramedReplyDecoder<LetterMachine>.Framing, body: String
  ) {
    #expect(decoded(body, framing) == Outcome(events: [], failure: .truncated))
    #expect(decoded([], framing).failure == .truncated)
  }

  @Test func `the last event of a stream may lack its blank line`() {
    for body in ["data: a\n\ndata: END\n", "data: a\n\ndata: END"] {
      let outcome = decoded(body, .serverSentEvents)
      #expect(outcome.events.texts == ["a"])
      #expect(outcome.events.isFinished)
    }
    #expect(decoded("a\nEND", .lines).events.isFinished)
  }

  @Test func `a last event that cannot be read was cut off`() {
    for (body, framing) in [
      ("data: a\n\ndata: BAD", Decoder.Framing.serverSentEvents), ("a\nBAD", .lines),
    ] {
      let outcome = decoded(body, framing)
      #expect(outcome.events.texts == ["a"])
      #expect(outcome.failure == .truncated)
    }
  }

  @Test func `an event in the middle that cannot be read was written badly`() {
    for (body, framing) in [
      ("data: a\n\ndata: BAD\n\ndata: b\n\n", Decoder.Framing.serverSentEvents),
      ("a\nBAD\nb\n", .lines), ("BAD", .whole),
    ] {
      let outcome = decoded(body, framing)
      #expect(outcome.failure == .decoding)
      #expect(!outcome.events.texts.contains("b"))
    }
  }

  @Test func `a stream that ends early is truncated, and what it had is there`() {
    let outcome = decoded("data: a\n\ndata: b\n\n", .serverSentEvents)
    #expect(outcome.events.texts == ["a", "b"])
    #expect(outcome.failure == .truncated)
  }

  @Test(arguments: [
    FramedReplyDecoder<LetterMachine>.Framing.serverSentEvents, .lines, .whole,
  ])
  func `a body above its limit is dropped, however it comes`(
    framing: FramedReplyDecoder<LetterMachine>.Framing
  ) {
    let limits = ReplyLimits(eventBytes: 64, bodyBytes: 40)
    let body = Array("data: a\n\ndata: b\n\ndata: c\n\ndata: d\n\nd".utf8)
    #expect(body.count == 37)
    let fits = decoded([body], framing, limits: limits)
    #expect(fits.failure != .decoding)
    for pieces in [[body + Array("ata:".utf8)], [body, Array("ata:".utf8)]] {
      #expect(decoded(pieces, framing, limits: limits).failure == .decoding)
    }
    let blanks = [[UInt8]](repeating: [0x20], count: 41)
    #expect(decoded(blanks, framing, limits: limits).failure == .decoding)
  }

  @Test func `an event or line above its limit is dropped`() {
    let limits = ReplyLimits(eventBytes: 16, bodyBytes: 1_000)
    let long = String(repeating: "x", count: 17)
    let event = decoded([Array("data: \(long)\n\n".utf8)], .serverSentEvents, limits: limits)
    #expect(event.failure?.rawValue == "StreamDecodingError")
    let line = decoded([Array("a\n\(long)\n".utf8)], .lines, limits: limits)
    #expect(line.failure?.rawValue == "StreamDecodingError")
    #expect(line.events.texts == ["a"])
    let whole = decoded([Array(long.utf8)], .whole, limits: limits)
    #expect(whole.failure == nil)
  }

  @Test func `an answer that may hold media may be larger`() {
    #expect(ReplyLimits() == ReplyLimits(eventBytes: 1 << 20, bodyBytes: 64 << 20))
    #expect(ReplyLimits.media == ReplyLimits(eventBytes: 32 << 20, bodyBytes: 256 << 20))
  }

  @Test func `the head goes to the machine`() throws {
    struct Listening: ReplyMachine {
      var seen = ""
      mutating func head(_ head: HTTPResponseHead) { seen = head.headers["x-id"] ?? "" }
      mutating func event(
        _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
        into events: inout [StreamEvent]
      ) {}
      mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) {
        events.append(.finish(FinishReason(.stop, raw: seen)))
      }
      mutating func end(into events: inout [StreamEvent]) {}
    }
    var decoder = FramedReplyDecoder(Listening(), framing: .whole)
    var events: [StreamEvent] = []
    try decoder.head(HTTPResponseHead(status: 200, headers: ["X-ID": "7"]), into: &events)
    try decoder.decode([0x7B], into: &events)
    try decoder.end(into: &events)
    #expect(events == [.finish(FinishReason(.stop, raw: "7"))])
  }
}
