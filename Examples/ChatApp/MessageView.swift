#if canImport(SwiftUI) && (os(macOS) || os(iOS) || os(visionOS))
import Foundation
import Switchboard
import SwitchboardUI
import SwiftUI

#if os(macOS)
import AppKit
#else
import UIKit
#endif

/// One message as a bubble with what can be done about it.
struct MessageView: View {
  let chat: ChatModel
  let message: ChatMessage

  private var isMine: Bool { message.role == .user }

  var body: some View {
    VStack(alignment: isMine ? .trailing : .leading, spacing: 4) {
      VStack(alignment: .leading, spacing: 8) {
        ForEach(message.parts) { part in PartView(part: part) }
      }
      .padding(10)
      .background(
        isMine ? Color.accentColor.opacity(0.2) : Color.secondary.opacity(0.12),
        in: RoundedRectangle(cornerRadius: 12))
      actions
    }
    .frame(maxWidth: .infinity, alignment: isMine ? .trailing : .leading)
  }

  private var actions: some View {
    HStack(spacing: 8) {
      if let versions = message.versions, versions.count > 1 {
        Button("Earlier", systemImage: "chevron.left") {
          chat.showVersion(versions.number - 1, of: message)
        }
        .disabled(versions.number == 1)
        Text("\(versions.number) of \(versions.count)")
        Button("Later", systemImage: "chevron.right") {
          chat.showVersion(versions.number + 1, of: message)
        }
        .disabled(versions.number == versions.count)
      }
      if message.incomplete != nil { Text("not whole") }
      if message.standing == .unsent, isMine {
        Text("not sent")
        Button("Send Again") { chat.retry(message) }
        Button("Edit") { chat.takeBack(message) }
      }
      if message.standing == .stored, message.id == chat.messages.last?.id {
        Button("Answer Again", systemImage: "arrow.clockwise") { chat.regenerate() }
      }
    }
    .font(.caption)
    .foregroundStyle(.secondary)
    .buttonStyle(.borderless)
    .labelStyle(.iconOnly)
    .disabled(chat.isBusy)
  }
}

/// One part of a message.
struct PartView: View {
  let part: ChatPart

  var body: some View {
    switch part.content {
    case .text(let text):
      Text(verbatim: text)
        .textSelection(.enabled)
    case .reasoning(let reasoning):
      DisclosureGroup("Thinking") {
        Text(verbatim: reasoning.isRedacted ? "The vendor keeps it to itself." : reasoning.text)
          .frame(maxWidth: .infinity, alignment: .leading)
      }
      .foregroundStyle(.secondary)
    case .media(let media):
      MediaView(media: media)
    case .toolCall(let call):
      Label("\(call.name) \(call.argumentsText)", systemImage: "wrench")
        .font(.callout.monospaced())
    case .toolResult(let result):
      Label(result.text, systemImage: result.isError ? "xmark.circle" : "checkmark.circle")
        .font(.callout.monospaced())
    case .source(let source):
      if let url = source.url.flatMap(URL.init(string:)) {
        Link(source.title ?? url.absoluteString, destination: url)
      } else {
        Text(verbatim: source.title ?? source.citedText ?? "A source")
      }
    case .opaque:
      EmptyView()
    }
  }
}

/// A picture, or the name of what is none.
struct MediaView: View {
  let media: Media

  var body: some View {
    if let bytes = media.bytes, media.family == .image, let image = Self.image(Data(bytes)) {
      framed(image)
    } else if let url = media.url.flatMap(URL.init(string:)), media.family == .image {
      AsyncImage(url: url) { image in
        framed(image)
      } placeholder: {
        ProgressView()
      }
    } else {
      Label(media.name ?? media.mime, systemImage: "doc")
    }
  }

  private func framed(_ image: Image) -> some View {
    image
      .resizable()
      .scaledToFit()
      .frame(maxWidth: 360, maxHeight: 360)
      .clipShape(RoundedRectangle(cornerRadius: 8))
  }

  private static func image(_ data: Data) -> Image? {
    #if os(macOS)
    NSImage(data: data).map { Image(nsImage: $0) }
    #else
    UIImage(data: data).map { Image(uiImage: $0) }
    #endif
  }
}
#endif
