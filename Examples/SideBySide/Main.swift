import Switchboard
import SwitchboardMock

/// The same question to several models at once, printed as each has answered.
@main
enum SideBySide {
  static func main() async throws {
    let router = try Router(registry: Registry { MockProvider() })
    let models: [ModelReference] = ["mock/small", "mock/thinker", "mock/vision"]
    let question = ChatRequest("What is a fjord?")

    for try await event in router.compare(question, across: models) {
      switch event.step {
      case .finished(let answer):
        print("\(models[event.candidate])\n  \(answer.reply.text)\n")
      case .failed(let error):
        print("\(models[event.candidate])\n  \(error)\n")
      case .started, .events:
        break
      }
    }
  }
}
