extension String {
  /// The text of bytes that are UTF-8 throughout; `nil` for others.
  ///
  /// The library's own `String(validating:as:)` is there from macOS 15 and iOS 18 on.
  package init?(strictUTF8 bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // What is no UTF-8 was replaced, and so is not what the text is made of.
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
