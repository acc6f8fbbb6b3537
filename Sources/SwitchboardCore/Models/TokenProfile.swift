/// How the prompt tokens of a model are reckoned: its kind of vocabulary, and what its vendor adds
/// and charges.
public struct TokenProfile: Hashable, Sendable {
  /// How text is cut.
  public var vocabulary: TokenVocabulary

  /// Tokens of every request, whatever stands in it.
  public var perRequest: Int

  /// Tokens around every message, the system text among them.
  public var perMessage: Int

  /// Tokens of a request that has tools, whatever they are.
  public var perToolList: Int

  /// Tokens around every tool.
  public var perTool: Int

  /// Tokens around the schema that an answer must have.
  public var perSchema: Int

  /// Tokens around every call of a tool.
  public var perToolCall: Int

  /// Tokens around every result of a tool.
  public var perToolResult: Int

  /// What a picture costs.
  public var picture: PictureTokens

  /// Tokens of a page of a document that is shown as it is, text and picture together.
  public var perPage: Int

  /// Tokens of a second of sound.
  public var perSecondOfSound: Int

  /// Tokens of a second of film.
  public var perSecondOfFilm: Int

  /// What a picture costs where nobody says: a token for 750 pixels of at most 1,568 a side, and 1,600
  /// at most, which is much among the vendors that tell.
  public static let usualPicture = PictureTokens.area(pixels: 750, side: 1_568, most: 1_600)

  /// Creates a profile.
  public init(
    vocabulary: TokenVocabulary, perRequest: Int = 3, perMessage: Int = 4, perToolList: Int = 0,
    perTool: Int = 8, perSchema: Int = 8, perToolCall: Int = 8, perToolResult: Int = 8,
    picture: PictureTokens = TokenProfile.usualPicture, perPage: Int = 2_000,
    perSecondOfSound: Int = 32,
    perSecondOfFilm: Int = 300
  ) {
    self.vocabulary = vocabulary
    self.perRequest = perRequest
    self.perMessage = perMessage
    self.perToolList = perToolList
    self.perTool = perTool
    self.perSchema = perSchema
    self.perToolCall = perToolCall
    self.perToolResult = perToolResult
    self.picture = picture
    self.perPage = perPage
    self.perSecondOfSound = perSecondOfSound
    self.perSecondOfFilm = perSecondOfFilm
  }

  /// What holds for a model of which nobody knows more: rather too much than too little.
  public static let unknown = TokenProfile(vocabulary: .unknown)
}
