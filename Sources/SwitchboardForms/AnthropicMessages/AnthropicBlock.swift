import SwitchboardCore

/// One block of an answer while it grows.
///
/// Text and thinking are opened with their first word, so that blocks that stay empty leave
/// nothing. What is neither of those nor a call is kept as it came: the tools that the vendor runs
/// itself, and whatever it will think of.
struct AnthropicBlock: Sendable {
  enum Kind: Sendable { case text, thinking, redacted, call, opaque }

  let index: Int
  var kind: Kind
  /// The block as it started.
  private(set) var start: JSON
  private var part: Int?
  private var signature = ""
  private var citations: [JSON] = []
  /// The input of a tool that the vendor runs; that of a call goes straight to the reader.
  private var input = ""
  private var hasInput = false

  init(index: Int, kind: Kind, start: JSON) {
    self.index = index
    self.kind = kind
    self.start = start
  }

  mutating func begin(
    _ opening: PartOpening, next: inout Int, into events: inout [StreamEvent]
  ) {
    if part != nil { return }
    events.append(.partStart(index: next, opening))
    part = next
    next += 1
  }

  mutating func add(text: String, next: inout Int, into events: inout [StreamEvent]) {
    guard kind == .text, !text.isEmpty else { return }
    begin(.text, next: &next, into: &events)
    if let part { events.append(.partDelta(index: part, text: text)) }
  }

  mutating func add(thinking: String, next: inout Int, into events: inout [StreamEvent]) {
    guard kind == .thinking, !thinking.isEmpty else { return }
    begin(.reasoning(isRedacted: false), next: &next, into: &events)
    if let part { events.append(.partDelta(index: part, text: thinking)) }
  }

  /// A signature alone is thinking whose words the vendor does not show.
  mutating func add(signature: String, next: inout Int, into events: inout [StreamEvent]) {
    guard kind == .thinking, !signature.isEmpty else { return }
    begin(.reasoning(isRedacted: true), next: &next, into: &events)
    self.signature += signature
  }

  mutating func add(input: String, into events: inout [StreamEvent]) {
    guard !input.isEmpty else { return }
    hasInput = true
    if kind == .opaque {
      self.input += input
    } else if kind == .call, let part {
      events.append(.partDelta(index: part, text: input))
    }
  }

  /// A piece of an opaque block: texts grow, all else is replaced.
  mutating func add(unknown delta: JSON) {
    guard kind == .opaque else { return }
    for (key, value) in delta.members where key != "type" {
      if let more = value.string, let text = start[key].string {
        start[key] = JSON(text + more)
      } else {
        start[key] = value
      }
    }
  }

  /// Of the forms of a citation (platform.claude.com/docs/en/build-with-claude/citations), those of
  /// the web have an address; the others name a document.
  mutating func add(citation: JSON, next: inout Int, into events: inout [StreamEvent]) {
    guard kind == .text, citation.kind == .object else { return }
    begin(.text, next: &next, into: &events)
    citations.append(citation)
    let source = Source(
      title: citation["title"].string ?? citation["document_title"].string,
      url: citation["url"].string ?? citation["source"].string,
      citedText: citation["cited_text"].string)
    events.append(.source(Part(.source(source))))
  }

  /// Ends the part, with what the vendor wants to see again.
  func close(kind vendor: VendorKind?, account: VendorID?, into events: inout [StreamEvent]) {
    guard let part else { return }
    if kind == .call, !hasInput, start["input"].count > 0 {
      events.append(.partDelta(index: part, text: start["input"].text))
    }
    var vendorData: [VendorKind: JSON] = [:]
    if let vendor {
      var data = data
      if let account, kind == .thinking || kind == .redacted, data.count > 0 {
        data["account"] = JSON(account.rawValue)
      }
      if data.count > 0 { vendorData[vendor] = data }
    }
    events.append(.partEnd(index: part, vendorData: vendorData))
  }

  private var data: JSON {
    switch kind {
    case .text:
      return citations.isEmpty ? [:] : ["citations": .array(citations)]
    case .thinking:
      return signature.isEmpty ? [:] : ["signature": JSON(signature)]
    case .redacted:
      return .object([("data", start["data"])])
    case .call:
      // Who calls is said of the calls that the vendor's own code makes; the model is the default.
      let caller = start["caller"]
      let isOwn = caller["type"].exists && caller["type"] != "direct"
      return .object([
        ("caller", isOwn ? caller : .missing),
        ("toolset_name", JSON(optional: start["toolset_name"].string)),
      ])
    case .opaque:
      return ["block": whole]
    }
  }

  /// An opaque block with the input that came in pieces; half an input is of no use and left out.
  private var whole: JSON {
    guard hasInput else { return start }
    do {
      var json = start
      json["input"] = try JSON(parsing: input)
      return json
    } catch {
      return start
    }
  }
}
