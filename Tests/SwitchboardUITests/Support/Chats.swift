import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI

/// A chat over vendors of a test; each change of an answer follows the one before at once.
@MainActor func chat(
  _ vendors: any Provider..., keepsPartials: Bool = false,
  store: any ConversationStore = MemoryStore()
) throws -> ChatModel {
  let conversation = Conversation(
    router: try router(vendors), store: store,
    options: Conversation.Options(keepsPartials: keepsPartials))
  return ChatModel(conversation, pace: .zero)
}

extension ChatModel {
  /// Sends a text and waits for the end of its turn.
  func say(_ text: String) async {
    draft = text
    send()
    await settle()
  }

  var texts: [String] { messages.map(\.text) }

  var standings: [ChatMessage.Standing] { messages.map(\.standing) }
}
