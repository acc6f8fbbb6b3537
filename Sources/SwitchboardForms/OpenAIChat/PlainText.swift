/// A sentence from a body that is not of the vendor's form.
enum PlainText {
  /// The text as it stands, or, of a page of HTML, its title: a proxy or a wrong address answered.
  static func sentence(from body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(4096), as: UTF8.self)
    guard text.drop(while: \.isWhitespace).first == "<" else { return text }
    var title = ""
    if let open = text.firstRange(of: "<title>"),
      let close = text[open.upperBound...].firstRange(of: "</title>")
    {
      title = " titled '\(text[open.upperBound..<close.lowerBound].prefix(100))'"
    }
    return "The server answered with a page of HTML\(title); check the address."
  }
}
