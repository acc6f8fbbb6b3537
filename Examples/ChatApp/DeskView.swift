#if canImport(SwiftUI) && (os(macOS) || os(iOS) || os(visionOS))
import Switchboard
import SwitchboardUI
import SwiftUI

/// The conversations on the left, the open one on the right.
struct DeskView: View {
  @Bindable var desk: Desk
  @State private var selection: ConversationID?
  @State private var showsKeys = false

  var body: some View {
    NavigationSplitView {
      List(selection: $selection) {
        ForEach(desk.records) { record in
          Text(record.title ?? "Untitled")
            .lineLimit(1)
            .tag(record.id)
            .contextMenu {
              Button("Delete", role: .destructive) { Task { await desk.delete(record.id) } }
            }
        }
      }
      .navigationTitle("Chats")
      .toolbar {
        ToolbarItem {
          Button("New Chat", systemImage: "square.and.pencil") { desk.begin() }
        }
        ToolbarItem {
          Button("Keys", systemImage: "key") { showsKeys = true }
        }
      }
    } detail: {
      if let chat = desk.chat {
        ChatView(chat: chat)
          .id(chat.conversation.id)
          .onChange(of: chat.isBusy) { Task { await desk.refresh() } }
      } else {
        ProgressView()
      }
    }
    .sheet(isPresented: $showsKeys) { KeysView(desk: desk) }
    .onChange(of: selection) {
      if let selection { Task { await desk.open(selection) } }
    }
    .onChange(of: desk.chat?.conversation.id) { selection = desk.chat?.conversation.id }
    .alert("That did not work", isPresented: $desk.hasProblem) {
      Button("OK") {}
    } message: {
      Text(desk.problem ?? "")
    }
  }
}
#endif
