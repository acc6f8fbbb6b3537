extension JSON {
  /// The string, or ``missing``.
  public init(optional value: String?) { self = value.map { JSON($0) } ?? .missing }

  /// The number, or ``missing``.
  public init(optional value: Int?) { self = value.map { JSON($0) } ?? .missing }

  /// The number, or ``missing``.
  public init(optional value: Double?) { self = value.map { JSON($0) } ?? .missing }
}
