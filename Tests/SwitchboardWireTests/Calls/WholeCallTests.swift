import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

struct WholeCallTests {
  private static let key = "sk-canary-77aa"
  private static let call = WholeCall(
    vendor: "v", model: "m", secrets: { [Secret(key)] },
    failure: { head, body in
      SwitchboardError(
        .server, String(decoding: body, as: UTF8.self), status: head.status, code: key)
    })

  private static func json(_ response: ScriptedResponse) async throws -> JSON {
    try await call.json(over: ScriptedTransport(response)) { HTTPRequest(url: "https://v.example") }
  }

  @Test func `an answer is read whole, however it comes`() async throws {
    let response = ScriptedResponse(#"{"a":[1,2]}"#)
    #expect(try await Self.json(response.cut(every: 1)) == ["a": [1, 2]])
  }

  /// Answers that are none, and the kind and status of their failure.
  static let failures: [(ScriptedResponse, SwitchboardError.Kind, Int?)] = [
    (
      ScriptedResponse(status: 500, headers: ["x-request-id": "r-\(key)"], "no \(key)"), .server,
      500
    ),
    (ScriptedResponse(status: 302, headers: ["request-id": key], key), .server, 302),
    (ScriptedResponse(headers: ["x-amzn-requestid": key], "{\"\(key)"), .decoding, nil),
    (ScriptedResponse(headers: ["cf-ray": key], ""), .decoding, nil),
  ]

  @Test(arguments: failures.indices)
  func `a failure names who was asked and the request, and shows no key`(index: Int) async throws {
    let (response, kind, status) = Self.failures[index]
    do {
      _ = try await Self.json(response)
      Issue.record("It is an answer.")
    } catch let error as SwitchboardError {
      #expect(error.kind == kind)
      #expect(error.status == status)
      #expect(error.vendor == "v")
      #expect(error.model == "m")
      #expect(error.requestID?.contains("(secret)") == true)
      #expect(!(error.json.text + error.description).contains(Self.key))
    }
  }

  @Test func `what the reader or the maker of the request throws is named, too`() async throws {
    struct Odd: Error {}
    let transport = ScriptedTransport(body: "x")
    for isMaker in [true, false] {
      await #expect {
        try await Self.call.answer(over: transport) {
          if isMaker { throw SwitchboardError(.authentication, "no \(Self.key)") }
          return HTTPRequest(url: "https://v.example")
        } read: { _ in
          throw Odd()
        }
      } throws: { error in
        let failure = error as? SwitchboardError
        return failure?.kind == (isMaker ? .authentication : .decoding) && failure?.vendor == "v"
          && failure?.message.contains(Self.key) == false
      }
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `cancelling is no failure`() async throws {
    await #expect(throws: CancellationError.self) {
      try await Self.call.answer(over: ScriptedTransport(body: "x")) {
        throw CancellationError()
      } read: { _ in
      }
    }
  }
}
