import SwitchboardCore

/// How large a context the server must be asked for.
///
/// A server that is not told cuts the beginning of every prompt beyond its default of 4,096 tokens
/// and says nothing (docs.ollama.com/context-length).
enum OllamaContext {
  static let usual = 4096

  /// The room that is kept for an answer whose length the request leaves open.
  static let usualOutput = 1024

  /// The tokens of a picture, as many as the hungriest of the usual models take.
  static let picture = 2048

  /// The size to ask for: a power of two, so that the server need not load the model anew for every
  /// turn; `nil` where its default will do.
  static func size(prompt: Int, output: Int?, window: Int?) -> Int? {
    let (sum, overflow) = prompt.addingReportingOverflow(max(0, output ?? usualOutput))
    let need = overflow ? Int.max : sum
    if need <= usual { return nil }
    var size = usual
    while size < need, size < 1 << 30 { size *= 2 }
    guard let window, window > 0 else { return size }
    return window > usual ? min(size, window) : nil
  }

  /// The tokens of what the model reads, as it is sent.
  ///
  /// Reckoned high: too large a context costs memory, too small a one the beginning of the
  /// conversation.
  static func tokens(of members: [JSON], pictures: Int) -> Int {
    var tokens = pictures * picture
    for member in members { tokens += self.tokens(of: member) }
    return tokens
  }

  private static func tokens(of json: JSON) -> Int {
    switch json.kind {
    case .string: text(json.string ?? "")
    case .array: json.elements.reduce(4) { $0 + tokens(of: $1) }
    case .object:
      json.members.reduce(4) { sum, member in
        // Pictures are counted by the piece, not by their letters.
        sum + (member.key == "images" ? 0 : 2 + tokens(of: member.value))
      }
    case .number: 2
    case .missing, .null, .bool: 1
    }
  }

  /// Three bytes of Latin text a token, and one letter of any other script.
  private static func text(_ text: String) -> Int {
    var latin = 0
    var others = 0
    for byte in text.utf8 {
      if byte < 0x80 {
        latin += 1
      } else if byte >= 0xC0 {
        others += 1
      }
    }
    return (latin + 2) / 3 + others
  }
}
