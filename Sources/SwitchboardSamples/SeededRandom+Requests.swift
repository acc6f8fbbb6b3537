package import SwitchboardCore

extension SeededRandom {
  /// Numbers that depend on a conversation: on the beginnings of its messages, and on more of the
  /// newest text of the user.
  package init(seed: Int, model: String, _ request: ChatRequest) {
    self.init(seed: seed)
    mix(model)
    mix(request.system ?? "", upTo: 64)
    for message in request.messages {
      mix(UInt64(message.parts.count))
      mix(message.text, upTo: 64)
    }
    for result in request.messages.last?.toolResults ?? [] { mix(result.text) }
    mix(request.messages.last { $0.role == .user }?.text ?? "")
    mix(UInt64(bitPattern: Int64(request.options.seed ?? 0)))
    mix((request.options.temperature ?? 0).bitPattern)
  }

  /// Numbers that depend on a wish for pictures, and on the picture that is to be varied.
  package init(seed: Int, _ request: ImageRequest, varying input: Media?) {
    self.init(seed: seed)
    mix(request.prompt)
    mix(UInt64(bitPattern: Int64(request.seed ?? 0)))
    for byte in input?.bytes?.suffix(1_024) ?? [] { mix(UInt64(byte)) }
  }
}
