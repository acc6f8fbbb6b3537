public import SwitchboardCore

/// Turns the bytes of one answer into events: a pure machine, fed as bytes arrive.
///
/// ## Implementing
/// - Events are appended in the order of ``SwitchboardCore/StreamGrammar``. What was appended before
///   an error is thrown still reaches the reader.
/// - Any cutting of the bytes gives the same events.
/// - `end` is called once, when the body ended as its framing promised; an answer without its own
///   end is then a failure of kind `truncated`, never a reply.
public protocol ReplyDecoder: Sendable {
  /// Takes the status line and header fields of an answer whose status is 200 to 299.
  mutating func head(_ head: HTTPResponseHead, into events: inout [StreamEvent]) throws

  /// Takes bytes of the body.
  mutating func decode(_ bytes: [UInt8], into events: inout [StreamEvent]) throws

  /// Takes the end of the body.
  mutating func end(into events: inout [StreamEvent]) throws
}

/// What a vendor's form makes of an answer, apart from how its bytes are framed.
///
/// A machine understands both shapes of its form: the data of one event of a stream, and a whole
/// body. Vendors answer a request for a stream with a whole body when something is wrong, and label
/// it as they like, so the framing is chosen by the bytes.
public protocol ReplyMachine: Sendable {
  /// Takes the header fields, which some vendors put counts and ids in.
  mutating func head(_ head: HTTPResponseHead)

  /// Takes the data of one event of a stream.
  ///
  /// - Parameters:
  ///   - data: The data; valid during the call alone.
  ///   - name: The event's name; empty for none.
  ///   - events: Where to append.
  /// - Throws: ``SwitchboardCore/SwitchboardError``; what was appended still counts.
  /// - Throws: ``SwitchboardCore/SwitchboardError``; what was appended still counts.
  mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]) throws

  /// Takes a whole body.
  mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws

  /// Takes the end of a stream.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `truncated` when the answer had no end.
  mutating func end(into events: inout [StreamEvent]) throws
}

extension ReplyMachine {
  /// Most forms put nothing into header fields.
  public mutating func head(_ head: HTTPResponseHead) {}
}
