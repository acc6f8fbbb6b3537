import SwitchboardCore

/// Makes parts of the output items of a response, as they grow or whole.
struct OpenAIResponsesOutput: Sendable {
  private enum Kind { case message, thought, call }

  private struct Item {
    /// What its parts are; unknown until there is one.
    var kind: Kind?
    var isDone = false
    /// Text parts by their place in a message; the one part of a call or a thought.
    var parts: [Grown] = []
  }

  private struct Grown {
    var place: Int
    var part: Int
    var isEmpty = true
    var sources = 0
  }

  private let origin: Origin
  private let toolNames: ToolNames
  private let turn: Int

  private var items: [Item] = []
  private var places = OpenAIResponsesPlaces()
  private var nextPart = 0

  /// More texts than this in one message are one text: nobody writes so many, and finding one of
  /// them takes as long as there are.
  private static let mostTexts = 256

  private(set) var callCount = 0
  private(set) var refusal: String?

  init(origin: Origin, toolNames: ToolNames, turn: Int) {
    self.origin = origin
    self.toolNames = toolNames
    self.turn = turn
  }

  // MARK: Pieces of a stream

  mutating func text(_ json: JSON, into events: inout [StreamEvent]) {
    guard let text = json["delta"].string, !text.isEmpty,
      let item = openItem(json, .message, makesOne: true)
    else { return }
    let grown = textPart(item, place: json["content_index"].int ?? 0, into: &events)
    items[item].parts[grown].isEmpty = false
    events.append(.partDelta(index: items[item].parts[grown].part, text: text))
  }

  /// The piece tells which summary or text of the item it belongs to; a blank line goes between.
  mutating func reasoning(_ json: JSON, piece: Int, into events: inout [StreamEvent]) {
    guard let text = json["delta"].string, !text.isEmpty,
      let item = openItem(json, .thought, makesOne: true)
    else { return }
    think(item, piece: piece, text, into: &events)
  }

  mutating func arguments(_ json: JSON, into events: inout [StreamEvent]) {
    guard let text = json["delta"].string, !text.isEmpty,
      let item = openItem(json, .call, makesOne: false), !items[item].parts.isEmpty
    else { return }
    items[item].parts[0].isEmpty = false
    events.append(.partDelta(index: items[item].parts[0].part, text: text))
  }

  mutating func refusal(_ text: String) {
    if !text.isEmpty { refusal = (refusal ?? "") + text }
  }

  mutating func annotation(_ json: JSON, into events: inout [StreamEvent]) {
    guard let item = openItem(json, .message, makesOne: false) else { return }
    let grown = textPart(item, place: json["content_index"].int ?? 0, into: &events)
    items[item].parts[grown].sources += 1
    Self.source(json["annotation"], into: &events)
  }

  // MARK: Items

  mutating func begin(_ json: JSON, into events: inout [StreamEvent]) {
    let (id, place) = (json["item"]["id"].string, json["output_index"].int)
    if let id, let known = places.item(named: id), !items[known].isDone { return }
    let item = add(id: id, place: place)
    if json["item"]["type"].string == "function_call" {
      openCall(json["item"], item, into: &events)
    }
  }

  mutating func end(_ json: JSON, into events: inout [StreamEvent]) {
    let (id, place) = (json["item"]["id"].string, json["output_index"].int)
    if let id, let known = places.item(named: id), items[known].isDone { return }
    let item = places.find(id: id, place: place).flatMap { items[$0].isDone ? nil : $0 }
    end(json["item"], item ?? add(id: id, place: place), into: &events)
  }

  /// Takes the whole output at the end: what the stream did not hold is added, the rest is closed.
  mutating func finish(_ output: [JSON], into events: inout [StreamEvent]) {
    // Without places and with ids that change, counting is all that tells what was seen.
    let unplaced = places.unplacedCount
    for (place, json) in output.enumerated() {
      if let item = places.find(id: json["id"].string, place: place) {
        end(json, item, into: &events)
      } else if place >= unplaced {
        end(json, add(id: json["id"].string, place: place), into: &events)
      }
    }
    for item in items.indices { close(item, into: &events) }
  }

  private mutating func end(_ json: JSON, _ item: Int, into events: inout [StreamEvent]) {
    if items[item].isDone { return }
    var item = item
    if let kind = items[item].kind, kind != Self.kind(of: json) {
      // Another item took the place of one that was never ended.
      close(item, into: &events)
      item = add(id: json["id"].string, place: nil)
    }
    var data: [VendorKind: JSON] = [:]
    switch json["type"].string {
    case "message":
      endMessage(json, item, into: &events)
      if let kind = origin.kind, !json["phase"].isNull {
        data = [kind: .object([("phase", json["phase"])])]
      }
    case "reasoning":
      data = endReasoning(json, item, into: &events)
    case "function_call":
      openCall(json, item, into: &events)
      if items[item].parts[0].isEmpty, let text = json["arguments"].string, !text.isEmpty {
        events.append(.partDelta(index: items[item].parts[0].part, text: text))
      }
    case "image_generation_call":
      endPicture(json, into: &events)
    case nil:
      break
    default:
      // A tool that the vendor ran itself, or something newer than this library.
      for source in json["action"]["sources"].elements { Self.source(source, into: &events) }
      block(json, .opaque, into: &events)
    }
    close(item, vendorData: data, into: &events)
  }

