import SwitchboardCore

/// Pictures between the lines of a terminal that can show them.
///
/// Whether it can is told by the environment alone. A terminal is never asked: one that does not know the
/// question may never answer. Within `tmux` and `screen`, which would have to pass pictures on, there are
/// none.
enum InlinePictures: Sendable {
  case none
  /// kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol), for PNG.
  case kitty
  /// iTerm2's inline images (iterm2.com/documentation-images.html), for all that it can decode.
  case iTerm

  /// Finds out what the terminal of an environment can show.
  init(environment: [String: String]) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    let term = value("TERM")
    let program = value("TERM_PROGRAM")
    let isWithin =
      !value("TMUX").isEmpty || !value("STY").isEmpty || program == "tmux"
      || ["tmux", "screen"].contains { term.hasPrefix($0) }
    if isWithin {
      self = .none
    } else if !value("KITTY_WINDOW_ID").isEmpty || ["xterm-kitty", "xterm-ghostty"].contains(term)
      || program == "ghostty"
    {
      self = .kitty
    } else if ["iTerm.app", "WezTerm"].contains(program) || value("LC_TERMINAL") == "iTerm2" {
      self = .iTerm
    } else {
      self = .none
    }
  }

  /// The columns that a picture may take; a wider one is drawn smaller.
  private static let widest = 60

  /// The pixels of a column, about.
  private static let cell = 9

  /// kitty takes a picture in pieces of so many bytes of Base64.
  private static let piece = 4096

  /// What shows a picture where the cursor stands, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - media: The picture; it must hold its bytes.
  ///   - columns: The columns of the terminal.
  /// - Returns: `nil` where it cannot be shown.
  func sequence(for media: Media, columns: Int) -> String? {
    guard media.mime.hasPrefix("image/"), let bytes = media.bytes, !bytes.isEmpty else {
      return nil
    }
    let own = media.width.map { max(1, ($0 + Self.cell - 1) / Self.cell) } ?? Self.widest
    let width = max(1, min(own, Self.widest, columns - 1))
    let text = Base64.encode(bytes)
    switch self {
    case .none: return nil
    case .kitty:
      guard media.mime == "image/png" else { return nil }
      var pieces: [Substring] = []
      var rest = text[...]
      while !rest.isEmpty {
        pieces.append(rest.prefix(Self.piece))
        rest = rest.dropFirst(Self.piece)
      }
      return pieces.enumerated().map { place, piece in
        // q=2: the terminal shall not answer; it would be taken for what the user types.
        let head = place == 0 ? "a=T,f=100,q=2,c=\(width)," : ""
        return "\u{1B}_G\(head)m=\(place == pieces.count - 1 ? 0 : 1);\(piece)\u{1B}\\"
      }.joined() + "\n"
    case .iTerm:
      return
        "\u{1B}]1337;File=inline=1;size=\(bytes.count);width=\(width):\(text)\u{07}\n"
    }
  }
}
