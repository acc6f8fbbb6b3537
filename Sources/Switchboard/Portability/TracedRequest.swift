import SwitchboardCore

/// A request whose parts each hold a mark in place of what they say, so that a vendor's writer shows
/// which of them it sends.
///
/// All that writers decide by stays: roles, kinds of parts, media types and the first bytes of media,
/// names, ids, and the vendors' own data.
struct TracedRequest {
  /// One part and how it is known again.
  struct Trace {
    let message: Int
    let part: Int
    let nested: Int?
    let content: Part.Content
    let role: Message.Role
    /// What stands in its place in texts.
    let mark: String
    /// What it holds instead of its own, as a text that writers may copy whole.
    var sent: String
    /// Texts that are sent as they stand when it is sent: its bytes in base64, a vendor's own data.
    var needles: [String] = []
  }

  /// The request with the marks.
  private(set) var request: ChatRequest

  /// Every part, in order, those within results of tools behind their result.
  private(set) var traces: [Trace] = []

  private let vendor: VendorID
  private let kind: VendorKind

  init(_ request: ChatRequest, vendor: VendorID, kind: VendorKind) {
    self.request = request
    self.vendor = vendor
    self.kind = kind
    for message in request.messages.indices {
      for part in request.messages[message].parts.indices {
        let role = request.messages[message].role
        self.request.messages[message].parts[part] = traced(
          request.messages[message].parts[part], (message, part, nil), role)
      }
    }
  }

  private mutating func traced(
    _ part: Part, _ place: (message: Int, part: Int, nested: Int?), _ role: Message.Role
  ) -> Part {
    let mark = Self.mark(traces.count)
    var part = part
    var trace = Trace(
      message: place.message, part: place.part, nested: place.nested, content: part.content,
      role: role, mark: mark, sent: mark)
    switch part.content {
    case .text(let text):
      // White space is nothing, and stays nothing.
      if !text.allSatisfy(\.isWhitespace) { part.content = .text(mark) }
    case .reasoning(var reasoning):
      trace.needles = ownData(of: part)
      if !reasoning.text.isEmpty {
        // The words may stand in the vendor's own data too, and be sent from there.
        trace.needles.append(reasoning.text)
        reasoning.text = mark
      }
      part.content = .reasoning(reasoning)
    case .media(let media):
      part.content = .media(Self.traced(media, &trace))
    case .toolCall(var call):
      // Arguments that are no object stay none.
      if call.arguments != nil { trace.sent = #"{"trace":"\#(mark)"}"# }
      call.argumentsText = trace.sent
      part.content = .toolCall(call)
    case .toolResult(var result):
      traces.append(trace)
      var content: [Part] = [.text(mark)]
      for (nested, inner) in result.content.enumerated() {
        if case .text = inner.content { continue }
        content.append(traced(inner, (place.message, place.part, nested), role))
      }
      result.content = content
      part.content = .toolResult(result)
      return part
    case .opaque:
      trace.needles = ownData(of: part)
    case .source:
      break
    }
    traces.append(trace)
    return part
  }

  /// The mark of a part: nothing that people write.
  private static func mark(_ index: Int) -> String { "\(opening)\(index);" }

  private static let opening = "switchboard-part:"

  /// The parts whose marks stand in a text, by their places among the traces.
  static func marks(in text: String) -> [Int] {
    text.split(separator: opening, omittingEmptySubsequences: false).dropFirst().compactMap {
      Int($0.prefix { $0 != ";" })
    }
  }

  private static func traced(_ media: Media, _ trace: inout Trace) -> Media {
    var media = media
    switch media.location {
    case .bytes(let bytes):
      let marked =
        MediaSniffer.isText(bytes)
        ? Array(trace.mark.utf8) : Array(bytes.prefix(64)) + Array(trace.mark.utf8)
      media.location = .bytes(marked)
      trace.needles = [Base64.encode(marked)]
    case .url(let url):
      if url.hasPrefix("data:") {
        trace.needles = [url.split(separator: ",").last.map(String.init) ?? url]
      } else {
        trace.sent = "\(url)#\(trace.mark)"
        media.location = .url(trace.sent)
      }
    }
    return media
  }

  /// The text by which a vendor's own data is known again: the longest in it, as it stands and in
  /// base64.
  private func ownData(of part: Part) -> [String] {
    guard let data = part.vendorData(for: vendor, kind: kind) else { return [] }
    var longest = ""
    data.visitTexts { if $0.utf8.count > longest.utf8.count { longest = $0 } }
    return longest.isEmpty ? [] : [longest, Base64.encode(Array(longest.utf8))]
  }
}

extension JSON {
  /// Hands out every text in a tree, those within arrays and objects too.
  func visitTexts(_ body: (String) -> Void) {
    switch kind {
    case .string: if let string { body(string) }
    case .array: for element in elements { element.visitTexts(body) }
    case .object: for member in members { member.value.visitTexts(body) }
    default: break
    }
  }
}
