import Switchboard
import SwitchboardCore
import Testing

struct TypedReplyTests {
  private struct Reading: Decodable, Sendable, Equatable {
    var celsius: Double
    var note: String
  }

  private static let schema: JSON = [
    "type": "object",
    "properties": ["celsius": ["type": "number", "minimum": -273], "note": ["type": "string"]],
    "required": ["celsius", "note"], "additionalProperties": false,
  ]

  private func ask(_ texts: [String]) async throws -> (TypedReply<Reading>, ScriptedVendor) {
    let vendor = ScriptedVendor(scripts: texts.map { ScriptedVendor.answer($0) })
    let reply = try await router([vendor]).reply(
      to: ChatRequest("How warm?", model: "a/m"), as: Reading.self, schema: Self.schema)
    return (reply, vendor)
  }

  @Test(arguments: [
    #"{"celsius":21.5,"note":"mild"}"#, "```json\n{\"celsius\":21.5,\"note\":\"mild\"}\n```",
    "  {\"note\":\"mild\",\"celsius\":2.15e1}\n",
  ])
  func `an answer that fits becomes a value`(text: String) async throws {
    let (reply, vendor) = try await ask([text])
    #expect(reply.value == Reading(celsius: 21.5, note: "mild"))
    #expect(!reply.wasRepaired)
    #expect(vendor.requests.count == 1)
    #expect(vendor.requests[0].output?.schema == Self.schema)
  }

  @Test(arguments: [
    ("It is mild.", "not JSON"), (#"{"celsius":1}"#, "lacks 'note'"),
    (#"{"celsius":"1","note":""}"#, "'celsius' must be of type number"),
    (#"{"celsius":-300,"note":""}"#, "at least -273"),
    (#"{"celsius":1,"note":"","more":1}"#, "'more' is not known"),
  ])
  func `an answer that does not fit is sent back once`(
    text: String, words: String
  ) async throws {
    let (reply, vendor) = try await ask([text, #"{"celsius":1,"note":"cold"}"#])
    #expect(reply.wasRepaired)
    #expect(reply.value.note == "cold")
    #expect(vendor.requests[1].messages.map(\.role) == [.user, .assistant, .user])
    #expect(vendor.requests[1].messages[2].text.contains(words))
  }

  @Test func `two answers that do not fit are a failure with the answer in it`() async throws {
    let error = try await failure { _ = try await ask(["no", "never"]) }
    #expect(error?.kind == .decoding)
    #expect(error?.partial?.text == "never")
  }
}
