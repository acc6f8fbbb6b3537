import SwitchboardCore

/// Gathers OpenRouter's `reasoning_details`, which must go back as they came
/// (openrouter.ai/docs/use-cases/reasoning-tokens).
///
/// In a stream they come in pieces: pieces of one index and type are joined text to text.
struct OpenAIReasoningDetails: Sendable {
  private var details: [JSON] = []

  mutating func add(_ json: JSON) {
    for piece in json.elements {
      guard let last = details.last, piece["index"].exists, last["index"] == piece["index"],
        last["type"] == piece["type"]
      else {
        details.append(piece)
        continue
      }
      var joined = last
      for (key, value) in piece.members where !value.isNull {
        if ["text", "summary", "data"].contains(key), let text = value.string {
          joined[key] = JSON((joined[key].string ?? "") + text)
        } else {
          joined[key] = value
        }
      }
      details[details.count - 1] = joined
    }
  }

  var json: JSON? { details.isEmpty ? nil : .array(details) }
}
