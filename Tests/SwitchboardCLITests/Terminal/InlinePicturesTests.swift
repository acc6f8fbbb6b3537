import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct InlinePicturesTests {
  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty), (["TERM_PROGRAM": "iTerm.app"], .iTerm),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iTerm),
      (["TERM_PROGRAM": "WezTerm"], .iTerm), (["TERM": "xterm"], .none), ([:], .none),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], .none),
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .none),
      (["TERM": "screen.xterm", "LC_TERMINAL": "iTerm2"], .none),
      (["TERM": "xterm", "STY": "1.pts", "TERM_PROGRAM": "iTerm.app"], .none),
      (["TERM_PROGRAM": "Apple_Terminal"], .none),
    ] as [([String: String], InlinePictures)])
  func `the environment alone tells what a terminal can show`(
    environment: [String: String], pictures: InlinePictures
  ) {
    #expect(InlinePictures(environment: environment) == pictures)
  }

  @Test(arguments: [1, 3_000, 3_072, 3_073, 20_000])
  func `kitty takes a picture in pieces`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let media = Media(bytes: bytes, mime: "image/png")
    let text = try #require(InlinePictures.kitty.sequence(for: media, columns: 80))
    let parts = text.dropLast().split(separator: "\u{1B}\\").map { $0.split(separator: ";") }
    #expect(text.hasSuffix("\n"))
    var joined = ""
    for (place, part) in parts.enumerated() {
      let isFirst = place == 0
      let isLast = place == parts.count - 1
      #expect(
        part[0] == "\u{1B}_G\(isFirst ? "a=T,f=100,q=2,c=60," : "")m=\(isLast ? 0 : 1)")
      if part.count > 1 {
        #expect(part[1].utf8.count <= 4096 && (isLast || part[1].utf8.count % 4 == 0))
        joined += part[1]
      }
    }
    #expect(Base64.decode(joined) == bytes)
  }

  @Test func `iTerm2 takes it whole, in any form`() throws {
    let media = Media(bytes: [1, 2, 3], mime: "image/jpeg")
    #expect(
      InlinePictures.iTerm.sequence(for: media, columns: 20)
        == "\u{1B}]1337;File=inline=1;size=3;width=19:AQID\u{07}\n")
    #expect(InlinePictures.kitty.sequence(for: media, columns: 20) == nil)
    #expect(InlinePictures.none.sequence(for: media, columns: 20) == nil)
  }

  @Test func `only pictures are pictures, and only those at hand`() {
    let sound = Media(bytes: [1], mime: "audio/wav")
    let far = Media(url: "https://example.com/a.png", mime: "image/png")
    for media in [sound, far] {
      #expect(InlinePictures.iTerm.sequence(for: media, columns: 20) == nil)
    }
  }
}
