/// What a model may be able to do.
public enum Ability: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Look at pictures.
  case imageInput
  /// Read documents.
  case documentInput
  /// Listen to sound.
  case audioInput
  /// Watch films.
  case videoInput
  /// Make pictures.
  case imageOutput
  /// Change pictures.
  case imageEdit
  /// Call tools.
  case tools
  /// Be told which tool to call.
  case toolChoice
  /// Answer in JSON of a given schema.
  case structuredOutput
  /// Think before answering.
  case reasoning
  /// Hand out an answer while it is made.
  case streaming
  /// Take instructions apart from the conversation.
  case systemText

  /// Orders as declared.
  public static func < (a: Ability, b: Ability) -> Bool {
    (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
  }
}

/// Whether something can be done.
public enum Support: Hashable, Sendable {
  /// It can.
  case yes
  /// It cannot.
  case no
  /// Nobody knows.
  case unknown
}
