import SwitchboardCore

/// The blocks of an answer while they grow, by their index.
struct AnthropicBlocks: Sendable {
  private let kind: VendorKind?
  private let toolNames: ToolNames
  private let turn: Int
  private let account: VendorID?
  private var open: [AnthropicBlock] = []
  private var nextPart = 0

  /// How many calls there were.
  private(set) var callCount = 0

  private static let textDelta: JSON = "text_delta"
  private static let inputDelta: JSON = "input_json_delta"
  private static let thinkingDelta: JSON = "thinking_delta"

  /// Creates the blocks of one answer.
  ///
  /// - Parameters:
  ///   - kind: Under which data for the vendor are kept.
  ///   - toolNames: The way back to the names of the tools.
  ///   - turn: The number from which ids are made for calls that come without one.
  ///   - account: The entry that thinking is of use to alone; `nil` when any of the kind may.
  init(kind: VendorKind?, toolNames: ToolNames, turn: Int, account: VendorID?) {
    self.kind = kind
    self.toolNames = toolNames
    self.turn = turn
    self.account = account
  }

  /// Takes the start of a block; one that is open under the same index is whole then.
  mutating func start(_ index: Int?, _ json: JSON, into events: inout [StreamEvent]) {
    let index = index ?? (open.last?.index ?? -1) + 1
    stop(index, into: &events)
    guard json.kind == .object else { return }
    var block = AnthropicBlock(index: index, kind: .opaque, start: json)
    switch json["type"].string {
    case "text":
      block.kind = .text
      block.add(text: json["text"].string ?? "", next: &nextPart, into: &events)
      for citation in json["citations"].elements {
        block.add(citation: citation, next: &nextPart, into: &events)
      }
    case "thinking":
      block.kind = .thinking
      block.add(thinking: json["thinking"].string ?? "", next: &nextPart, into: &events)
      block.add(signature: json["signature"].string ?? "", next: &nextPart, into: &events)
    case "redacted_thinking":
      block.kind = .redacted
      block.begin(.reasoning(isRedacted: true), next: &nextPart, into: &events)
    case "tool_use":
      block.kind = .call
      let id = json["id"].string ?? ""
      let name = json["name"].string ?? ""
      let call = PartOpening.toolCall(
        id: id.isEmpty ? "call_\(turn)_\(callCount)" : id,
        name: toolNames.tool(named: name.isEmpty ? "unnamed" : name))
      block.begin(call, next: &nextPart, into: &events)
      callCount += 1
    default:
      block.begin(.opaque, next: &nextPart, into: &events)
    }
    open.append(block)
  }

  /// Takes a piece of a block; text and thinking are taken without a start too.
  mutating func grow(_ index: Int?, by delta: JSON, into events: inout [StreamEvent]) {
    let type = delta["type"]
    guard let place = find(index) ?? begin(index, for: type) else { return }
    if type == Self.textDelta {
      open[place].add(text: delta["text"].string ?? "", next: &nextPart, into: &events)
    } else if type == Self.inputDelta {
      open[place].add(input: delta["partial_json"].string ?? "", into: &events)
    } else if type == Self.thinkingDelta {
      open[place].add(thinking: delta["thinking"].string ?? "", next: &nextPart, into: &events)
    } else if type.string == "signature_delta" {
      open[place].add(signature: delta["signature"].string ?? "", next: &nextPart, into: &events)
    } else if type.string == "citations_delta" {
      open[place].add(citation: delta["citation"], next: &nextPart, into: &events)
    } else {
      open[place].add(unknown: delta)
    }
  }

  /// Takes the end of a block.
  mutating func stop(_ index: Int?, into events: inout [StreamEvent]) {
    guard let place = find(index) else { return }
    open.remove(at: place).close(kind: kind, account: account, into: &events)
  }

  /// Ends whatever is open.
  mutating func stopAll(into events: inout [StreamEvent]) {
    for block in open { block.close(kind: kind, account: account, into: &events) }
    open = []
  }

  private func find(_ index: Int?) -> Int? {
    guard let index else { return open.indices.last }
    return open.lastIndex { $0.index == index }
  }

  private mutating func begin(_ index: Int?, for type: JSON) -> Int? {
    let kind: AnthropicBlock.Kind
    switch type.string {
    case "text_delta": kind = .text
    case "thinking_delta": kind = .thinking
    default: return nil
    }
    open.append(AnthropicBlock(index: index ?? 0, kind: kind, start: [:]))
    return open.count - 1
  }
}
