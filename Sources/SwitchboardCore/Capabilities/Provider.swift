/// One entry of the registry: a vendor with its key, its address and what it knows of its models.
///
/// What a vendor can do is said by the protocols it adopts beside this one; there is no method that
/// only throws "unsupported". What one of its models can do is said by ``ModelDescriptor``.
///
/// ## Implementing
/// - Providers are immutable values or final classes; every call is independent of the others.
/// - `models` and `family(of:)` are tables, not calls.
/// - Unknown model ids are sent to the vendor all the same, unless `hasClosedModelList`.
public protocol Provider: Sendable {
  /// The name of the entry.
  var id: VendorID { get }

  /// What the entry is.
  var kind: VendorKind { get }

  /// The models that the plugin knows by name.
  var models: [ModelDescriptor] { get }

  /// What holds for every model of the family that an id belongs to; `nil` for an unknown family.
  func family(of model: String) -> ModelDescriptor?

  /// Whether there are no models beside ``models``.
  var hasClosedModelList: Bool { get }

  /// One sentence that says which key is missing and where it was looked for; `nil` when the entry
  /// can be called.
  var missingKey: String? { get }
}

/// A vendor whose models answer with text.
///
/// ## Implementing
/// - ``events(for:)`` is cold: nothing is sent before iteration.
/// - `request.stream` chooses between the streaming and the whole-reply endpoint; both become the
///   same events in the order of ``StreamGrammar``.
/// - What the request asks for and the vendor or model cannot be told is a warning event, or, under
///   `strict`, a failure of kind `unsupported` before anything is sent.
/// - Failures are ``SwitchboardError`` with the vendor's own message, code and request id.
/// - There is no retry in a vendor: the router decides.
public protocol TextProvider: Provider {
  /// The answer to a request, not yet started.
  ///
  /// - Parameter request: The request; its `model` names the model.
  /// - Returns: The answer.
  func events(for request: ChatRequest) -> EventStream
}

extension TextProvider {
  /// Sends one turn and waits for the whole answer.
  ///
  /// - Parameter request: The request; its `model` names the model.
  /// - Returns: The reply, with usage and finish reason.
  /// - Throws: ``SwitchboardError``; `CancellationError` when the task was cancelled.
  public func reply(to request: ChatRequest) async throws -> ChatReply {
    var accumulator = ReplyAccumulator()
    do {
      for try await event in events(for: request) { accumulator.add(event) }
    } catch var error as SwitchboardError {
      if accumulator.hasContent {
        error.outputBegun = true
        error.partial = accumulator.message(
          incomplete: error.kind == .truncated ? .truncated : .failed)
      }
      throw error
    }
    return try accumulator.reply(id: request.id)
  }
}

/// A vendor that promises to hand out the pieces of an answer as they are made.
public protocol StreamProvider: TextProvider {}

/// A vendor whose models can be shown media.
public protocol MultimodalProvider: TextProvider {
  /// How media travel to it.
  var mediaDelivery: MediaDelivery { get }
}

/// The ways in which media travel to a vendor, and how much may travel.
public struct MediaDelivery: Hashable, Sendable {
  /// Whether bytes may stand in the request.
  public var inline: Bool

  /// Whether an address may stand in the request, which the vendor fetches.
  public var url: Bool

  /// The most bytes of all inline media of one request together, before encoding.
  public var totalBytes: Int?

  /// Creates a description.
  public init(inline: Bool = true, url: Bool, totalBytes: Int? = nil) {
    self.inline = inline
    self.url = url
    self.totalBytes = totalBytes
  }
}

/// A vendor whose models make pictures from words.
public protocol ImageProvider: Provider {
  /// Makes pictures.
  ///
  /// - Parameter request: What to paint; its `model` names the model and its task is `generate`,
  ///   unless the vendor is also ``ImageEditing``.
  /// - Returns: The pictures.
  /// - Throws: ``SwitchboardError``; `CancellationError` when the task was cancelled.
  func images(for request: ImageRequest) async throws -> ImageReply
}

/// A vendor whose models also change pictures: the tasks `edit` and `variation`.
public protocol ImageEditing: ImageProvider {
  /// The tasks that it takes beside `generate`.
  var imageTasks: Set<ImageRequest.Task> { get }
}

/// A vendor that counts the tokens of a request.
public protocol TokenCounting: TextProvider {
  /// The exact number of prompt tokens of a request.
  ///
  /// - Parameter request: The request; its `model` names the model.
  /// - Returns: The number of tokens.
  /// - Throws: ``SwitchboardError``; `CancellationError` when the task was cancelled.
  func countTokens(of request: ChatRequest) async throws -> Int
}

/// A vendor that lists its models.
public protocol ModelListing: Provider {
  /// The models that the vendor has now, with what it says of them.
  ///
  /// - Throws: ``SwitchboardError``; `CancellationError` when the task was cancelled.
  func listModels() async throws -> [ModelDescriptor]
}
