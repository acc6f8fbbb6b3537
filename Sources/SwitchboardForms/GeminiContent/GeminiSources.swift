import SwitchboardCore

/// Gathers where the statements of an answer come from, each place once.
///
/// A stream repeats them from event to event (ai.google.dev/api/generate-content,
/// "GroundingMetadata" and "CitationMetadata").
struct GeminiSources: Sendable {
  private(set) var found: [Source] = []

  /// Pages, documents and places of `groundingMetadata`.
  mutating func add(_ grounding: JSON) {
    for chunk in grounding["groundingChunks"].elements {
      for (kind, place) in chunk.members where place.kind == .object {
        let words = kind == "retrievedContext" ? place["text"].string : nil
        add(Source(title: place["title"].string, url: place["uri"].string, citedText: words))
      }
    }
  }

  /// Texts that the answer repeats, of `citationMetadata`; Vertex AI has another word for the list.
  mutating func add(citations: JSON) {
    let list = citations["citationSources"].elements + citations["citations"].elements
    for place in list { add(Source(title: place["title"].string, url: place["uri"].string)) }
  }

  private mutating func add(_ source: Source) {
    if source.title == nil && source.url == nil && source.citedText == nil { return }
    if !found.contains(source) { found.append(source) }
  }
}
