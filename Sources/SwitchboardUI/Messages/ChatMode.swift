/// What a message asks for.
public enum ChatMode: String, Hashable, Sendable, CaseIterable {
  /// Text.
  case text
  /// Pictures.
  case image
}
