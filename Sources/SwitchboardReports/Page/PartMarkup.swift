import Switchboard
import SwitchboardCore

/// The parts of a message on the page.
enum PartMarkup {
  /// A part.
  static func markup(_ part: Part) -> Markup {
    switch part.content {
    case .text(let text):
      return text.isEmpty ? "" : "<div class=\"text\" dir=\"auto\">\(text)</div>\n"
    case .reasoning(let reasoning):
      return reasoning.text.isEmpty ? "" : folded("Thinking", code(reasoning.text))
    case .media(let media): return self.media(media)
    case .toolCall(let call): return folded("Calls \(call.name)", code(call.argumentsText))
    case .toolResult(let result):
      let name = result.name.map { " of \($0)" } ?? ""
      return folded(
        (result.isError ? "Failure" : "Result") + name, Markup(result.content.map(markup)))
    case .source(let source):
      let known = [source.title, source.url, source.citedText].compactMap { $0 }
      return "<p class=\"note\" dir=\"auto\">Source: \(known.joined(separator: " · "))</p>\n"
    case .opaque: return ""
    }
  }

  /// The pictures that a browser shows as pictures and nothing else; SVG is a document with scripts.
  private static let pictures: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// A picture as itself where its bytes show what it is; anything else in words, never as a link.
  private static func media(_ media: Media) -> Markup {
    guard let bytes = media.bytes, let type = MediaSniffer.mime(of: bytes), pictures.contains(type)
    else { return "<p class=\"note\" dir=\"auto\">\(media.caption)</p>\n" }
    var size: Markup = ""
    if let known = ImageDimensions.read(bytes) {
      size = " width=\"\(known.width)\" height=\"\(known.height)\""
    }
    return """
      <figure><img src="data:\(type);base64,\(Markup(base64: bytes))" \
      alt="\(media.name ?? "Picture")"\(size)>\
      <figcaption dir="auto">\(media.caption)</figcaption></figure>

      """
  }

  private static func folded(_ title: String, _ content: Markup) -> Markup {
    "<details><summary dir=\"auto\">\(title)</summary>\n\(content)</details>\n"
  }

  private static func code(_ text: String) -> Markup {
    "<pre dir=\"auto\">\(text)</pre>\n"
  }
}

extension Markup {
  fileprivate init(base64 bytes: [UInt8]) {
    self.init(trusted: Base64.encode(bytes))
  }
}