  private mutating func endMessage(_ json: JSON, _ item: Int, into events: inout [StreamEvent]) {
    var texts = 0
    for piece in json["content"].elements {
      if let words = piece["refusal"].string, refusal == nil { refusal(words) }
      guard let text = piece["text"].string, !text.isEmpty else { continue }
      // Texts are told apart by their order: some servers count other places in the stream.
      if texts == items[item].parts.count {
        events.append(.partStart(index: grow(item, .message, place: texts), .text))
      }
      let grown = items[item].parts[texts]
      if grown.isEmpty { events.append(.partDelta(index: grown.part, text: text)) }
      for annotation in piece["annotations"].elements.dropFirst(grown.sources) {
        Self.source(annotation, into: &events)
      }
      texts += 1
    }
  }

  private mutating func endReasoning(
    _ json: JSON, _ item: Int, into events: inout [StreamEvent]
  ) -> [VendorKind: JSON] {
    if items[item].parts.isEmpty {
      let pieces = json["summary"].elements + json["content"].elements
      for (piece, summary) in pieces.enumerated() {
        if let text = summary["text"].string, !text.isEmpty {
          think(item, piece: piece, text, into: &events)
        }
      }
    }
    guard let kept = OpenAIResponsesItem.reasoning(json) else { return [:] }
    if items[item].parts.isEmpty { block(kept, .reasoning(isRedacted: true), into: &events) }
    return OpenAIResponsesItem.vendorData(kept, for: origin)
  }

  private mutating func endPicture(_ json: JSON, into events: inout [StreamEvent]) {
    guard let text = json["result"].string, let bytes = LooseBase64.picture(text) else {
      return block(json, .opaque, into: &events)
    }
    var item = json
    // The picture is the part itself; it is put back, in its place, when the item is sent again.
    item["result"] = nil
    let mime = "image/\(json["output_format"].string ?? "png")"
    let part = Part(
      .media(Media(bytes: bytes, mime: mime)),
      vendorData: OpenAIResponsesItem.vendorData(item, for: origin))
    events.append(.media(index: takePart(), part))
  }

  // MARK: Parts

  private mutating func openCall(_ json: JSON, _ item: Int, into events: inout [StreamEvent]) {
    if !items[item].parts.isEmpty { return }
    let name = json["name"].string ?? ""
    let id = json["call_id"].string ?? json["id"].string ?? ""
    events.append(
      .partStart(
        index: grow(item, .call, place: 0),
        .toolCall(
          id: id.isEmpty ? "call_\(turn)_\(callCount)" : id,
          name: name.isEmpty ? "unnamed" : toolNames.tool(named: name))))
    callCount += 1
  }

  private mutating func think(
    _ item: Int, piece: Int, _ text: String, into events: inout [StreamEvent]
  ) {
    if items[item].parts.isEmpty {
      events.append(
        .partStart(index: grow(item, .thought, place: piece), .reasoning(isRedacted: false)))
    }
    let part = items[item].parts[0].part
    if items[item].parts[0].place != piece {
      items[item].parts[0].place = piece
      events.append(.partDelta(index: part, text: "\n\n"))
    }
    events.append(.partDelta(index: part, text: text))
  }

  private mutating func textPart(
    _ item: Int, place: Int, into events: inout [StreamEvent]
  ) -> Int {
    let parts = items[item].parts
    if let known = parts.lastIndex(where: { $0.place == place }) { return known }
    if parts.count >= Self.mostTexts { return parts.count - 1 }
    events.append(.partStart(index: grow(item, .message, place: place), .text))
    return items[item].parts.count - 1
  }

  private mutating func block(
    _ json: JSON, _ opening: PartOpening, into events: inout [StreamEvent]
  ) {
    let index = takePart()
    events.append(.partStart(index: index, opening))
    events.append(
      .partEnd(index: index, vendorData: OpenAIResponsesItem.vendorData(json, for: origin)))
  }

  private mutating func close(
    _ item: Int, vendorData: [VendorKind: JSON] = [:], into events: inout [StreamEvent]
  ) {
    if items[item].isDone { return }
    items[item].isDone = true
    for grown in items[item].parts {
      events.append(.partEnd(index: grown.part, vendorData: vendorData))
    }
  }

  private mutating func grow(_ item: Int, _ kind: Kind, place: Int) -> Int {
    let part = takePart()
    items[item].kind = kind
    items[item].parts.append(Grown(place: place, part: part))
    return part
  }

  private mutating func takePart() -> Int {
    defer { nextPart += 1 }
    return nextPart
  }

  // MARK: Which item

  /// The item of a piece, unless it is done; one that was not announced is made where words would be
  /// lost without it.
  private mutating func openItem(_ json: JSON, _ kind: Kind, makesOne: Bool) -> Int? {
    var found = places.piece(json)
    if found == nil, makesOne {
      found = add(id: json["item_id"].string, place: json["output_index"].int)
    }
    guard let found else { return nil }
    let isOpen = !items[found].isDone && (items[found].kind ?? kind) == kind
    return isOpen ? found : nil
  }

  private static func kind(of json: JSON) -> Kind? {
    switch json["type"].string {
    case "message": .message
    case "reasoning": .thought
    case "function_call": .call
    default: nil
    }
  }

  private mutating func add(id: String?, place: Int?) -> Int {
    items.append(Item())
    return places.add(id: id, place: place)
  }

  private static func source(_ json: JSON, into events: inout [StreamEvent]) {
    let url = json["url"].string
    let title = json["title"].string ?? json["filename"].string ?? json["file_id"].string
    if url == nil && title == nil { return }
    events.append(.source(Part(.source(Source(title: title, url: url)))))
  }
}
