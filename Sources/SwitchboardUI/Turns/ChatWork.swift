import SwitchboardCore

/// What a chat has its conversation do.
enum ChatWork: Sendable {
  /// Look at the conversation, after what earlier turns left is stored.
  case look
  case send(Message, ChatRequest)
  case regenerate(ChatRequest)
  case paint(Message, ImageRequest)
  case repaint(ImageRequest)
  case follow(NodeID)
  case fork(String, at: NodeID?)
  case checkout(String)
  case retitle(String)

  /// Whether a vendor is asked.
  var isTurn: Bool {
    switch self {
    case .send, .regenerate, .paint, .repaint: true
    case .look, .follow, .fork, .checkout, .retitle: false
    }
  }
}
