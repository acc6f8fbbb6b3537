public import Observation
public import Switchboard
public import SwitchboardCore

/// A conversation as an app draws it: messages that grow, what is going on, and what a person can do.
///
/// ```swift
/// let chat = ChatModel(Conversation(router: router, options: .init(keepsPartials: true)))
/// chat.draft = "What is a fjord?"
/// chat.send()
/// ```
///
/// Everything here is read and called on the main actor and returns at once. Answers are read, and
/// stored, elsewhere; what has come is taken over in steps of ``pace``. One piece of work runs at a
/// time: while ``isBusy``, what would begin another does nothing. Letting go of the model closes the
/// vendor's answer, as ``stop()`` does.
@MainActor @Observable
public final class ChatModel {
  /// What is going on.
  public enum State: Sendable {
    /// Nothing.
    case idle
    /// A message was sent and nothing of an answer has come.
    case sending
    /// An answer grows.
    case streaming
    /// The last thing that was done failed; ``ChatModel/retry()`` does it again.
    case failed(SwitchboardError)
  }

  /// The conversation behind it.
  public let conversation: Conversation

  /// The shortest time between two changes of an answer that grows.
  public let pace: Duration

  /// The models that can be picked for text.
  public let textModels: [ModelReference]

  /// The models that can be picked for pictures.
  public let imageModels: [ModelReference]

  /// The messages of the branch, the oldest first, those of the role `system` among them; behind
  /// them those that could not be sent.
  public internal(set) var messages: [ChatMessage] = []

  /// What is going on.
  public internal(set) var state = State.idle

  /// Whether something is on its way: a turn, or a look at the store.
  public internal(set) var isBusy = false

  /// The branches, by name.
  public internal(set) var branches: [Branch] = []

  /// The branch that is shown.
  public internal(set) var branch: String

  /// What the conversation is about; `nil` before its first turn.
  public internal(set) var title: String?

  /// What is told of the last turn; `nil` before the first.
  public internal(set) var lastTurn: ChatTurn?

  /// The words that are being written.
  public var draft = ""

  /// The media that go with them.
  public var attachments: [Media] = []

  /// What is asked for next.
  public var mode = ChatMode.text

  /// Who is to answer with text, and how: everything but the messages.
  public var textRequest: ChatRequest

  /// Who is to paint, and how: everything but the prompt and the pictures to start from.
  public var imageRequest: ImageRequest

  /// What ``retry()`` does.
  var remedy: ChatRemedy?

  /// What is on its way.
  @ObservationIgnored var run: ChatRun?

  @ObservationIgnored var task: Task<Void, Never>?

  let time: Timekeeper

  /// Creates a model; nothing is read or sent.
  ///
  /// - Parameters:
  ///   - conversation: The conversation. Call ``load()`` to show what is stored of it.
  ///   - textRequest: Who is to answer with text, and how.
  ///   - imageRequest: Who is to paint, and how.
  ///   - pace: The shortest time between two changes of an answer that grows.
  ///   - time: The clock on which that is measured.
  public init(
    _ conversation: Conversation, textRequest: ChatRequest = ChatRequest(messages: []),
    imageRequest: ImageRequest = ImageRequest(prompt: ""), pace: Duration = .milliseconds(33),
    time: Timekeeper = .system
  ) {
    self.conversation = conversation
    self.textRequest = textRequest
    self.imageRequest = imageRequest
    self.pace = pace
    self.time = time
    self.branch = conversation.branch
    self.textModels = conversation.router.models(for: .text)
    self.imageModels = conversation.router.models(for: .images)
  }

  deinit { task?.cancel() }

  /// The models that can be picked in this mode.
  public var models: [ModelReference] { mode == .text ? textModels : imageModels }

  /// The model that answers in this mode; `nil` lets the route choose.
  public var model: ModelReference? {
    get { mode == .text ? textRequest.model : imageRequest.model }
    set {
      if mode == .text { textRequest.model = newValue } else { imageRequest.model = newValue }
    }
  }

  /// The route that chooses when no model is picked; `nil` is the usual one of the mode.
  public var route: String? {
    get { mode == .text ? textRequest.route : imageRequest.route }
    set {
      if mode == .text { textRequest.route = newValue } else { imageRequest.route = newValue }
    }
  }

  /// The routes that can be picked, by name.
  public var routes: [String] { conversation.router.routes.keys.sorted() }

  /// What went wrong last; `nil` when nothing did.
  public var failure: SwitchboardError? {
    if case .failed(let error) = state { error } else { nil }
  }

  /// Waits until nothing is on its way; a program does so before it ends.
  public func settle() async {
    while let task { await task.value }
  }
}
