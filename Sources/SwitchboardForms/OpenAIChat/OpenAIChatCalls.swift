import SwitchboardCore

/// Joins the pieces of tool calls: by id first, then by index.
///
/// Servers repeat names and ids with every piece, leave the index out, begin it at 1, or give two
/// calls the same one; a new id that is not empty always begins a new call. A call is opened when its
/// name is sure, which is when its arguments begin or the next call does: some servers send a name in
/// pieces.
struct OpenAIChatCalls: Sendable {
  private struct Call {
    var id: String
    var index: Int?
    var name: String
    var pending = ""
    var part: Int?
    var vendorData: [VendorKind: JSON] = [:]
  }

  private let toolNames: ToolNames
  private let turn: Int
  private let kind: VendorKind?
  private var calls: [Call] = []

  init(toolNames: ToolNames, turn: Int, kind: VendorKind?) {
    self.toolNames = toolNames
    self.turn = turn
    self.kind = kind
  }

  var count: Int { calls.count }

  mutating func take(_ json: JSON, parts: inout PartWriter, into events: inout [StreamEvent]) {
    let id = json["id"].string ?? ""
    let index = json["index"].int
    let name = json["function"]["name"].string ?? ""
    let place =
      find(id: id, index: index, name: name)
      ?? {
        for place in calls.indices { open(place, parts: &parts, into: &events) }
        calls.append(Call(id: id, index: index, name: ""))
        return calls.count - 1
      }()
    if calls[place].id.isEmpty, calls[place].part == nil { calls[place].id = id }
    if !name.isEmpty, calls[place].part == nil, calls[place].name != name {
      calls[place].name += name
    }
    if let kind, json["extra_content"].exists {
      calls[place].vendorData[kind] = ["extra_content": json["extra_content"]]
    }
    let arguments = json["function"]["arguments"]
    let text =
      arguments.string ?? (arguments.kind == .object ? arguments.text : "")
    if text.isEmpty { return }
    if calls[place].name.isEmpty {
      calls[place].pending += text
      return
    }
    open(place, parts: &parts, into: &events)
    if let part = calls[place].part { events.append(.partDelta(index: part, text: text)) }
  }

  /// Opens what is still held back, and closes all calls.
  mutating func close(parts: inout PartWriter, into events: inout [StreamEvent]) {
    for place in calls.indices {
      open(place, parts: &parts, into: &events)
      if let part = calls[place].part {
        events.append(.partEnd(index: part, vendorData: calls[place].vendorData))
      }
    }
  }

  private func find(id: String, index: Int?, name: String) -> Int? {
    if !id.isEmpty, let place = calls.lastIndex(where: { $0.id == id }) { return place }
    if let index, let place = calls.lastIndex(where: { $0.index == index }) {
      // Another id at a used index begins a new call.
      return id.isEmpty || calls[place].id.isEmpty ? place : nil
    }
    if index == nil, id.isEmpty, !calls.isEmpty {
      // Without id and index, a piece that names a tool anew begins a call and any other goes on.
      let last = calls.count - 1
      return name.isEmpty || calls[last].part == nil && calls[last].pending.isEmpty ? last : nil
    }
    return nil
  }

  private mutating func open(
    _ place: Int, parts: inout PartWriter, into events: inout [StreamEvent]
  ) {
    guard calls[place].part == nil else { return }
    if calls[place].id.isEmpty { calls[place].id = "call_\(turn)_\(place)" }
    if calls[place].name.isEmpty { calls[place].name = "unnamed" }
    parts.close(into: &events)
    let part = parts.take()
    calls[place].part = part
    events.append(
      .partStart(
        index: part,
        .toolCall(id: calls[place].id, name: toolNames.tool(named: calls[place].name))))
    if !calls[place].pending.isEmpty {
      events.append(.partDelta(index: part, text: calls[place].pending))
    }
  }
}
