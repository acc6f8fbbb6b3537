// A chat app for macOS and iOS on `ChatModel`: text and pictures, several vendors, keys in the keychain,
// conversations in a file.
//
// The views need SwiftUI, which Linux has not: there the rest is compiled, and running it says so. The
// tests run on Linux alone, so nobody has built the views there; `swift run ChatApp` on a Mac does.

#if canImport(SwiftUI) && (os(macOS) || os(iOS) || os(visionOS))
import SwiftUI

#if os(macOS)
import AppKit
#endif

@main
struct ChatApp: App {
  @State private var desk = Desk()

  init() {
    #if os(macOS)
    // A program that `swift run` starts is no app with a window of its own until it says so.
    NSApplication.shared.setActivationPolicy(.regular)
    NSApplication.shared.activate(ignoringOtherApps: true)
    #endif
  }

  var body: some Scene {
    WindowGroup {
      DeskView(desk: desk)
        .task { await desk.open() }
    }
  }
}
#else
@main
enum ChatApp {
  static func main() {
    print(
      "ChatApp draws with SwiftUI, so it runs on macOS and iOS; here everything else of it is built."
    )
  }
}
#endif
