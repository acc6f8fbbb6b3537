import SwitchboardCore

/// Finds the marked parts of a request in the body that a vendor wrote of it.
struct TraceReading {
  /// In what form a part was found.
  enum Form {
    /// As it is.
    case whole
    /// Among other words.
    case inWords
    /// In the marks of instructions that stand where none can.
    case inSystemMarks
  }

  private var found: [Int: Form] = [:]
  private var texts: Set<String> = []

  /// Reads a body.
  init(_ body: JSON, _ traces: [TracedRequest.Trace]) {
    var all: [String] = []
    body.visitTexts { all.append($0) }
    for text in all {
      texts.insert(text)
      // Bytes stand behind their type in an address of their own.
      if text.hasPrefix("data:"), let bytes = text.split(separator: ",").last {
        texts.insert(String(bytes))
      }
      let inside = TracedRequest.marks(in: text).filter(traces.indices.contains)
      if inside.isEmpty { continue }
      let form = Self.form(of: text, inside.map { traces[$0] })
      for index in inside where found[index] != .whole { found[index] = form }
    }
  }

  /// In what form a part is in the body; `nil` when it is not.
  func form(of index: Int, _ trace: TracedRequest.Trace) -> Form? {
    trace.needles.contains(where: texts.contains) ? .whole : found[index]
  }

  private static func form(of text: String, _ inside: [TracedRequest.Trace]) -> Form {
    var rest = text
    for trace in inside {
      rest = rest.replacing(trace.sent, with: "").replacing(trace.mark, with: "")
    }
    if rest.contains("<system>") { return .inSystemMarks }
    // A failed tool's words are said to be so where there is no other place to say it.
    return rest.allSatisfy(\.isWhitespace) || rest == "Error: " ? .whole : .inWords
  }
}
