import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// A call whose whole answer is one JSON value.
enum AnthropicExchange {
  static func json(
    _ request: HTTPRequest, vendor: VendorID, model: String? = nil,
    secrets: @Sendable () -> [Secret], _ transport: any HTTPTransport
  ) async throws -> JSON {
    var requestID: String?
    do {
      let (head, body) = try await transport.whole(request)
      requestID = head.headers["request-id"]
      guard (200..<300).contains(head.status) else {
        throw AnthropicFailureTable.table.failure(
          AnthropicFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
      }
      return try JSON(parsing: body)
    } catch let error as CancellationError {
      throw error
    } catch {
      var failure =
        error as? SwitchboardError
        ?? SwitchboardError(
          .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
      failure.vendor = vendor
      failure.model = model
      failure.requestID = requestID
      throw failure
    }
  }
}
