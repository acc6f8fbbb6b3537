import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiPictureFittingTests {
  private let limit = 4096

  private func chat(_ sizes: [Int], strict: Bool = false) -> ChatRequest {
    let pictures = sizes.map { size in
      Part.media(Media(bytes: Array("GIF89a".utf8) + Array(repeating: 7, count: size - 6)))
    }
    var chat = ChatRequest(messages: [.user([.text("look")] + pictures)])
    chat.strict = strict
    return chat
  }

  private func write(
    _ chat: ChatRequest, _ resizer: GeminiPictureFitting.Resizer? = nil
  ) throws -> (chat: GeminiContentRequest, body: [UInt8]) {
    try GeminiPictureFitting(resizer: resizer, limit: limit).write(
      chat, origin: GeminiAnswers.origin, model: ModelDescriptor("m"),
      dialect: GeminiContentDialect())
  }

  /// A picture of just so many bytes.
  private let cutting: GeminiPictureFitting.Resizer = { picture, bytes in
    Media(bytes: Array((picture.bytes ?? []).prefix(bytes)))
  }

  @Test func `what fits is sent as it is`() throws {
    let (request, body) = try write(chat([1000, 1000]), cutting)
    #expect(body == request.body.encoded())
    #expect(request.warnings.isEmpty)
  }

  @Test func `what is too large is refused with the limit`() throws {
    #expect {
      try GeminiPictureFitting(resizer: nil).write(
        chat([16 << 20]), origin: GeminiAnswers.origin, model: ModelDescriptor("m"),
        dialect: GeminiContentDialect())
    } throws: { error in
      guard let error = error as? SwitchboardError else { return false }
      return error.kind == .unsupported && error.message.contains("20 MB in all")
        && error.message.contains("22 MB with its media")
    }
  }

  @Test func `the limit counts base64 and everything else, to the byte`() throws {
    let empty = try write(chat([6])).body.count
    // Three bytes are four characters.
    let most = 6 + (limit - empty) / 4 * 3
    #expect(try write(chat([most])).body.count <= limit)
    #expect(throws: SwitchboardError.self) { try write(chat([most + 3])) }
  }

  @Test func `a request of just the limit is sent, one byte more is not`() throws {
    let around = try write(ChatRequest("x")).body.count - 1
    let words = String(repeating: "x", count: limit - around)
    #expect(try write(ChatRequest(words)).body.count == limit)
    #expect(throws: SwitchboardError.self) { try write(ChatRequest(words + "x")) }
  }

  @Test func `pictures are sent smaller by whoever can make them so`() throws {
    let (request, body) = try write(chat([3000, 6000]), cutting)
    #expect(body.count <= limit)
    #expect(body.count > limit * 9 / 10)
    #expect(request.warnings.map(\.code) == [.clampedParameter])
  }

  @Test func `a strict request is refused and not made smaller`() throws {
    #expect(throws: SwitchboardError.self) { try write(chat([9000], strict: true), cutting) }
  }

  @Test func `pictures that cannot be made smaller are refused`() throws {
    #expect(throws: SwitchboardError.self) { try write(chat([9000])) { _, _ in nil } }
  }

  @Test func `words that are too many are refused`() throws {
    let words = ChatRequest(String(repeating: "word ", count: 2000))
    #expect(throws: SwitchboardError.self) { try write(words, cutting) }
  }
}
