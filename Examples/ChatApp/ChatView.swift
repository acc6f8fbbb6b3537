#if canImport(SwiftUI) && (os(macOS) || os(iOS) || os(visionOS))
import Switchboard
import SwitchboardUI
import SwiftUI

/// The messages of a conversation with the field to write in.
struct ChatView: View {
  let chat: ChatModel
  @State private var asksForBranch = false
  @State private var branchName = ""

  var body: some View {
    VStack(spacing: 0) {
      ScrollView {
        LazyVStack(alignment: .leading, spacing: 12) {
          ForEach(chat.messages) { message in
            if message.role != .system { MessageView(chat: chat, message: message) }
          }
        }
        .padding()
      }
      .defaultScrollAnchor(.bottom)
      StatusView(chat: chat)
      ComposerView(chat: chat)
    }
    .navigationTitle(chat.title ?? "New Chat")
    .toolbar {
      ToolbarItem { ModelMenu(chat: chat) }
      ToolbarItem { branchMenu }
    }
    .alert("New branch", isPresented: $asksForBranch) {
      TextField("Name", text: $branchName)
      Button("Cancel", role: .cancel) {}
      Button("Begin") { chat.fork(branchName) }
    }
  }

  private var branchMenu: some View {
    Menu {
      ForEach(chat.branches, id: \.name) { branch in
        Button(branch.name) { chat.checkout(branch.name) }
          .disabled(branch.name == chat.branch)
      }
      Divider()
      Button("New Branch…") {
        branchName = ""
        asksForBranch = true
      }
    } label: {
      Label(chat.branch, systemImage: "arrow.triangle.branch")
    }
    .disabled(chat.isBusy || chat.messages.isEmpty)
  }
}

/// Who answers: a model of any vendor, or the route.
struct ModelMenu: View {
  @Bindable var chat: ChatModel

  var body: some View {
    Picker("Model", selection: $chat.model) {
      Text("Automatic").tag(ModelReference?.none)
      ForEach(chat.models, id: \.self) { model in
        Text(model.description).tag(ModelReference?.some(model))
      }
    }
    .pickerStyle(.menu)
  }
}

/// What went wrong, or what the last turn took.
struct StatusView: View {
  let chat: ChatModel

  var body: some View {
    HStack {
      if let failure = chat.failure {
        Label(failure.message, systemImage: "exclamationmark.triangle")
          .foregroundStyle(.red)
        Spacer()
        if chat.canRetry { Button("Try Again") { chat.retry() } }
      } else if let turn = chat.lastTurn {
        Text(summary(of: turn))
          .foregroundStyle(.secondary)
        Spacer()
      }
    }
    .font(.caption)
    .padding(.horizontal)
    .padding(.vertical, 4)
  }

  private func summary(of turn: ChatTurn) -> String {
    var words: [String] = []
    if let origin = turn.origin { words.append(origin.reference.description) }
    if let input = turn.usage?.input, let output = turn.usage?.output {
      words.append("\(input) + \(output) tokens")
    }
    if let usd = turn.cost.usd {
      words.append((turn.cost.quality == .exact ? "$" : "about $") + usd.description)
    }
    return (words + turn.warnings.map(\.message)).joined(separator: " · ")
  }
}
#endif
