import LoopbackServer
import SwitchboardCore

/// Pieces of streams of chat completions.
enum Chat {
  static let done = "data: [DONE]\n\n"

  static func event(_ json: JSON) -> String { "data: \(json.text)\n\n" }

  /// A piece of text.
  static func text(_ text: String) -> String { delta(["content": JSON(text)]) }

  /// A piece of the message.
  static func delta(_ delta: JSON) -> String {
    event(["choices": [["index": 0, "delta": delta]]])
  }

  /// A piece of tool calls, each as the vendor writes it.
  static func calls(_ calls: JSON...) -> String { delta(["tool_calls": .array(calls)]) }

  /// One call, whole or in part.
  static func call(
    index: Int? = 0, id: String? = nil, name: String? = nil, arguments: JSON
  ) -> JSON {
    .object([
      ("index", index.map { JSON($0) } ?? .missing), ("id", JSON(optional: id)),
      ("type", "function"),
      ("function", .object([("name", JSON(optional: name)), ("arguments", arguments)])),
    ])
  }

  /// The end with its reason.
  static func end(_ reason: String = "stop") -> String {
    event(["choices": [["index": 0, "delta": [:], "finish_reason": JSON(reason)]]]) + done
  }

  /// A whole answer in a stream.
  static func answer(_ text: String) -> LoopbackScript { .events(Chat.text(text), end()) }

  /// A whole answer that calls tools.
  static func calling(_ pieces: [String]) -> LoopbackScript {
    .events(pieces.joined(), end("tool_calls"))
  }
}

/// Pieces of streams of Anthropic's Messages.
enum Messages {
  static let start = event([
    "type": "message_start",
    "message": ["id": "msg_fig", "role": "assistant", "model": "plum", "content": []],
  ])

  static let ping = event(["type": "ping"])

  static func event(_ json: JSON) -> String {
    "event: \(json["type"].string ?? "")\ndata: \(json.text)\n\n"
  }

  static func open(_ block: JSON, index: Int = 0) -> String {
    event(["type": "content_block_start", "index": JSON(index), "content_block": block])
  }

  static func delta(_ delta: JSON, index: Int = 0) -> String {
    event(["type": "content_block_delta", "index": JSON(index), "delta": delta])
  }

  static func text(_ text: String, index: Int = 0) -> String {
    delta(["type": "text_delta", "text": JSON(text)], index: index)
  }

  static func input(_ text: String, index: Int = 0) -> String {
    delta(["type": "input_json_delta", "partial_json": JSON(text)], index: index)
  }

  static func close(index: Int = 0) -> String {
    event(["type": "content_block_stop", "index": JSON(index)])
  }

  static func end(_ reason: String = "end_turn") -> String {
    event(["type": "message_delta", "delta": ["stop_reason": JSON(reason)]])
      + event(["type": "message_stop"])
  }

  /// A whole answer of one text.
  static func answer(_ words: String) -> LoopbackScript {
    .events(start, open(["type": "text", "text": ""]), text(words), close(), end())
  }
}

extension LoopbackScript {
  /// The head of a stream of events.
  static var eventStream: LoopbackScript { .stream(["Content-Type": "text/event-stream"]) }

  /// A whole stream of events, sent piece by piece.
  static func events(_ pieces: String...) -> LoopbackScript { eventStream.chunks(pieces).end() }
}
