import SwitchboardCore

/// What a chat has its conversation do.
enum ChatWork: Sendable {
  /// Look at the conversation, after what earlier turns left is stored.
  case look
  case send(Message, ChatRequest)
  case paint(Message, ImageRequest)
  /// Answer the newest question again; without a mode as it was answered before.
  case regenerate(ChatMode?, ChatRequest, ImageRequest)
  case follow(NodeID)
  case fork(String, at: NodeID?)
  case checkout(String)
  case retitle(String)

  /// Whether a vendor is asked.
  var isTurn: Bool {
    switch self {
    case .send, .paint, .regenerate: true
    case .look, .follow, .fork, .checkout, .retitle: false
    }
  }
}
