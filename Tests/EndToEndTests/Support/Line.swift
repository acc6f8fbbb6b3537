import LoopbackServer
import Switchboard
import SwitchboardAnthropic
import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardOpenAICompatible
import SwitchboardTransport
import SwitchboardWire
import Testing

/// A router whose vendors are servers of this machine, asked over real sockets.
enum Line {
  /// The key of every vendor; it may be seen in requests alone.
  static let canary = "sk-canary-4f1c9e2b7d"

  /// The form that a server speaks.
  enum Form: String, CaseIterable, Sendable {
    case chat, responses, messages

    fileprivate var kind: VendorKind {
      switch self {
      case .chat: "openai-compatible"
      case .responses: "openai"
      case .messages: "anthropic"
      }
    }
  }

  /// A vendor at a server.
  static func vendor(
    _ id: VendorID = "v", _ form: Form = .chat, at server: LoopbackServer,
    models: [ModelDescriptor] = [], transport: any HTTPTransport = PlatformTransport.make()
  ) throws -> any Provider {
    let configuration = VendorConfiguration(
      id: id, kind: form.kind, keys: KeyRing(Secret(canary)),
      baseURL: server.url(form == .messages ? "" : "/v1"), models: models)
    return switch form {
    case .chat:
      try OpenAICompatibleProvider(configuration: configuration, transport: transport)
    case .responses: try OpenAIProvider(configuration: configuration, transport: transport)
    case .messages: try AnthropicProvider(configuration: configuration, transport: transport)
    }
  }

  /// A router over vendors; without more, every request is sent once.
  static func router(
    _ vendors: any Provider..., route: [ModelReference] = [],
    reliability: Reliability = Reliability(attemptsPerTarget: 1), time: Timekeeper = .system
  ) throws -> Router {
    try Router(
      registry: Registry(vendors),
      routes: route.isEmpty ? [:] : ["default": Route(route.map { Route.Candidate($0) })],
      reliability: reliability, time: time, random: RandomSource(seed: 7))
  }

  /// A router over the one vendor `v`.
  static func router(
    _ form: Form = .chat, at server: LoopbackServer,
    transport: any HTTPTransport = PlatformTransport.make(),
    reliability: Reliability = Reliability(attemptsPerTarget: 1), time: Timekeeper = .system
  ) throws -> Router {
    try router(
      vendor("v", form, at: server, transport: transport), reliability: reliability, time: time)
  }
}

extension ChatRequest {
  /// A question for the model `v/m`.
  static let hello = ChatRequest("hi", model: "v/m")
}

/// What a reader has seen of an answer.
struct Reading {
  var events: [StreamEvent] = []
  var reply: RoutedReply?
  var failure: SwitchboardError?

  /// The pieces of visible text, as they came.
  var deltas: [String] {
    var texts: Set<Int> = []
    return events.compactMap { event in
      switch event {
      case .partStart(let index, .text):
        texts.insert(index)
        return nil
      case .partDelta(let index, let text): return texts.contains(index) ? text : nil
      default: return nil
      }
    }
  }

  /// All visible text.
  var text: String { deltas.joined() }

  /// Everything that a program could print of it.
  var everything: String {
    var texts = ["\(events)", failure.map { "\($0) \($0.json.text)" } ?? ""]
    texts += (failure?.attempts ?? []).map { "\($0.json.text) \($0)" }
    texts.append(reply?.json(explained: true).text ?? "")
    return texts.joined(separator: "\n")
  }
}

extension Router {
  /// Reads an answer to its end, whatever that is.
  func read(_ request: ChatRequest = .hello) async throws -> Reading {
    let answer = try answer(to: request)
    var reading = Reading()
    do {
      for try await event in answer { reading.events.append(event) }
      reading.reply = answer.finished
    } catch let error as SwitchboardError {
      reading.failure = error
    }
    return reading
  }
}

extension LoopbackRequest {
  /// The body as JSON.
  var json: JSON {
    get throws { try JSON(parsing: body) }
  }
}
