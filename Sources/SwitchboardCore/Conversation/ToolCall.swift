/// A tool that a model wants called.
public struct ToolCall: Hashable, Sendable {
  /// The id by which the result names its call; never empty.
  public var id: String

  /// The name of the tool, as the request declared it.
  public var name: String

  /// The arguments as the model wrote them, to the letter.
  ///
  /// Usually the text of a JSON object. Numbers keep every digit. A reply cut off by its token limit
  /// can leave text that is no JSON.
  public var argumentsText: String

  /// Creates a call.
  public init(id: String, name: String, argumentsText: String) {
    self.id = id
    self.name = name
    self.argumentsText = argumentsText
  }

  /// Creates a call from an object of arguments.
  public init(id: String, name: String, arguments: JSON) {
    self.init(id: id, name: name, argumentsText: arguments.text)
  }

  /// The arguments as an object; `nil` when the text is no JSON object.
  ///
  /// Vendors write a call without arguments as an empty string, white space, `null` or `{}`; all of
  /// them are the empty object. Each access parses the text.
  public var arguments: JSON? {
    if argumentsText.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      return .object([])
    }
    let json: JSON
    do {
      json = try JSON(parsing: argumentsText)
    } catch {
      return nil
    }
    switch json.kind {
    case .object: return json
    case .null: return .object([])
    default: return nil
    }
  }
}

/// What a tool gave back.
public struct ToolResult: Hashable, Sendable {
  /// The id of the call it answers.
  public var callID: String

  /// The name of the tool; some vendors match results by it.
  public var name: String?

  /// The result: text and media.
  public var content: [Part]

  /// Whether the tool failed; the content then says why.
  public var isError: Bool

  /// Creates a result.
  public init(callID: String, name: String? = nil, content: [Part], isError: Bool = false) {
    self.callID = callID
    self.name = name
    self.content = content
    self.isError = isError
  }

  /// All text of the result, joined.
  public var text: String {
    content.reduce(into: "") { if case .text(let text) = $1.content { $0 += text } }
  }
}
