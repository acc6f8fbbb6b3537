public import SwitchboardCore

/// A call to a vendor whose answer is read whole: a list of models, a count, pictures.
///
/// What fails names the entry, the model and the vendor's id of the request, and shows no secret,
/// wherever the vendor repeats it.
public struct WholeCall: Sendable {
  private let vendor: VendorID
  private let model: String?
  private let secrets: @Sendable () -> [Secret]
  private let failure: @Sendable (HTTPResponseHead, [UInt8]) -> SwitchboardError

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - vendor: The entry that is asked.
  ///   - model: The model that is asked, if it is one.
  ///   - secrets: What must not be seen in a failure.
  ///   - failure: Reads the body of an answer whose status is not 200 to 299.
  public init(
    vendor: VendorID, model: String? = nil, secrets: @escaping @Sendable () -> [Secret],
    failure: @escaping @Sendable (HTTPResponseHead, [UInt8]) -> SwitchboardError
  ) {
    self.vendor = vendor
    self.model = model
    self.secrets = secrets
    self.failure = failure
  }

  /// Sends a request and reads the answer.
  ///
  /// - Parameters:
  ///   - transport: Over which it travels.
  ///   - limit: The most bytes of the answer.
  ///   - request: Makes the request; keys are read and requests are signed here.
  ///   - read: Reads the body of an answer of status 200 to 299.
  /// - Returns: What `read` made of it.
  /// - Throws: ``SwitchboardCore/SwitchboardError``; `CancellationError` when the task was cancelled.
  public func answer<Answer>(
    over transport: any HTTPTransport, limit: Int = 64 << 20,
    to request: () async throws -> HTTPRequest,
    read: ([UInt8]) throws -> Answer
  ) async throws -> Answer {
    var head: HTTPResponseHead?
    do {
      let (answered, body) = try await transport.whole(request(), limit: limit)
      head = answered
      guard (200..<300).contains(answered.status) else { throw failure(answered, body) }
      return try read(body)
    } catch let error as CancellationError {
      throw error
    } catch {
      var failure = Self.typed(error)
      failure.vendor = vendor
      failure.model = model
      failure.requestID = failure.requestID ?? head?.requestID
      throw failure.concealing(secrets())
    }
  }

  /// Sends a request and reads the answer as JSON.
  ///
  /// - Throws: As ``answer(over:limit:to:read:)``; kind `decoding` for an answer that is no JSON.
  public func json(
    over transport: any HTTPTransport, to request: () async throws -> HTTPRequest
  ) async throws -> JSON {
    try await answer(over: transport, to: request) { try JSON(parsing: $0) }
  }

  private static func typed(_ error: any Error) -> SwitchboardError {
    switch error {
    case let failure as SwitchboardError: failure
    case is JSON.ParseError:
      SwitchboardError(.decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    default: SwitchboardError(.decoding, String(describing: error), underlying: error)
    }
  }
}
