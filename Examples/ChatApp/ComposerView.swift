#if canImport(SwiftUI) && (os(macOS) || os(iOS) || os(visionOS))
import Foundation
import Switchboard
import SwitchboardUI
import SwiftUI
import UniformTypeIdentifiers

/// The field to write in, with attachments, the mode and the buttons to send and to stop.
struct ComposerView: View {
  @Bindable var chat: ChatModel
  @State private var picksFiles = false
  @State private var problem: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if let problem { Text(problem).font(.caption).foregroundStyle(.red) }
      if !chat.attachments.isEmpty { attachments }
      HStack(alignment: .bottom, spacing: 8) {
        Picker("Mode", selection: $chat.mode) {
          Image(systemName: "text.bubble").tag(ChatMode.text)
          Image(systemName: "photo").tag(ChatMode.image)
        }
        .pickerStyle(.segmented)
        .labelsHidden()
        .frame(width: 90)
        Button("Attach", systemImage: "paperclip") { picksFiles = true }
          .labelStyle(.iconOnly)
        TextField(
          chat.mode == .text ? "Message" : "What should the picture show?", text: $chat.draft,
          axis: .vertical
        )
        .lineLimit(1...8)
        .textFieldStyle(.roundedBorder)
        .onSubmit { chat.send() }
        if chat.isBusy {
          Button("Stop", systemImage: "stop.fill") { chat.stop() }
            .labelStyle(.iconOnly)
        } else {
          Button("Send", systemImage: "arrow.up.circle.fill") { chat.send() }
            .labelStyle(.iconOnly)
            .disabled(!chat.canSend)
            .keyboardShortcut(.return, modifiers: .command)
        }
      }
    }
    .padding()
    .fileImporter(
      isPresented: $picksFiles, allowedContentTypes: [.image, .pdf], allowsMultipleSelection: true
    ) { result in
      Task { await attach(result) }
    }
  }

  private var attachments: some View {
    HStack {
      ForEach(Array(chat.attachments.enumerated()), id: \.offset) { place, media in
        Button {
          chat.attachments.remove(at: place)
        } label: {
          Label(media.name ?? "File", systemImage: "xmark.circle")
        }
        .font(.caption)
      }
    }
  }

  private func attach(_ picked: Result<[URL], any Error>) async {
    do {
      for url in try picked.get() { chat.attachments.append(try await PickedFile.read(url)) }
      problem = nil
    } catch {
      problem = error.localizedDescription
    }
  }
}
#endif
